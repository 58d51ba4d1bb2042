// `hippuzzle layout '(4,8):(8,1)'`: a layout of CuTe's algebra as a table and as a picture, and
// where single elements lie.
#include <fmt/format.h>

#include <charconv>
#include <memory>

#include "cli/args/output_options.hpp"
#include "cli/commands/commands.hpp"
#include "cli/report/layouts/layout_formats.hpp"
#include "cli/terminal/text/text_layout.hpp"
#include "layout/layout_functions.hpp"
#include "layout/layout_text.hpp"

namespace hippuzzle::commands {
namespace {

struct LayoutState {
  std::string layout;
  std::vector<std::string> compose;
  std::vector<std::string> divide;
  std::vector<std::string> tv;  // thread layout, value layout
  std::optional<std::string> at;
  std::optional<std::string> offset;
  OutputSettings output;
};

std::optional<int64_t> parse_offset(const std::string& text) {
  int64_t offset = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, offset);
  if (error != std::errc() || stop != end || offset < 0) return std::nullopt;
  return offset;
}

std::string is_offset(const std::string& text) {
  if (parse_offset(text)) return "";
  return fmt::format("expected a whole number from 0 on, such as 10, found '{}'", text);
}

LayoutResult result_of(const LayoutState& state) {
  if (!state.tv.empty()) {
    return make_layout_tv(parse_layout(state.tv[0]), parse_layout(state.tv[1]));
  }
  if (state.layout.empty()) {
    throw Error(Outcome::usage,
                "`hippuzzle layout` needs a layout, such as '(4,8):(8,1)' or 'row_major(4,8)', or "
                "--tv with two");
  }
  if (state.compose.empty() && state.divide.empty()) return parse_layout_or_tv(state.layout);
  RuntimeLayout layout = parse_layout(state.layout);
  for (const std::string& text : state.compose) layout = composition(layout, parse_tiler(text));
  for (const std::string& text : state.divide) layout = zipped_divide(layout, parse_tiler(text));
  return layout;
}

Outcome run_layout(const LayoutState& state) {
  const LayoutResult result = result_of(state);
  std::optional<IntTree> pattern;
  if (state.at) pattern = parse_coordinate(*state.at);
  std::optional<int64_t> offset;
  if (state.offset) offset = parse_offset(*state.offset);
  write_result(state.output, layout_formats(), ShownLayout{result, pattern, offset});
  return Outcome::passed;
}

// The functions by lines of help.
std::string functions_text() {
  std::string names;
  for (const std::string& function : layout_functions()) {
    names += (names.empty() ? "" : " ") + function;
  }
  std::string text = "Functions, which can be nested:\n";
  for (const std::string& line : wrapped(names, 76)) text += "  " + line + '\n';
  return text +
         "A TILER is a layout, one for each mode, '<2:1,4:1>', or a shape, '(2,4)'.\n"
         "docs/reference/layouts.md explains them.";
}

}  // namespace

void add_layout(Command command, const GlobalOptions&) {
  auto state = std::make_shared<LayoutState>();
  command.option("layout", state->layout,
                 "such as '(4,8):(8,1)', 'row_major(4,8)', 'zipped_divide((4,8),(2,4))'");
  command
      .option("--at", state->at,
              "print the offset of a coordinate, 1,2; `_` stands for a whole mode, 1,_")
      .type_name("COORDINATE");
  command.option("--offset", state->offset, "which coordinates lie at this offset")
      .type_name("N")
      .check(is_offset);
  command.option("--compose", state->compose, "compose the layout with this one; may be repeated")
      .type_name("LAYOUT")
      .repeatable();
  command
      .option("--divide", state->divide,
              "divide it by a tiler, '<2:1,4:1>' or '(2,4)'; may be repeated")
      .type_name("TILER")
      .repeatable();
  command.option("--tv", state->tv, "show which thread holds which value of a tile")
      .type_name("THREADS VALUES")
      .values(2);
  command.named("--at").excludes(command.named("--offset"),
                                 "--at and --offset ask opposite questions; choose one");
  add_outputs(command, state->output, names_of(layout_formats()));
  command.footer(functions_text());
  command.act([state] { return run_layout(*state); });
}

}  // namespace hippuzzle::commands
