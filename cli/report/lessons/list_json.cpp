// The list of puzzles, for programs.
#include <nlohmann/json.hpp>

#include "cli/report/verdict/documents.hpp"
#include "support/text/json.hpp"

namespace hippuzzle {

std::string list_json(const std::vector<ListedPuzzle>& puzzles) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const ListedPuzzle& p : puzzles) {
    list.push_back({{"id", p.id},
                    {"title", p.title},
                    {"variants", p.variants},
                    {"platforms", p.platforms},
                    {"tags", p.tags},
                    {"usable", p.usable}});
  }
  return to_line({{"kind", "list"}, {"version", 1}, {"puzzles", list}}) + '\n';
}

}  // namespace hippuzzle
