#include "amd_emulator/decode/effects_by_name.hpp"

#include <cstdlib>

#include "amd_emulator/decode/effects_reader.hpp"
#include "amd_emulator/decode/roles_by_name.hpp"

namespace hippuzzle::amd {
namespace {

using File = Registers::File;

// Scalars that are not registers with a value of their own: apertures, EXECZ, SCC.
constexpr bool is_register(uint16_t scalar) { return scalar < scalar::shared_base; }

}  // namespace

uint16_t width_of(const std::string& text) {
  if (const size_t bracket = text.find('['); bracket != text.npos) {
    char* end = nullptr;
    const long first = std::strtol(text.c_str() + bracket + 1, &end, 10);
    return *end == ':' ? static_cast<uint16_t>(std::strtol(end + 1, nullptr, 10) - first + 1) : 1;
  }
  return text == "vcc" || text == "exec" || text == "flat_scratch" ? 2 : 1;
}

EffectsReader::EffectsReader(const std::string& line, const Instruction& i, Generation generation)
    : text_(take_apart(line)), name_(text_.name), i_(i), generation_(generation) {
  effects_.text = line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
  std::ranges::replace(effects_.text, '\t', ' ');
}

Effects EffectsReader::read() {
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

void EffectsReader::add_touched() {
  for (const auto* all : {&effects_.reads, &effects_.writes}) {
    for (const Registers& r : *all) {
      effects_.touched.add(r);
      effects_.has_accumulators |= r.file == File::rows && r.first + r.count > row::accumulators;
    }
  }
  effects_.touched.scc = effects_.reads_scc || effects_.writes_scc ? 1 : 0;
}

Registers EffectsReader::registers(size_t operand) const {
  const Operand& o = i_.operands[operand];
  const uint16_t width = operand < text_.operands.size() ? width_of(text_.operands[operand]) : 1;
  return {o.is_vector() ? File::rows : File::scalars, o.index, width};
}

bool EffectsReader::has_register(size_t operand) const {
  const Operand& o = i_.operands[operand];
  return o.is_vector() || (o.is_scalar() && is_register(o.index));
}

void EffectsReader::add_read(size_t operand) {
  const Operand& o = i_.operands[operand];
  if (has_register(operand)) effects_.reads.push_back(registers(operand));
  if (o.is_scalar() && o.index == scalar::scc) effects_.reads_scc = true;
}

void EffectsReader::add_write(size_t operand) {
  if (has_register(operand)) effects_.writes.push_back(registers(operand));
}

void EffectsReader::add_operands(size_t results) {
  for (size_t k = 0; k < results; ++k) add_write(k);
  for (size_t k = results; k < i_.count; ++k) add_read(k);
}

void EffectsReader::read_register(uint16_t scalar, uint16_t count) {
  effects_.reads.push_back({File::scalars, scalar, count});
}

Effects effects_of(const std::string& line, const Instruction& i, Generation generation) {
  return EffectsReader(line, i, generation).read();
}

}  // namespace hippuzzle::amd
