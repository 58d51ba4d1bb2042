#include "toolchain/included_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

#include "support/files/source_file.hpp"
#include "support/outcome.hpp"
#include "toolchain/source_lexer.hpp"

namespace hippuzzle {
namespace {

namespace fs = std::filesystem;

constexpr size_t most_files = 100;

// The name in `include "name"`; "" for other directives.
std::string_view included_by(std::string_view directive) {
  constexpr std::string_view blanks = " \t", word = "include";
  directive.remove_prefix(std::min(directive.find_first_not_of(blanks), directive.size()));
  if (!directive.starts_with(word)) return "";
  directive.remove_prefix(word.size());
  directive.remove_prefix(std::min(directive.find_first_not_of(blanks), directive.size()));
  if (!directive.starts_with('"')) return "";
  return directive.substr(1, directive.find('"', 1) - 1);
}

}  // namespace

std::optional<std::string> fault_of_included(const fs::path& source) {
  std::vector<fs::path> left = {source};
  std::set<fs::path> seen = {source};
  while (!left.empty() && seen.size() < most_files) {
    const fs::path file = left.back();
    left.pop_back();
    std::optional<std::string> text;
    try {
      text = read_source_file(file);
    } catch (const std::exception&) {  // too long or not readable: the compiler says so
    }
    const std::string lines = without_splices(text.value_or(""));
    SourceLexer lexer(lines);
    for (SourceToken token = lexer.next(); token.kind != SourceToken::Kind::end;
         token = lexer.next()) {
      if (token.kind != SourceToken::Kind::directive) continue;
      const std::string_view name = included_by(token.text);
      if (name.empty()) continue;
      const fs::path included = file.parent_path() / name;
      std::error_code unknown;
      const fs::file_status status = fs::status(included, unknown);
      if (fs::is_fifo(status) || fs::is_socket(status) || fs::is_character_file(status)) {
        return fmt::format(
            "{}:{} includes '{}', which is {}; a compiler would wait for it, so "
            "include a file",
            file.lexically_proximate(fs::current_path()).string(), token.line, name,
            fs::is_fifo(status)     ? "a FIFO"
            : fs::is_socket(status) ? "a socket"
                                    : "a device");
      }
      if (fs::is_regular_file(status) && seen.insert(included.lexically_normal()).second)
        left.push_back(included);
    }
  }
  return std::nullopt;
}

}  // namespace hippuzzle
