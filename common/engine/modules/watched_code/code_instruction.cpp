#include "engine/modules/watched_code/code_instruction.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace hippuzzle {
namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

std::string_view take_word(std::string_view& text) {
  text = trimmed(text);
  const size_t end = std::min(text.find_first_of(" \t"), text.size());
  const std::string_view word = text.substr(0, end);
  text = trimmed(text.substr(end));
  return word;
}

// "0x10", "-0x18" and "20fa"
bool read_hexadecimal(std::string_view text, uint64_t& number) {
  const bool is_negative = text.starts_with('-');
  if (is_negative) text.remove_prefix(1);
  if (text.starts_with("0x")) text.remove_prefix(2);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, 16);
  if (is_negative) number = -number;
  return error == std::errc() && end == text.data() + text.size() && !text.empty();
}

// A general register without its %. It has 0 bytes where it is the second byte of another.
bool read_general(std::string_view name, unsigned& number, unsigned& bytes) {
  constexpr std::array<std::string_view, 8> old = {"ax", "cx", "dx", "bx", "sp", "bp", "si", "di"};
  if (name == "rip") return number = rip, bytes = 8, true;
  for (unsigned i = 0; i < old.size(); ++i) {
    const std::string_view word = old[i];
    if (name == word) return number = i, bytes = 2, true;
    if (name.size() == 3 && name.substr(1) == word && (name[0] == 'r' || name[0] == 'e'))
      return number = i, bytes = name[0] == 'r' ? 8 : 4, true;
    const bool is_second = i < 4 && name.size() == 2 && name[0] == word[0] && name[1] == 'h';
    if (is_second) return number = i, bytes = 0, true;
    const bool is_byte = i < 4 ? name.size() == 2 && name[0] == word[0] && name[1] == 'l'
                               : name.size() == 3 && name.substr(0, 2) == word && name[2] == 'l';
    if (is_byte) return number = i, bytes = 1, true;
  }
  if (name.size() < 2 || name[0] != 'r' || name[1] < '0' || name[1] > '9') return false;
  const auto [end, error] = std::from_chars(name.data() + 1, name.data() + name.size(), number);
  const std::string_view rest(end, static_cast<size_t>(name.data() + name.size() - end));
  if (error != std::errc() || number < 8 || number > 15) return false;
  bytes = rest.empty() ? 8 : rest == "d" ? 4 : rest == "w" ? 2 : rest == "b" ? 1 : 0;
  return bytes != 0;
}

// "%rax" of an address. Another register as an index belongs to a gather.
bool read_address_register(std::string_view text, unsigned& number) {
  unsigned bytes = 0;
  text = trimmed(text);
  return text.starts_with('%') && read_general(text.substr(1), number, bytes) && bytes == 8;
}

// "0x10(%rax,%rdx,4)", "%fs:0x28"
std::optional<CodeOperand> read_memory(std::string_view text) {
  CodeOperand operand{CodeOperand::Kind::memory};
  if (text.starts_with('%')) {
    const size_t colon = text.find(':');
    if (colon == text.npos) return std::nullopt;
    operand.segment = text.substr(1, colon - 1);
    text.remove_prefix(colon + 1);
  }
  const size_t open = std::min(text.find('('), text.size());
  if (open > 0 && !read_hexadecimal(text.substr(0, open), operand.number)) return std::nullopt;
  if (open == text.size()) return operand;
  if (!text.ends_with(')')) return std::nullopt;
  std::string_view inside = text.substr(open + 1, text.size() - open - 2);
  const size_t comma = std::min(inside.find(','), inside.size());
  const std::string_view base = inside.substr(0, comma);
  if (!base.empty() && !read_address_register(base, operand.base)) return std::nullopt;
  if (comma == inside.size()) return operand;
  inside.remove_prefix(comma + 1);
  const size_t second = std::min(inside.find(','), inside.size());
  if (!read_address_register(inside.substr(0, second), operand.index)) return std::nullopt;
  if (second < inside.size()) {
    const std::string_view scale = inside.substr(second + 1);
    if (scale.size() != 1 || scale[0] < '1' || scale[0] > '8') return std::nullopt;
    operand.scale = static_cast<unsigned>(scale[0] - '0');
  }
  return operand;
}

std::optional<CodeOperand> read_operand(std::string_view text) {
  CodeOperand operand{CodeOperand::Kind::number};
  if (text.starts_with('*')) text.remove_prefix(1);  // of a branch
  if (text.starts_with('$')) {
    if (!read_hexadecimal(text.substr(1), operand.number)) return std::nullopt;
    return operand;
  }
  const bool is_register = text.starts_with('%') && text.find(':') == text.npos;
  if (is_register) {
    const bool is_general = read_general(text.substr(1), operand.base, operand.bytes);
    operand.kind = is_general ? CodeOperand::Kind::general : CodeOperand::Kind::other_register;
    const bool is_of_system = text.size() == 3 && text.ends_with('s');  // %fs
    const bool has_mask = text.find('{') != text.npos;
    if (is_of_system || has_mask) return std::nullopt;
    if (!is_general) operand.bytes = text[1] == 'z' ? 64 : text[1] == 'y' ? 32 : 16;
  } else if (const auto memory = read_memory(text)) {
    operand = *memory;
  } else {
    return std::nullopt;
  }
  return operand;
}

bool is_prefix(std::string_view word) {
  constexpr std::array<std::string_view, 8> prefixes = {"data16", "rex.W", "bnd", "notrack",
                                                        "cs",     "ds",    "es",  "addr32"};
  return std::ranges::find(prefixes, word) != prefixes.end();
}

bool is_branch(std::string_view name) { return name == "call" || name.starts_with('j'); }

// Splits at commas outside of parentheses.
bool read_operands(std::string_view text, CodeInstruction& instruction) {
  while (!text.empty()) {
    int depth = 0;
    size_t end = 0;
    while (end < text.size() && (depth > 0 || text[end] != ',')) {
      depth += text[end] == '(' ? 1 : text[end] == ')' ? -1 : 0;
      ++end;
    }
    const auto operand = read_operand(trimmed(text.substr(0, end)));
    if (!operand) return false;
    instruction.operands.push_back(*operand);
    text = end < text.size() ? text.substr(end + 1) : "";
  }
  return true;
}

}  // namespace

std::optional<CodeInstruction> read_instruction(std::string_view line) {
  CodeInstruction instruction;
  const size_t colon = line.find(":\t");
  if (!line.starts_with(' ') || colon == line.npos ||
      !read_hexadecimal(trimmed(line.substr(0, colon)), instruction.address))
    return std::nullopt;
  std::string_view text = line.substr(colon + 2);
  text = text.substr(0, text.find('#'));
  if (const size_t symbol = text.find('<'); symbol != text.npos) {
    instruction.symbol = text.substr(symbol + 1);
    instruction.symbol = instruction.symbol.substr(0, instruction.symbol.rfind('>'));
    text = text.substr(0, symbol);
  }
  std::string_view word = take_word(text);
  for (; is_prefix(word) || word == "rep" || word == "repz" || word == "repnz" || word == "lock";
       word = take_word(text)) {
    instruction.repeats = instruction.repeats || word.starts_with("rep");
    instruction.locks = instruction.locks || word == "lock";
  }
  for (const std::string_view name : {"call", "jmp", "ret", "leave"})  // older ones add a letter
    if (word.size() == name.size() + 1 && word.starts_with(name) && word.ends_with('q'))
      word = name;
  instruction.words = trimmed(text);
  if (is_branch(word) && !text.starts_with('*')) {
    CodeOperand target{CodeOperand::Kind::target};
    if (!read_hexadecimal(trimmed(text), target.number)) return instruction;
    instruction.operands.push_back(target);
  } else if (!read_operands(text, instruction)) {
    return instruction;
  }
  instruction.name = word;
  return instruction;
}

}  // namespace hippuzzle
