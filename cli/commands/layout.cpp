// `hippuzzle layout '(4,8):(8,1)'`: a layout of CuTe's algebra as a table and as a picture.
#include <memory>

#include "cli/commands/commands.hpp"
#include "cli/report/layout_svg.hpp"
#include "cli/report/layout_table.hpp"
#include "cli/terminal/output_file.hpp"
#include "cli/terminal/standard_output.hpp"
#include "layout/layout_text.hpp"

namespace hippuzzle::commands {
namespace {

struct LayoutState {
  std::string layout;
  std::vector<std::string> compose;
  std::vector<std::string> divide;
  std::vector<std::string> tv;  // thread layout, value layout
  std::string svg;
};

template <class Layout>
Outcome show(const Layout& layout, const LayoutState& state) {
  print(layout_table(layout));
  if (!state.svg.empty()) write_output_file(state.svg, layout_svg(layout));
  return Outcome::passed;
}

Outcome run_layout(const LayoutState& state) {
  if (!state.tv.empty()) {
    return show(make_layout_tv(parse_layout(state.tv[0]), parse_layout(state.tv[1])), state);
  }
  if (state.layout.empty()) {
    throw Error(Outcome::usage,
                "`hippuzzle layout` needs a layout, such as '(4,8):(8,1)', or --tv with two");
  }
  RuntimeLayout layout = parse_layout(state.layout);
  for (const std::string& text : state.compose) layout = composition(layout, parse_tiler(text));
  for (const std::string& text : state.divide) layout = zipped_divide(layout, parse_tiler(text));
  return show(layout, state);
}

}  // namespace

void add_layout(Command command, const GlobalOptions&) {
  auto state = std::make_shared<LayoutState>();
  command.option("layout", state->layout, "such as '(4,8):(8,1)'; modes may be nested");
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
  command.option("--svg", state->svg, "write the picture to this file as well").type_name("FILE");
  command.act([state] { return run_layout(*state); });
}

}  // namespace hippuzzle::commands
