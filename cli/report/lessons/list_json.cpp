// The list of puzzles, for programs.
#include <limits>
#include <nlohmann/json.hpp>

#include "cli/report/lessons/list_report.hpp"
#include "support/text/json.hpp"

namespace hippuzzle {

std::string list_json(const ListedPuzzles& all, const Look&) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const ListedPuzzle& p : all.puzzles) {
    list.push_back({{"id", p.id},
                    {"title", p.title},
                    {"variants", p.variants},
                    {"platforms", p.platforms},
                    {"tags", p.tags},
                    {"usable", p.usable}});
    if (!p.place) continue;
    list.back().update(
        {{"unit", p.place->unit}, {"requires", p.place->required}, {"minutes", p.place->minutes}});
  }
  return to_line({{"kind", "list"}, {"version", 1}, {"puzzles", list}}) + '\n';
}

std::vector<Format<ListedPuzzles>> list_formats() {
  constexpr auto text = [](const ListedPuzzles& all, const Look& look) {
    const size_t width = look.folds ? look.columns : std::numeric_limits<size_t>::max();
    switch (all.view) {
      case ListView::tags:
        return tags_text(all.puzzles, width);
      case ListView::course:
        return course_text(all.puzzles, width);
      case ListView::puzzles:
        break;
    }
    return list_text(all.puzzles, width);
  };
  return {{text_format(), text},
          {{{"json"},
            {".json"},
            "--json",
            "print one JSON object: the puzzles, with their variants, platforms and tags"},
           list_json}};
}

}  // namespace hippuzzle
