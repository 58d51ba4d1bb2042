#include "layout/layout_functions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "layout/layout_text.hpp"
#include "support/outcome.hpp"

namespace hippuzzle {
namespace {

using Arguments = std::vector<LayoutArgument>;

[[noreturn]] void refuse_argument(const std::string& sentence) {
  throw Error(Outcome::usage, sentence);
}

Tiler by_mode(const IntTree& shape) {
  if (!shape.is_tuple()) return Tiler(RuntimeLayout(shape));
  std::vector<Tiler> parts;
  for (const IntTree& member : shape.members()) parts.push_back(by_mode(member));
  return Tiler(std::move(parts));
}

LayoutArgument layout(RuntimeLayout result) {
  LayoutArgument argument;
  argument.layout = std::move(result);
  return argument;
}
LayoutArgument tv(RuntimeTvLayout result) {
  LayoutArgument argument = layout(std::move(result.layout));
  argument.tile = std::move(result.tiler);
  return argument;
}

// All arguments as one tree: row_major(2,3) has the shape (2,3).
IntTree shape_of(const Arguments& arguments) {
  if (arguments.size() == 1) return arguments[0].as_tree();
  std::vector<IntTree> members;
  for (const LayoutArgument& argument : arguments) members.push_back(argument.as_tree());
  return IntTree(std::move(members));
}

// An operation on a layout and a tiler, or on two layouts.
template <RuntimeLayout (*operation)(const RuntimeLayout&, const Tiler&)>
LayoutArgument with_tiler(const Arguments& a) {
  return layout(operation(a[0].as_layout(), a[1].as_tiler()));
}
template <RuntimeLayout (*operation)(const RuntimeLayout&, const RuntimeLayout&)>
LayoutArgument of_two(const Arguments& a) {
  return layout(operation(a[0].as_layout(), a[1].as_layout()));
}
template <RuntimeLayout (*operation)(const RuntimeLayout&)>
LayoutArgument of_one(const Arguments& a) {
  return layout(operation(a[0].as_layout()));
}

LayoutArgument mode_of(const Arguments& a) {
  const RuntimeLayout whole = a[0].as_layout();
  const IntTree& i = a[1].as_tree();
  if (i.is_tuple() || i.value() >= whole.rank()) {
    refuse_argument(fmt::format("{} has {} modes, counted from 0, and no mode {}", to_string(whole),
                                whole.rank(), to_string(i)));
  }
  return layout(whole.mode(static_cast<int>(i.value())));
}

constexpr size_t any = std::numeric_limits<size_t>::max();

}  // namespace

RuntimeLayout LayoutArgument::as_layout() const {
  if (tiler) refuse_argument("a tiler in <…> stands where a layout is expected");
  return layout ? *layout : RuntimeLayout(tree);
}
RuntimeTvLayout LayoutArgument::as_tv() const {
  if (!tile) refuse_argument("a thread-value layout is expected, such as make_layout_tv(…) gives");
  return {*tile, *layout};
}
Tiler LayoutArgument::as_tiler() const {
  if (tiler) return *tiler;
  return layout ? Tiler(*layout) : by_mode(tree);
}
const IntTree& LayoutArgument::as_tree() const {
  if (tiler || layout) refuse_argument("a layout stands where integers alone are expected");
  return tree;
}

const std::vector<LayoutFunction>& all_layout_functions() {
  static const std::vector<LayoutFunction> functions = {
      {"row_major", "EXTENT,...", 1, any,
       [](const Arguments& a) { return layout(row_major(shape_of(a))); }},
      {"col_major", "EXTENT,...", 1, any,
       [](const Arguments& a) { return layout(col_major(shape_of(a))); }},
      {"ordered", "SHAPE,ORDER", 2, 2,
       [](const Arguments& a) {
         return layout(make_ordered_layout(a[0].as_tree(), a[1].as_tree()));
       }},
      {"tiled", "SHAPE,TILE", 2, 2,
       [](const Arguments& a) { return layout(tiled_layout(a[0].as_tree(), a[1].as_tree())); }},
      {"make_layout", "LAYOUT,...", 1, any,
       [](const Arguments& a) {
         std::vector<RuntimeLayout> modes;
         for (const LayoutArgument& argument : a) modes.push_back(argument.as_layout());
         return layout(make_layout(modes));
       }},
      {"mode", "LAYOUT,I", 2, 2, mode_of},
      {"coalesce", "LAYOUT", 1, 1, of_one<coalesce>},
      {"coalesce_each", "LAYOUT", 1, 1, of_one<coalesce_each>},
      {"composition", "LAYOUT,TILER", 2, 2, with_tiler<composition>},
      {"complement", "LAYOUT[,SIZE]", 1, 2,
       [](const Arguments& a) {
         const RuntimeLayout whole = a[0].as_layout();
         return layout(complement(whole, a.size() == 2 ? product(a[1].as_tree()) : whole.cosize()));
       }},
      {"right_inverse", "LAYOUT", 1, 1, of_one<right_inverse>},
      {"left_inverse", "LAYOUT", 1, 1, of_one<left_inverse>},
      {"logical_divide", "LAYOUT,TILER", 2, 2, with_tiler<logical_divide>},
      {"zipped_divide", "LAYOUT,TILER", 2, 2, with_tiler<zipped_divide>},
      {"tiled_divide", "LAYOUT,TILER", 2, 2, with_tiler<tiled_divide>},
      {"flat_divide", "LAYOUT,TILER", 2, 2, with_tiler<flat_divide>},
      {"logical_product", "LAYOUT,TILER", 2, 2, with_tiler<logical_product>},
      {"zipped_product", "LAYOUT,TILER", 2, 2, with_tiler<zipped_product>},
      {"tiled_product", "LAYOUT,TILER", 2, 2, with_tiler<tiled_product>},
      {"flat_product", "LAYOUT,TILER", 2, 2, with_tiler<flat_product>},
      {"blocked_product", "LAYOUT,LAYOUT", 2, 2, of_two<blocked_product>},
      {"raked_product", "LAYOUT,LAYOUT", 2, 2, of_two<raked_product>},
      {"make_layout_tv", "THREADS,VALUES", 2, 2,
       [](const Arguments& a) { return tv(make_layout_tv(a[0].as_layout(), a[1].as_layout())); }},
      {"repeat_tv", "TV,TILE", 2, 2,
       [](const Arguments& a) { return tv(repeat_tv(a[0].as_tv(), a[1].as_tree())); }}};
  return functions;
}

const LayoutFunction* find_layout_function(std::string_view name) {
  const std::vector<LayoutFunction>& all = all_layout_functions();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const auto& f) { return f.name == name; });
  return found == all.end() ? nullptr : &*found;
}

std::vector<std::string> layout_functions() {
  std::vector<std::string> texts;
  for (const LayoutFunction& f : all_layout_functions()) {
    texts.push_back(fmt::format("{}({})", f.name, f.parameters));
  }
  return texts;
}

}  // namespace hippuzzle
