// `hippuzzle run 'p*'`: everything that a pattern names, one line a variant, and a summary.
#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "cli/app/session.hpp"
#include "cli/commands/commands.hpp"
#include "cli/terminal/output_file.hpp"

namespace hippuzzle::commands {
namespace {

struct RunState {
  std::vector<std::string> patterns;
  RunSettings settings;
};

bool matches(const std::string& id, const std::vector<std::string>& patterns) {
  for (const std::string& pattern : patterns) {
    if (fnmatch(pattern.c_str(), id.c_str(), 0) == 0) return true;
  }
  return false;
}

void add_failure(Session& session, const std::string& id, const Error& error) {
  VariantResult result;
  result.puzzle = id;
  result.outcome = error.outcome();
  result.reason = error.what();
  result.advice = error.advice();
  session.add(std::move(result));
}

void run_entry(Session& session, const Catalog& catalog, const std::string& id) {
  try {
    session.run(catalog.open(id).refs);
  } catch (const Error& error) {  // one bad module must not end a batch
    add_failure(session, id, error);
  } catch (const std::filesystem::filesystem_error& error) {  // nor a file that cannot be used
    add_failure(session, id, Error(Outcome::load_failed, sentence_of(error)));
  }
}

std::string puzzle_of(const std::string& id, const Catalog& catalog) {
  return catalog.open(id).refs.front().puzzle->id();
}

// A ladder has nothing for the learner to solve: its rungs run as they are shipped.
bool only_ladders(const std::vector<std::string>& ids, const Learner& learner,
                  const Catalog& catalog) {
  return std::ranges::none_of(
      ids, [&](const std::string& id) { return learner.solves(puzzle_of(id, catalog)); });
}

// In a workspace a pattern names the puzzles that the learner has started.
void keep_started(std::vector<std::string>& ids, const Learner& learner, const Catalog& catalog) {
  std::erase_if(
      ids, [&](const std::string& id) { return !learner.has_started(puzzle_of(id, catalog)); });
  if (ids.empty()) {
    throw Error(Outcome::usage,
                "none of these puzzles is started in this workspace; `hippuzzle "
                "start` begins one, `--solution` runs the reference");
  }
}

Outcome run_patterns(const RunState& state, const GlobalOptions& globals) {
  std::vector<std::string> ids;
  for (const std::string& id : globals.catalog().ids()) {
    if (matches(id, state.patterns)) ids.push_back(id);
  }
  if (ids.empty()) {
    throw Error(Outcome::usage,
                fmt::format("no puzzle matches '{}' in {}; see `hippuzzle list`",
                            fmt::join(state.patterns, "' or '"), globals.search_path().describe()));
  }
  auto learner = Learner::here(globals.search_path(), state.settings);
  if (learner && only_ladders(ids, *learner, globals.catalog())) learner.reset();
  if (learner) keep_started(ids, *learner, globals.catalog());
  const auto report = state.settings.json ? make_json_report() : make_text_report(Detail::line);
  Session session(globals.search_path(), state.settings, *report, learner ? &*learner : nullptr);
  for (const std::string& id : ids) run_entry(session, globals.catalog(), id);
  return session.finish();
}

}  // namespace

void add_run(Command command, const GlobalOptions& globals) {
  auto state = std::make_shared<RunState>();
  command.option("pattern", state->patterns, "a puzzle, or a pattern such as 'p*'").required();
  add_run_options(command, state->settings);
  command.act([state, &globals] { return run_patterns(*state, globals); });
}

}  // namespace hippuzzle::commands
