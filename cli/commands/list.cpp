// `hippuzzle list`: the puzzles, their variants, and the platforms that each is built for.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "cli/app/run/puzzle_selection.hpp"
#include "cli/args/output_options.hpp"
#include "cli/commands/commands.hpp"
#include "cli/report/advice_text.hpp"
#include "cli/report/lessons/list_report.hpp"
#include "cli/terminal/screen/logging.hpp"
#include "engine/judge/catalog/backend.hpp"
#include "engine/platforms/platforms.hpp"
#include "lessons/curriculum.hpp"
#include "lessons/lesson.hpp"

namespace hippuzzle::commands {
namespace {

struct ListState {
  std::vector<std::string> patterns, tags;
  OutputSettings output;
  bool by_tag = false, course = false;
};

// Describes a puzzle with the variants that the tags leave.
ListedPuzzle describe(const CatalogEntry& entry, const ChosenTags& tags, const Catalog& catalog) {
  const SearchPath& search_path = catalog.search_path();
  ListedPuzzle listed{.id = entry.id, .title = entry.title};
  for (const VariantRef& ref : entry.refs) {
    if (!tags.match(ref)) continue;
    if (!ref.flag.empty()) listed.variants.push_back(ref.flag);
    for (std::string& tag : tags.all().of(ref.puzzle->id(), ref.variant->name)) {
      if (std::ranges::find(listed.tags, tag) == listed.tags.end()) {
        listed.tags.push_back(std::move(tag));
      }
    }
  }
  const std::string module = entry.refs.front().puzzle->id();
  if (search_path.puzzle_folder(module)) listed.place = Lesson(catalog, module).place();
  for (const Platform& platform : platforms()) {
    if (!search_path.kernel_module(platform.name, module)) continue;
    listed.platforms.emplace_back(platform.name);
    if (!platform.missing_hardware()) listed.usable.emplace_back(platform.name);
  }
  return listed;
}

// The puzzles that belong to the course, in its order.
std::vector<ListedPuzzle> in_course_order(std::vector<ListedPuzzle> puzzles,
                                          const Catalog& catalog) {
  std::vector<ListedPuzzle> ordered;
  for (const CourseLesson& lesson : course_lessons(catalog)) {
    const auto found = std::ranges::find(puzzles, lesson.id, &ListedPuzzle::id);
    if (found != puzzles.end()) ordered.push_back(std::move(*found));
  }
  if (ordered.empty() && !puzzles.empty()) {
    throw Error(Outcome::usage, "none of these puzzles belongs to the course",
                Advice{Advice::list_puzzles});
  }
  return ordered;
}

// A puzzle that was not built is named on standard error, too, and changes no outcome.
void name_unbuilt(const std::vector<std::string>& ids) {
  if (ids.empty()) return;
  logging::info("{}", in_words(fmt::format("not built: {}", fmt::join(ids, ", ")),
                               Advice{.kind = Advice::build_everything}));
}

// None where there are none at all.
std::vector<SelectedPuzzle> listed_puzzles(const std::vector<std::string>& patterns,
                                           const GlobalOptions& globals) {
  if (globals.catalog().all_ids().empty()) return {};
  return select_puzzles(patterns, globals.catalog(), globals.search_path());
}

// A module that cannot be opened is named on standard error and makes the outcome; the rest is
// listed.
Outcome run_list(const ListState& state, const GlobalOptions& globals) {
  const ChosenTags tags(globals.search_path(), state.tags);
  Outcome outcome = Outcome::passed;
  std::vector<ListedPuzzle> puzzles;
  std::vector<std::string> unbuilt;
  const auto all = state.patterns.empty() ? std::vector<std::string>{"*"} : state.patterns;
  for (const SelectedPuzzle& selected : listed_puzzles(all, globals)) {
    if (!selected.built) {
      if (tags.might_match(selected.id)) unbuilt.push_back(selected.id);
      continue;
    }
    try {
      const CatalogEntry entry = globals.catalog().open(selected.id);
      const auto fits = [&](const VariantRef& ref) { return tags.match(ref); };
      if (std::ranges::any_of(entry.refs, fits)) {
        puzzles.push_back(describe(entry, tags, globals.catalog()));
      }
    } catch (const Error& error) {
      logging::error("{}", in_words(error));
      outcome = error.outcome();
    }
  }
  name_unbuilt(unbuilt);
  if (puzzles.empty() && unbuilt.empty() && outcome == Outcome::passed) {
    throw Error(Outcome::load_failed,
                fmt::format("there are no puzzles in {}; build some, or point "
                            "--plugin-path at them",
                            globals.search_path().describe()));
  }
  if (state.course) puzzles = in_course_order(std::move(puzzles), globals.catalog());
  const ListView view = state.course   ? ListView::course
                        : state.by_tag ? ListView::tags
                                       : ListView::puzzles;
  write_result(state.output, list_formats(), ListedPuzzles{std::move(puzzles), view});
  return outcome;
}

}  // namespace

void add_list(Command command, const GlobalOptions& globals) {
  auto state = std::make_shared<ListState>();
  command.option("pattern", state->patterns, "only these puzzles, or puzzles that match a pattern");
  command.option("--tag", state->tags, "only puzzles and variants with this tag")
      .type_name("TAG")
      .repeatable();
  command.flag("--tags", state->by_tag, "print the tags, each with the puzzles that have it");
  command.flag("--course", state->course,
               "print the units of the course, with minutes and what each puzzle requires");
  add_outputs(command, state->output, names_of(list_formats()));
  command.act([state, &globals] { return run_list(*state, globals); });
}

}  // namespace hippuzzle::commands
