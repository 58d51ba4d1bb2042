#include "amd_emulator/decode/effects.hpp"

#include <algorithm>
#include <cstdlib>
#include <initializer_list>

#include "amd_emulator/decode/instruction_text.hpp"
#include "amd_emulator/decode/roles.hpp"

namespace hippuzzle::amd {
namespace {

using File = Registers::File;
using Kind = MemoryAccess::Kind;
using Space = MemoryAccess::Space;
using Words = std::initializer_list<std::string_view>;

bool begins_with_any(const std::string& name, Words beginnings) {
  return std::ranges::any_of(beginnings, [&](std::string_view b) { return name.starts_with(b); });
}

bool contains(const std::string& name, std::string_view part) {
  return name.find(part) != name.npos;
}

// The number of registers that an operand's text names: 4 for "v[2:5]".
uint16_t width_of(const std::string& text) {
  if (const size_t bracket = text.find('['); bracket != text.npos) {
    char* end = nullptr;
    const long first = std::strtol(text.c_str() + bracket + 1, &end, 10);
    return *end == ':' ? static_cast<uint16_t>(std::strtol(end + 1, nullptr, 10) - first + 1) : 1;
  }
  return text == "vcc" || text == "exec" || text == "flat_scratch" ? 2 : 1;
}

// Scalars that are no registers with a value of their own: apertures, EXECZ, SCC.
constexpr bool is_register(uint16_t scalar) { return scalar < scalar::shared_base; }

class Reader {
 public:
  Reader(const std::string& line, const Instruction& i, Generation generation)
      : text_(take_apart(line)), name_(text_.name), i_(i), generation_(generation) {
    effects_.text = line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
    std::ranges::replace(effects_.text, '\t', ' ');
  }

  Effects read() {
    if (name_.starts_with("s_load_") || begins_with_any(name_, {"s_memtime", "s_memrealtime"})) {
      read_scalar_memory();
    } else if (name_.starts_with("s_")) {
      read_scalar();
    } else if (name_.starts_with("v_")) {
      read_vector();
    } else {
      read_memory();
    }
    effects_.is_dpp = contains(text_.encoding, "dpp");
    effects_.is_div_fmas = name_.starts_with("v_div_fmas");
    effects_.reads_scalars = std::ranges::any_of(
        effects_.reads, [](const Registers& r) { return r.file == File::scalars; });
    add_touched();
    effects_.roles = roles_of(effects_);
    effects_.memory.compares = contains(name_, "cmpswap") || name_.starts_with("ds_cmpst");
    effects_.is_quiet = effects_.unit != Effects::Unit::memory && !effects_.waits.is_for_memory() &&
                        !effects_.is_barrier && !effects_.has_accumulators;
    return std::move(effects_);
  }

 private:
  void add_touched() {
    for (const auto* all : {&effects_.reads, &effects_.writes}) {
      for (const Registers& r : *all) {
        effects_.touched.add(r);
        effects_.has_accumulators |= r.file == File::rows && r.first + r.count > row::accumulators;
      }
    }
    effects_.touched.scc = effects_.reads_scc || effects_.writes_scc ? 1 : 0;
  }

  Registers registers(size_t operand) const {
    const Operand& o = i_.operands[operand];
    const uint16_t width = operand < text_.operands.size() ? width_of(text_.operands[operand]) : 1;
    return {o.is_vector() ? File::rows : File::scalars, o.index, width};
  }

  bool has_register(size_t operand) const {
    const Operand& o = i_.operands[operand];
    return o.is_vector() || (o.is_scalar() && is_register(o.index));
  }

  void add_read(size_t operand) {
    const Operand& o = i_.operands[operand];
    if (has_register(operand)) effects_.reads.push_back(registers(operand));
    if (o.is_scalar() && o.index == scalar::scc) effects_.reads_scc = true;
  }
  void add_write(size_t operand) {
    if (has_register(operand)) effects_.writes.push_back(registers(operand));
  }
  void add_operands(size_t results) {
    for (size_t k = 0; k < results; ++k) add_write(k);
    for (size_t k = results; k < i_.count; ++k) add_read(k);
  }
  void read_register(uint16_t scalar, uint16_t count) {
    effects_.reads.push_back({File::scalars, scalar, count});
  }

  // ---- scalar

  void read_scalar() {
    effects_.unit = Effects::Unit::scalar;
    if (name_.starts_with("s_waitcnt")) return read_wait();
    if (name_ == "s_nop") {
      effects_.wait_states = static_cast<uint8_t>(
          1 + (text_.operands.empty() ? 0 : std::strtol(text_.operands[0].c_str(), nullptr, 0)));
      return;
    }
    effects_.is_barrier = name_ == "s_barrier";
    if (name_.starts_with("s_cbranch")) return read_branch();
    add_operands(has_no_scalar_result() ? 0 : 1);
    if (begins_with_any(name_, {"s_addk", "s_mulk", "s_cmov", "s_bitset"})) add_read(0);
    if (contains(name_, "saveexec")) {
      effects_.reads_exec = effects_.writes_exec = true;
    }
    effects_.reads_scc |= begins_with_any(name_, {"s_addc_", "s_subb_", "s_cselect_", "s_cmov"});
    effects_.writes_scc = writes_scc();
    effects_.chooses = name_.starts_with("s_cselect_");
    effects_.bits = bits();
    effects_.decides = begins_with_any(name_, {"s_setpc", "s_swappc"});
  }

  bool has_no_scalar_result() const {
    return begins_with_any(
        name_, {"s_cmp_", "s_cmpk_", "s_bitcmp", "s_branch", "s_barrier", "s_endpgm", "s_setpc",
                "s_setreg", "s_denorm", "s_round", "s_sleep", "s_trap", "s_setprio", "s_sendmsg"});
  }

  bool writes_scc() const {
    if (begins_with_any(name_, {"s_cmp_", "s_cmpk_", "s_bitcmp"})) return true;
    if (contains(name_, "saveexec")) return true;
    return begins_with_any(name_, {"s_add", "s_sub", "s_min_", "s_max_", "s_and", "s_or", "s_xor",
                                   "s_nand", "s_nor", "s_xnor", "s_lshl", "s_lshr", "s_ashr",
                                   "s_bfe", "s_not_", "s_wqm_", "s_bcnt", "s_abs"});
  }

  Effects::Bits bits() const {
    using Bits = Effects::Bits;
    if (begins_with_any(name_, {"s_mov_", "s_not_", "s_xor_", "s_xnor_"})) return Bits::each;
    if (begins_with_any(name_, {"s_andn2_", "s_and_not1_"})) return Bits::conjunction_not;
    if (begins_with_any(name_, {"s_and_"})) return Bits::conjunction;
    if (begins_with_any(name_, {"s_or_"})) return Bits::disjunction;
    return Bits::all_of_any;
  }

  void read_branch() {
    effects_.decides = true;
    const uint16_t wide = generation_ == Generation::gfx9 ? 2 : 1;
    if (contains(name_, "scc")) effects_.reads_scc = true;
    if (contains(name_, "vcc")) read_register(scalar::vcc, wide);
    if (contains(name_, "exec")) effects_.reads_exec = true;
  }

  // "vmcnt(3) lgkmcnt(0)", or a counter in the name and a number.
  void read_wait() {
    const auto up_to = [&](std::string_view counter) -> uint8_t {
      const size_t at = effects_.text.find(std::string(counter) + "(");
      if (at != std::string::npos)
        return static_cast<uint8_t>(
            std::strtol(effects_.text.c_str() + at + counter.size() + 1, nullptr, 10));
      if (!name_.ends_with(counter) || text_.operands.empty()) return Waits::all;
      return static_cast<uint8_t>(std::strtol(text_.operands.back().c_str(), nullptr, 0));
    };
    effects_.waits = {.vector_memory = up_to("vmcnt"),
                      .vector_stores = up_to("vscnt"),
                      .local_and_scalar = up_to("lgkmcnt"),
                      .vector_results = waits_for_vector_results()};
  }

  // Bits 15 to 12 of s_waitcnt_depctr are 0.
  bool waits_for_vector_results() const {
    if (name_ != "s_waitcnt_depctr") return false;
    if (contains(effects_.text, "va_vdst(0)")) return true;
    const std::string number = text_.operands.empty() ? "" : text_.operands[0];
    return number.starts_with("0x") && std::strtoul(number.c_str(), nullptr, 16) >> 12 == 0;
  }

  void read_scalar_memory() {
    effects_.unit = Effects::Unit::memory;
    add_operands(1);
    effects_.counters.scalar_memory = true;
    if (!name_.starts_with("s_load_")) return;
    effects_.memory.kind = Kind::read;
    effects_.memory.space = Space::uniform;
    effects_.memory.bytes = static_cast<uint8_t>(4 * width_of(text_.operands[0]));
  }

  // ---- vector

  void read_vector() {
    const bool is_sparse = name_.starts_with("v_smfmac");
    const bool is_matrix = is_sparse || begins_with_any(name_, {"v_mfma", "v_wmma"});
    effects_.unit = is_matrix ? Effects::Unit::matrix : Effects::Unit::vector;
    effects_.mixes_lanes =
        is_matrix || contains(text_.encoding, "dpp") || contains(name_, "permlane");
    if (name_ == "v_nop") return;
    if (name_.starts_with("v_cmp")) return read_comparison();
    add_operands(vector_results());
    if (is_sparse) {
      effects_.factors = 3;
      add_read(0);
    }
    if (begins_with_any(name_, {"v_fmac", "v_mac_", "v_pk_fmac", "v_dot2c", "v_dot4c", "v_dot2acc",
                                "v_writelane"}))
      add_read(0);
    if (name_.starts_with("v_swap")) {
      add_read(0);
      add_write(1);
    }
    const uint16_t wide = generation_ == Generation::gfx9 ? 2 : 1;
    if (name_.starts_with("v_div_fmas")) {
      read_register(scalar::vcc, wide);
      effects_.masks_read = 1;
    }
    if (name_.starts_with("v_cndmask")) {
      if (i_.count <= 3) read_register(scalar::vcc, wide);
      effects_.masks_read = 1;
    }
    if (carries_in()) effects_.masks_read = 1;
    effects_.chooses = name_.starts_with("v_cndmask");
    effects_.lane_of_scalar =
        begins_with_any(name_, {"v_readfirstlane", "v_readlane", "v_writelane"});
    if (begins_with_any(name_, {"v_mad_u64_u32", "v_mad_i64_i32", "v_lshlrev_b64", "v_lshl_add_u64",
                                "v_mov_b64"}))
      effects_.halves = Effects::Halves::lower_alone;
    if (name_.starts_with("v_pk_") && effects_.writes.at(0).count == 2)
      effects_.halves = Effects::Halves::packed;
    effects_.writes_mask = !effects_.lane_of_scalar;
  }

  bool carries_in() const { return contains(name_, "_co_") && i_.count > 4; }

  size_t vector_results() const {
    return contains(name_, "_co_") ||
                   begins_with_any(name_, {"v_div_scale", "v_mad_u64_u32", "v_mad_i64_i32"})
               ? 2
               : 1;
  }

  // From gfx10 on v_cmpx has no result but EXEC.
  void read_comparison() {
    const bool is_exec = name_.starts_with("v_cmpx");
    const size_t results = is_exec && generation_ != Generation::gfx9 ? 0 : 1;
    add_operands(results);
    effects_.writes_mask = true;
    effects_.writes_exec = is_exec;
  }

  // ---- memory

  void read_memory() {
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

  bool bypasses_caches() const { return text_.has("glc") || text_.has("sc0") || text_.has("sc1"); }

  uint8_t element_bytes() const {
    static constexpr std::pair<std::string_view, uint8_t> sizes[] = {
        {"dwordx4", 16}, {"dwordx3", 12}, {"dwordx2", 8}, {"b128", 16}, {"b96", 12}, {"_x2", 8},
        {"_b64", 8},     {"_u64", 8},     {"_i64", 8},    {"_f64", 8},  {"byte", 1}, {"short", 2},
        {"_u8", 1},      {"_i8", 1},      {"_b8", 1},     {"_u16", 2},  {"_i16", 2}, {"_b16", 2}};
    for (const auto& [part, bytes] : sizes) {
      if (contains(name_, part)) return bytes;
    }
    return 4;
  }

  void read_local() {
    effects_.counters.local = true;
    MemoryAccess& m = effects_.memory;
    const bool only_permutes = begins_with_any(name_, {"ds_bpermute", "ds_permute", "ds_swizzle"});
    const bool reads = begins_with_any(name_, {"ds_read", "ds_load"});
    const bool writes =
        begins_with_any(name_, {"ds_write", "ds_store"}) && !contains(name_, "xchg");
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
    if (!begins_with_any(name_, {"ds_read2", "ds_write2", "ds_load_2addr", "ds_store_2addr"}))
      return;
    const uint32_t unit =
        m.bytes * (contains(name_, "st64") || contains(name_, "stride64") ? 64 : 1);
    m.addresses = 2;
    m.offsets[0] = static_cast<uint32_t>(i_.offset) * unit;
    m.offsets[1] = static_cast<uint32_t>(i_.second_offset) * unit;
  }

  InstructionText text_;
  const std::string& name_;
  const Instruction& i_;
  Generation generation_;
  Effects effects_;
};

}  // namespace

Effects effects_of(const std::string& line, const Instruction& i, Generation generation) {
  return Reader(line, i, generation).read();
}

}  // namespace hippuzzle::amd
