// hippuzzle: all commands.
#include <algorithm>
#include <cctype>
#include <vector>

#include "cli/app/book/book_run.hpp"
#include "cli/app/trace/trace_source.hpp"
#include "cli/commands/learning_commands.hpp"
#include "cli/commands/tool_commands.hpp"
#include "cli/program/program.hpp"
#include "cli/report/verdict/documents.hpp"
#include "cli/report/trace/race_text.hpp"
#include "cli/terminal/screen/output_file.hpp"
#include "cli/terminal/screen/terminal.hpp"
#include "engine/runner/measure/measurer.hpp"
#include "engine/judge/races/explain_races.hpp"
#include "engine/performance/roofline/ceilings.hpp"
#include "engine/runner/runner.hpp"
#include "lessons/lesson.hpp"

namespace hippuzzle {

// The page belongs to a book of its own, in which this puzzle's example is walked through.
std::filesystem::path commands::write_lesson_page(const Lesson& lesson,
                                                  const std::filesystem::path& folder,
                                                  const GlobalOptions& globals) {
  BookSettings settings{folder};
  settings.traced = {lesson.id()};
  return write_book(globals, settings).index.parent_path() / (lesson.id() + ".html");
}

namespace {

std::string explained_text(const ExplainedRace& race, uint64_t seed, bool colour) {
  return race_text(race, seed, {{}, colour, terminal_size().columns});
}

void write_explained(const ExplainedRace& race, const std::string& file) {
  write_output_file(file, race_page(race, kernel_sources(race.trace)));
}

std::optional<Outcome> compile(int argc, char** argv, const GlobalOptions& globals) {
  const auto words = commands::compiler_words(argc, argv);
  return words ? std::optional(commands::run_cc(*words, globals)) : std::nullopt;
}

}  // namespace

commands::Documents commands::documents(const std::string&) {
  return {make_json_report, make_sarif_report, devices_json, list_json, progress_json};
}

MemoryRates commands::memory_rates(const SearchPath& search_path, const std::string& device) {
  std::string name = device;
  std::ranges::transform(name, name.begin(),  // H200 is h200
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const Ceilings sheet = ceilings_from_file(search_path, name);
  return {sheet.device, sheet.value("l2"), sheet.value("shared")};
}

commands::RaceViews commands::race_views() {
  return {explain_races, explained_text, write_explained};
}

}  // namespace hippuzzle

int main(int argc, char** argv) {
  using namespace hippuzzle;
  measure_with(measure);
  std::vector<commands::Adder> adders(std::begin(commands::learning_commands),
                                      std::end(commands::learning_commands));
  adders.insert(adders.end(), std::begin(commands::tool_commands),
                std::end(commands::tool_commands));
  return run_program(argc, argv, {.adders = adders, .unparsed = compile});
}
