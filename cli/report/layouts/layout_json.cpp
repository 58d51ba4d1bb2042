// Layouts for programs, and the list of formats.
#include <nlohmann/json.hpp>

#include "cli/report/layouts/layout_formats.hpp"
#include "cli/report/layouts/layout_grid.hpp"
#include "cli/report/layouts/layout_svg.hpp"
#include "cli/report/layouts/layout_table.hpp"
#include "support/text/json.hpp"

namespace hippuzzle {
namespace {

using json = nlohmann::ordered_json;

json to_json(const IntTree& tree) {
  if (!tree.is_tuple()) return tree.value();
  json members = json::array();
  for (const IntTree& member : tree.members()) members.push_back(to_json(member));
  return members;
}

json offsets_json(const RuntimeLayout& layout) {
  json offsets = json::array();
  for (int64_t i = 0; i < layout.size(); ++i) offsets.push_back(layout(i));
  return offsets;
}

json places_json(const RuntimeLayout& layout, const IntTree& pattern) {
  json places = json::array();
  for (const IntTree& coordinate : coordinates_within(pattern, layout.shape(), most_layout_cells)) {
    places.push_back({{"coordinate", to_json(coordinate)}, {"offset", layout(coordinate)}});
  }
  return places;
}

json coordinates_json(const RuntimeLayout& layout, int64_t offset) {
  json coordinates = json::array();
  for (const IntTree& coordinate : coordinates_of(layout, offset, most_layout_cells)) {
    coordinates.push_back(to_json(coordinate));
  }
  return coordinates;
}

}  // namespace

std::string layout_text(const ShownLayout& shown, const Look& look) {
  return std::visit(
      [&](const auto& layout) {
        if (shown.pattern) return offsets_text(layout, *shown.pattern);
        if (shown.offset) return coordinates_text(layout, *shown.offset);
        return layout_table(layout, look.columns);
      },
      shown.layout);
}

std::string layout_picture(const ShownLayout& shown, const Look&) {
  return std::visit([](const auto& layout) { return layout_svg(layout); }, shown.layout);
}

std::vector<Format<ShownLayout>> layout_formats() {
  return {{text_format(), layout_text},
          {{{"json"}, {".json"}, "--json", "print one JSON object"}, layout_json},
          {{{"svg"}, {".svg"}, "--svg", "write the picture to this file as well", true},
           layout_picture}};
}

std::string layout_json(const ShownLayout& shown, const Look&) {
  const auto& [result, pattern, offset] = shown;
  const auto* const tv = std::get_if<RuntimeTvLayout>(&result);
  const RuntimeLayout& layout = tv != nullptr ? tv->layout : std::get<RuntimeLayout>(result);
  json document = {{"layout", to_string(layout)},
                   {"shape", to_json(layout.shape())},
                   {"stride", to_json(layout.stride())},
                   {"size", layout.size()},
                   {"cosize", layout.cosize()}};
  if (tv != nullptr) document["tile"] = to_json(tv->tiler);
  if (pattern) {
    document["places"] = places_json(layout, *pattern);
  } else if (offset) {
    document["offset"] = *offset;
    document["coordinates"] = coordinates_json(layout, *offset);
  } else if (layout.size() <= most_layout_cells) {
    document["offsets"] = offsets_json(layout);
  }
  return to_line(document) + '\n';
}

}  // namespace hippuzzle
