// `hippuzzle run 'p*'`: everything that a pattern names, one line a variant, and a summary.
#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "cli/app/session.hpp"
#include "cli/args/suggest.hpp"
#include "cli/commands/commands.hpp"
#include "cli/terminal/output_file.hpp"

namespace hippuzzle::commands {
namespace {

struct RunState {
  std::vector<std::string> patterns;
  bool all = false;
  RunSettings settings;
};

// A puzzle that was asked for.
struct Asked {
  std::string id;
  bool by_name = false;  // else a pattern's stars found it
  bool built = true;
};

bool is_name(const std::string& pattern) { return pattern.find_first_of("*?[") == pattern.npos; }

bool matches(const std::string& id, const std::string& pattern) {
  return fnmatch(pattern.c_str(), id.c_str(), 0) == 0;
}

// Every puzzle there is, in order: by_name is not set.
std::vector<Asked> all_puzzles(const Catalog& catalog) {
  std::vector<Asked> puzzles;
  for (const std::string& id : catalog.ids()) puzzles.push_back({id});
  for (const std::string& id : catalog.unbuilt_ids()) {
    const auto listed = std::ranges::find(puzzles, id, &Asked::id);
    if (listed != puzzles.end()) {
      listed->built = false;
    } else {
      puzzles.push_back({.id = id, .built = false});
    }
  }
  return puzzles;
}

[[noreturn]] void refuse_pattern(const std::string& pattern, const std::vector<Asked>& puzzles,
                                 const SearchPath& search_path) {
  std::vector<std::string> ids;
  for (const Asked& puzzle : puzzles) ids.push_back(puzzle.id);
  const std::string best = is_name(pattern) ? nearest(pattern, ids) : "";
  throw Error(
      Outcome::usage,
      fmt::format("no puzzle matches '{}' in {}; {}", pattern, search_path.describe(),
                  best.empty() ? "see `hippuzzle list`" : fmt::format("did you mean '{}'?", best)));
}

// Throws Error(usage) for a pattern that matches nothing.
std::vector<Asked> puzzles_of(const std::vector<std::string>& patterns,
                              const GlobalOptions& globals) {
  std::vector<Asked> puzzles = all_puzzles(globals.catalog());
  std::vector<bool> wanted(puzzles.size());
  for (const std::string& pattern : patterns) {
    bool matched = false;
    for (size_t i = 0; i < puzzles.size(); ++i) {
      if (!matches(puzzles[i].id, pattern)) continue;
      matched = wanted[i] = true;
      if (is_name(pattern)) puzzles[i].by_name = true;
    }
    if (!matched) refuse_pattern(pattern, puzzles, globals.search_path());
  }
  std::vector<Asked> asked;
  for (size_t i = 0; i < puzzles.size(); ++i) {
    if (wanted[i]) asked.push_back(puzzles[i]);
  }
  return asked;
}

class Batch {
 public:
  Batch(const RunState& state, const GlobalOptions& globals, Session& session,
        const Learner* learner)
      : state_(state), globals_(globals), session_(session), learner_(learner) {}

  void run(const Asked& asked) {
    const std::string& id = asked.id;
    try {
      if (!asked.built) {
        throw Error(Outcome::not_built,
                    fmt::format("{} is not built; `./dev build` builds all puzzles", id));
      }
      const CatalogEntry entry = globals_.catalog().open(id);
      const std::string& puzzle = entry.refs.front().puzzle->id();
      if (learner_ != nullptr) {
        if (learner_->solves(puzzle)) {
          learner_->require_started(puzzle);
        } else if (!asked.by_name) {
          return;  // a ladder: a pattern in a workspace means what the learner solves
        } else if (state_.settings.workspace) {
          throw Error(Outcome::usage,
                      fmt::format("{} has nothing to fill in, so no workspace has kernels for it; "
                                  "leave it or --workspace out",
                                  id));
        }
      }
      session_.run(entry.refs);
    } catch (const Error& error) {  // one bad module must not end a batch
      take(asked, error);
    } catch (const std::filesystem::filesystem_error& error) {  // nor a file that cannot be used
      take(asked, Error(Outcome::load_failed, sentence_of(error)));
    }
  }

 private:
  // What a pattern's stars found and nobody began is told, and is no failure of the learner's.
  void take(const Asked& asked, const Error& error) {
    const bool nothing_to_run =
        error.outcome() == Outcome::not_started || error.outcome() == Outcome::not_built;
    const bool strict = asked.by_name || state_.all || state_.settings.workspace;
    if (nothing_to_run && !strict) {
      session_.count(asked.id, error);
    } else {
      session_.add(asked.id, error);
    }
  }

  const RunState& state_;
  const GlobalOptions& globals_;
  Session& session_;
  const Learner* learner_;
};

Outcome run_patterns(const RunState& state, const GlobalOptions& globals) {
  const std::vector<Asked> asked = puzzles_of(state.patterns, globals);
  auto learner = Learner::here(globals.catalog(), state.settings);
  say_whose_kernels_run(learner, state.settings);
  const auto report = state.settings.json ? make_json_report() : make_text_report(Detail::line);
  Session session(globals.search_path(), state.settings, *report, learner ? &*learner : nullptr);
  Batch batch(state, globals, session, learner ? &*learner : nullptr);
  for (const Asked& puzzle : asked) batch.run(puzzle);
  return session.finish();
}

}  // namespace

void add_run(Command command, const GlobalOptions& globals) {
  auto state = std::make_shared<RunState>();
  command.option("pattern", state->patterns, "a puzzle, or a pattern such as 'p*'").required();
  command.flag("--all", state->all,
               "fail for puzzles of a pattern that are not started or not built, too");
  add_run_options(command, state->settings);
  command.act([state, &globals] { return run_patterns(*state, globals); });
}

}  // namespace hippuzzle::commands
