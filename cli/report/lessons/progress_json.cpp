// A learner's progress, for programs.
#include <nlohmann/json.hpp>

#include "cli/report/lessons/progress_text.hpp"
#include "support/text/json.hpp"

namespace hippuzzle {
namespace {

using json = nlohmann::ordered_json;

json to_json(const CoursePuzzle& puzzle) {
  json variants = json::array();
  for (const CourseVariant& variant : puzzle.variants) {
    variants.push_back({{"variant", variant.flag},
                        {"standing", to_text(variant.progress.standing, false)},
                        {"ever_passed", variant.progress.ever_passed},
                        {"hints_shown", variant.progress.hints_shown}});
  }
  return {{"id", puzzle.id},
          {"title", puzzle.title},
          {"standing", to_text(puzzle.standing(), false)},
          {"variants", variants}};
}

}  // namespace

std::string progress_json(const Curriculum& curriculum, const Look&) {
  json puzzles = json::array();
  for (const CoursePuzzle& puzzle : curriculum.puzzles()) puzzles.push_back(to_json(puzzle));
  return to_line(json{{"kind", "progress"},
                      {"version", 1},
                      {"passed", curriculum.passed()},
                      {"puzzles", puzzles}}) +
         '\n';
}

std::vector<Format<Curriculum>> progress_formats() {
  constexpr auto text = [](const Curriculum& curriculum, const Look& look) {
    return progress_text(curriculum, look.columns, look.colour);
  };
  return {{text_format(), text},
          {{{"json"}, {".json"}, "--json", "print one JSON object in a line"}, progress_json}};
}

}  // namespace hippuzzle
