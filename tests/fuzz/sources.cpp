// A submission's text, and what compilers say of it.
#include <algorithm>

#include "tests/fuzz/targets.hpp"
#include "toolchain/diagnostics.hpp"
#include "toolchain/source_lexer.hpp"
#include "toolchain/source_rules.hpp"

namespace hippuzzle::fuzz {
namespace {

size_t lines_of(std::string_view text) {
  return 1 + static_cast<size_t>(std::ranges::count(text, '\n'));
}

void require_within(const std::optional<SourceFault>& fault, std::string_view text) {
  if (!fault) return;
  require(fault->line >= 1 && fault->line <= lines_of(text), "a fault has a line of the source");
  require(!in_words(*fault).empty(), "a fault has words");
}

}  // namespace

void read_source(std::string_view bytes) {
  const std::string text = without_splices(bytes);
  require(lines_of(text) <= lines_of(bytes), "removing splices adds no line");
  SourceLexer lexer(text);
  size_t tokens = 0, line = 1;
  for (SourceToken token = lexer.next(); token.kind != SourceToken::Kind::end;
       token = lexer.next()) {
    require(++tokens <= text.size(), "each token takes a byte at least");
    require(token.line >= line && token.line <= lines_of(text), "tokens come in their order");
    line = token.line;
  }
  require_within(fault_of_text(bytes), bytes);
  require_within(fault_of_text(bytes, true), bytes);
  require(line_of_name(bytes, "add_10") <= lines_of(bytes),
          "a name stands in a line of the source");
}

void read_preprocessed(std::string_view bytes) {
  const auto fault = fault_of_preprocessed(
      bytes, [](const std::filesystem::path& file) { return file.string().starts_with("/usr/"); });
  if (fault) require(!in_words(*fault).empty(), "a fault has words");
}

void read_diagnostics(std::string_view bytes) {
  const std::string output(bytes);
  for (const auto read : {learner_diagnostics, linker_diagnostics}) {
    const Diagnostics found = read(output, "/class/alice/p01/kernel.hip", "/class");
    require(found.errors >= 0, "errors are counted from 0");
    require(found.text.empty() || found.text.ends_with('\n'), "each line ends with a line break");
  }
}

}  // namespace hippuzzle::fuzz
