#include "amd_emulator/decode/effects_reader.hpp"

namespace hippuzzle::amd {

using Kind = MemoryAccess::Kind;
using Space = MemoryAccess::Space;

void EffectsReader::read_memory() {
  effects_.unit = Effects::Unit::memory;
  if (name_.starts_with("ds_")) return read_local();
  const bool is_buffer = name_.starts_with("buffer_");
  if (is_buffer && !begins_with_any(name_, {"buffer_load", "buffer_store", "buffer_atomic"}))
    return;  // caches
  MemoryAccess& m = effects_.memory;
  m.space = name_.starts_with("flat_")      ? Space::flat
            : is_buffer                     ? Space::buffer
            : name_.starts_with("scratch_") ? Space::private_memory
                                            : Space::global;
  m.kind = contains(name_, "_load_")    ? Kind::read
           : contains(name_, "_store_") ? Kind::write
                                        : Kind::atomic;
  m.bytes = element_bytes();
  m.is_synchronising = m.kind == Kind::atomic || (m.kind == Kind::read && bypasses_caches());
  m.into_local = loads_into_local(text_);
  const bool returns = (m.kind == Kind::read && !m.into_local) ||
                       (m.kind == Kind::atomic && i_.has(Instruction::returns));
  m.address_operand = returns || (is_buffer && !m.into_local) ? 1 : 0;
  add_operands(returns ? 1 : 0);
  if (returns && is_buffer && m.kind == Kind::atomic) add_read(0);
  if (m.into_local) read_register(scalar::m0, 1);
  const bool separate = generation_ != Generation::gfx9;
  effects_.counters.vector_stores = separate && !returns && m.kind != Kind::read;
  effects_.counters.vector_memory = !effects_.counters.vector_stores;
  effects_.counters.local = m.space == Space::flat;
}

bool EffectsReader::bypasses_caches() const {
  return text_.has("glc") || text_.has("sc0") || text_.has("sc1");
}

uint8_t EffectsReader::element_bytes() const {
  static constexpr std::pair<std::string_view, uint8_t> sizes[] = {
      {"dwordx4", 16}, {"dwordx3", 12}, {"dwordx2", 8}, {"b128", 16}, {"b96", 12}, {"_x2", 8},
      {"_b64", 8},     {"_u64", 8},     {"_i64", 8},    {"_f64", 8},  {"byte", 1}, {"short", 2},
      {"_u8", 1},      {"_i8", 1},      {"_b8", 1},     {"_u16", 2},  {"_i16", 2}, {"_b16", 2}};
  for (const auto& [part, bytes] : sizes) {
    if (contains(name_, part)) return bytes;
  }
  return 4;
}

void EffectsReader::read_local() {
  effects_.counters.local = true;
  MemoryAccess& m = effects_.memory;
  const bool only_permutes = begins_with_any(name_, {"ds_bpermute", "ds_permute", "ds_swizzle"});
  const bool reads = begins_with_any(name_, {"ds_read", "ds_load"});
  const bool writes = begins_with_any(name_, {"ds_write", "ds_store"}) && !contains(name_, "xchg");
  const bool returns = reads || only_permutes || contains(name_, "_rtn_");
  effects_.mixes_lanes = only_permutes;
  add_operands(returns ? 1 : 0);
  if (only_permutes || name_ == "ds_nop") return;
  m.space = Space::local;
  m.kind = reads ? Kind::read : writes ? Kind::write : Kind::atomic;
  m.is_synchronising = m.kind == Kind::atomic;
  m.bytes = element_bytes();
  m.address_operand = returns ? 1 : 0;
  m.offsets[0] = static_cast<uint32_t>(i_.offset);
  if (!begins_with_any(name_, {"ds_read2", "ds_write2", "ds_load_2addr", "ds_store_2addr"})) return;
  const uint32_t unit = m.bytes * (contains(name_, "st64") || contains(name_, "stride64") ? 64 : 1);
  m.addresses = 2;
  m.offsets[0] = static_cast<uint32_t>(i_.offset) * unit;
  m.offsets[1] = static_cast<uint32_t>(i_.second_offset) * unit;
}

}  // namespace hippuzzle::amd
