#include "engine/performance/machine_code/listing.hpp"

#include <algorithm>
#include <charconv>

#include "support/text/lines.hpp"

namespace hippuzzle {
namespace {

// The number that the text is, whole; base 16 without 0x.
bool read_number(std::string_view text, int base, uint64_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  return error == std::errc() && end == text.data() + text.size() && !text.empty();
}

// Fills the room to the next function, and is never run.
bool is_padding(std::string_view text) {
  constexpr std::string_view words[] = {"nop", "cs nop",  "data16",     "xchg   %ax,%ax",
                                        "NOP", "s_nop 0", "s_code_end", "lea    0x0("};
  return std::ranges::any_of(words, [&](std::string_view word) { return text.starts_with(word); });
}

void drop_padding(std::vector<ListedFunction>& functions) {
  for (ListedFunction& function : functions) {
    auto& all = function.instructions;
    while (!all.empty() && is_padding(all.back().text)) all.pop_back();
  }
}

// "<tiled(float*)+0x1c>" of the function "tiled(float*)" becomes "<+0x1c>".
std::string with_short_targets(std::string text, const std::string& function) {
  const std::string mark = "<" + function;
  for (size_t at = text.find(mark); at != text.npos; at = text.find(mark, at + 1)) {
    const char after = at + mark.size() < text.size() ? text[at + mark.size()] : '\0';
    if (after == '+' || after == '>') text.erase(at + 1, function.size());
  }
  return text;
}

// "    19d0:\tpush   %r15", or llvm's for AMD: "\ts_load_dword s2, …   // 000000002A00: C0020082".
bool read_instruction(std::string_view line, ListedInstruction& instruction) {
  const size_t tab = line.find('\t');
  if (tab == line.npos) return false;
  const std::string_view before = trimmed(line.substr(0, tab));
  if (before.ends_with(':') &&
      read_number(before.substr(0, before.size() - 1), 16, instruction.address)) {
    instruction.text = trimmed(line.substr(tab + 1));
    return true;
  }
  const size_t comment = line.rfind("// ");
  if (!before.empty() || comment == line.npos) return false;
  std::string_view address = line.substr(comment + 3);
  address = address.substr(0, address.find(':'));
  if (!read_number(trimmed(address), 16, instruction.address)) return false;
  instruction.text = trimmed(line.substr(tab + 1, comment - tab - 1));
  return true;
}

}  // namespace

std::vector<ListedFunction> listed_by_objdump(std::string_view text) {
  std::vector<ListedFunction> functions;
  for (const std::string_view line : split_lines(text)) {
    const size_t open = line.find(" <");
    uint64_t address = 0;
    if (line.ends_with(">:") && open != line.npos &&
        read_number(line.substr(0, open), 16, address)) {
      const std::string_view name = line.substr(open + 2, line.size() - open - 4);
      functions.push_back({address, std::string(name), {}});
      continue;
    }
    ListedInstruction instruction;
    if (functions.empty() || !read_instruction(line, instruction)) continue;
    std::ranges::replace(instruction.text, '\t', ' ');
    instruction.text = with_short_targets(instruction.text, functions.back().name);
    functions.back().instructions.push_back(std::move(instruction));
  }
  drop_padding(functions);
  return functions;
}

// Lines of interest:
//   .text._Z6add_10PfPKfj:
//   //## File "x.cu", line 2 inlined at "x.cu", line 7
//   //## File "x.cu", line 7                    the call, which follows its inlined function
//           /*0050*/                   ULDC UR4, c[0x0][0x220] ;
//   .L_x_1:
std::vector<ListedFunction> listed_by_nvdisasm(std::string_view text) {
  constexpr std::string_view section = ".text.", place = "//## File \"";
  std::vector<ListedFunction> functions;
  std::string file;
  int number = 0;
  for (const std::string_view whole : split_lines(text)) {
    const std::string_view line = trimmed(whole);
    if (line.starts_with(section) && line.ends_with(':')) {
      const std::string_view name = line.substr(section.size());
      functions.push_back({0, std::string(name.substr(0, name.size() - 1)), {}});
      file.clear(), number = 0;
      continue;
    }
    if (line.starts_with(place)) {
      const std::string_view rest = line.substr(place.size());
      const size_t quote = rest.find('"');
      constexpr std::string_view before = "\", line ";
      if (quote == rest.npos || !rest.substr(quote).starts_with(before)) continue;
      std::string_view digits = rest.substr(quote + before.size());
      digits = digits.substr(0, digits.find(' '));
      uint64_t read = 0;
      if (!read_number(digits, 10, read)) continue;
      file = rest.substr(0, quote), number = static_cast<int>(read);
      continue;
    }
    if (functions.empty()) continue;
    if (line.starts_with(".L") && line.ends_with(':')) {
      const uint64_t next = functions.back().instructions.empty()
                                ? 0
                                : functions.back().instructions.back().address + 16;
      functions.back().instructions.push_back({next, std::string(line), file, number});
      continue;
    }
    const size_t end = line.find("*/");
    ListedInstruction instruction{0, "", file, number};
    if (!line.starts_with("/*") || end == line.npos ||
        !read_number(line.substr(2, end - 2), 16, instruction.address))
      continue;
    instruction.text = trimmed(line.substr(end + 2));
    if (instruction.text.ends_with(';'))
      instruction.text = trimmed(line.substr(end + 2, line.size() - end - 3));
    functions.back().instructions.push_back(std::move(instruction));
  }
  for (ListedFunction& function : functions) {
    auto& all = function.instructions;
    // A label without instructions ends the function.
    while (!all.empty() && (is_padding(all.back().text) || all.back().text.ends_with(':')))
      all.pop_back();
  }
  return functions;
}

}  // namespace hippuzzle
