#include "amd_emulator/decode/operand_text.hpp"

#include <bit>
#include <cstdlib>
#include <map>
#include <string_view>

#include "amd_emulator/isa/half.hpp"
#include "amd_emulator/isa/hardware_register.hpp"
#include "amd_emulator/wave/wave.hpp"

namespace hippuzzle::amd {
namespace {

Operand constant(uint64_t value) {
  return {.kind = Operand::Kind::constant,
          .modifiers = 0,
          .index = 0,
          .low = static_cast<uint32_t>(value),
          .high = static_cast<uint32_t>(value >> 32)};
}

Operand scalar_register(uint16_t index) {
  return {.kind = Operand::Kind::scalar, .modifiers = 0, .index = index, .low = 0, .high = 0};
}

std::optional<Operand> named(const std::string& text) {
  static const std::map<std::string_view, uint16_t> names = {
      {"vcc", scalar::vcc},
      {"vcc_lo", scalar::vcc},
      {"vcc_hi", scalar::vcc + 1},
      {"exec", scalar::exec},
      {"exec_lo", scalar::exec},
      {"exec_hi", scalar::exec + 1},
      {"m0", scalar::m0},
      {"flat_scratch", scalar::flat_scratch},
      {"flat_scratch_lo", scalar::flat_scratch},
      {"flat_scratch_hi", scalar::flat_scratch + 1},
      {"scc", scalar::scc},
      {"src_scc", scalar::scc},
      {"src_vccz", scalar::vccz},
      {"src_execz", scalar::execz}};
  if (text == "off" || text == "null") return Operand{};
  if (text == "src_shared_base") return constant(uint64_t{shared_aperture} << 32);
  if (text == "src_private_base") return constant(uint64_t{private_aperture} << 32);
  const auto found = names.find(text);
  if (found == names.end()) return std::nullopt;
  return scalar_register(found->second);
}

// "v7", "v[7:8]", "a3", "s[4:5]", "ttmp4"
std::optional<Operand> numbered(const std::string& text) {
  size_t digits = text.find_first_of("0123456789");
  if (digits == std::string::npos) return std::nullopt;
  std::string_view file(text.data(), digits);
  const bool has_bracket = file.ends_with('[');
  if (has_bracket) file.remove_suffix(1);
  char* end = nullptr;
  const auto number = static_cast<uint16_t>(std::strtoul(text.c_str() + digits, &end, 10));
  if (has_bracket ? (*end != ':' && *end != ']') : *end != '\0') return std::nullopt;
  if (file == "v" && number < 256)
    return Operand{
        .kind = Operand::Kind::vector, .modifiers = 0, .index = number, .low = 0, .high = 0};
  if (file == "a" && number < 256) {
    return Operand{.kind = Operand::Kind::vector,
                   .modifiers = 0,
                   .index = static_cast<uint16_t>(row::accumulators + number),
                   .low = 0,
                   .high = 0};
  }
  if (file == "s" && number < scalar::vcc) return scalar_register(number);
  if (file == "ttmp" && number < 16)
    return scalar_register(static_cast<uint16_t>(scalar::ttmp + number));
  return std::nullopt;
}

std::optional<Operand> number(const std::string& text, OperandType type) {
  char* end = nullptr;
  if (text.find("0x") != std::string::npos) {
    const auto value = static_cast<uint64_t>(std::strtoll(text.c_str(), &end, 16));
    if (*end != '\0') return std::nullopt;
    // A literal is the upper half of a double.
    return constant(type == OperandType::float64 && value <= ~0u ? value << 32 : value);
  }
  if (text.find('.') == std::string::npos) {
    const long long value = std::strtoll(text.c_str(), &end, 10);
    if (end == text.c_str() || *end != '\0') return std::nullopt;
    return constant(static_cast<uint64_t>(value));
  }
  const double value = std::strtod(text.c_str(), &end);
  if (*end != '\0' || type == OperandType::no_float) return std::nullopt;
  if (type == OperandType::half) return constant(to_half(value));
  if (type != OperandType::bits32) return constant(std::bit_cast<uint64_t>(value));
  return constant(std::bit_cast<uint32_t>(static_cast<float>(value)));
}

// Takes "name(" and ")" off, where they are there.
bool take_call(std::string& text, std::string_view name) {
  if (!text.starts_with(name) || !text.ends_with(")")) return false;
  text = text.substr(name.size(), text.size() - name.size() - 1);
  return true;
}

bool is_negated_register(const std::string& text) {
  return text.size() > 1 && text[0] == '-' && text.find_first_of("0123456789.", 1) != 1;
}

}  // namespace

std::optional<Operand> parse_operand(const std::string& text, OperandType type) {
  std::string rest = text;
  uint8_t modifiers = 0;
  if (take_call(rest, "sext(")) modifiers |= Operand::sign_extend;
  if (is_negated_register(rest)) {
    modifiers |= Operand::negate;
    rest.erase(0, 1);
  }
  if (take_call(rest, "neg(")) modifiers |= Operand::negate;
  if (take_call(rest, "abs(")) modifiers |= Operand::absolute;
  if (rest.size() > 2 && rest.front() == '|' && rest.back() == '|') {
    modifiers |= Operand::absolute;
    rest = rest.substr(1, rest.size() - 2);
  }
  std::optional<Operand> operand = named(rest);
  if (!operand) operand = numbered(rest);
  if (!operand) operand = number(rest, type);
  if (operand) operand->modifiers = modifiers;
  return operand;
}

std::optional<HardwareField> parse_hardware_register(const std::string& text) {
  std::string rest = text;
  if (!take_call(rest, "hwreg(")) return std::nullopt;
  const std::string name = rest.substr(0, rest.find(','));
  HardwareRegister which = HardwareRegister::other;
  if (name == "HW_REG_MODE") which = HardwareRegister::mode;
  if (name == "HW_REG_SH_MEM_BASES") which = HardwareRegister::memory_bases;
  if (name.starts_with("HW_REG_FLAT_SCR")) which = HardwareRegister::flat_scratch;
  HardwareField field{constant(static_cast<uint32_t>(which)), 0, 32};
  if (const size_t comma = rest.find(','); comma != std::string::npos) {
    char* end = nullptr;
    field.offset = static_cast<int>(std::strtol(rest.c_str() + comma + 1, &end, 10));
    if (*end == ',') field.width = static_cast<int>(std::strtol(end + 1, nullptr, 10));
  }
  return field;
}

}  // namespace hippuzzle::amd
