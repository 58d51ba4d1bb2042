#include "cli/app/learner/learner.hpp"

#include <fmt/format.h>

#include <utility>

#include "cli/terminal/screen/logging.hpp"
#include "lessons/editor_files.hpp"
#include "support/files/source_file.hpp"
#include "toolchain/content_hash.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;

std::optional<Learner> Learner::here(const Catalog& catalog, const RunSettings& settings) {
  if (settings.workspace && settings.solution) {
    throw Error(Outcome::usage,
                "--workspace runs the kernels in a workspace and --solution the reference; choose "
                "one");
  }
  if (settings.confined && (settings.solution || settings.in_process)) {
    throw Error(Outcome::usage,
                fmt::format("--confined runs the kernels of a workspace in a process without "
                            "rights; leave out {}",
                            settings.solution ? "--solution" : "--in-process"));
  }
  auto workspace =
      settings.workspace ? Workspace::at(*settings.workspace) : Workspace::find(fs::current_path());
  if (!workspace && settings.confined) {
    throw Error(Outcome::usage,
                "--confined is for the kernels of a workspace, and there is none here; leave it "
                "out, or name one with --workspace");
  }
  if (!workspace) return std::nullopt;
  if (settings.solution) {
    static bool told = false;  // a book runs each puzzle
    if (!std::exchange(told, true)) logging::info("running the reference solution");
    return std::nullopt;
  }
  Learner learner(*std::move(workspace), catalog);
  if (settings.confined) {
    learner.modules_.confine(
        Isolation::choose("auto", catalog.search_path(), "leave out --confined"));
  }
  return learner;
}

std::optional<Learner> Learner::of(const std::string& puzzle, const Catalog& catalog,
                                   const RunSettings& settings) {
  auto learner = here(catalog, settings);
  if (!learner || !learner->solves(puzzle)) return std::nullopt;
  learner->require_started(puzzle);
  return learner;
}

void say_whose_kernels_run(const std::optional<Learner>& learner, const RunSettings& settings) {
  if (!learner && !settings.solution)
    logging::info("no workspace here, so the reference kernels run");
}

void say_whose_kernels_run(const Catalog& catalog, const RunSettings& settings) {
  if (!settings.solution) say_whose_kernels_run(Learner::here(catalog, settings), settings);
}

void Learner::require_started(const std::string& puzzle) const {
  if (has_started(puzzle)) return;
  throw Error(Outcome::not_started,
              fmt::format("{0} is not started in the workspace {1}; `hippuzzle start {0}` begins "
                          "it, `--solution` runs the reference",
                          catalog_.id_of(puzzle).value_or(puzzle), workspace_.root().string()));
}

bool Learner::solves(const std::string& puzzle) const {
  return !catalog_.search_path().puzzle_folder(puzzle) || Lesson(catalog_, puzzle).has_stub();
}

bool Learner::has_started(const std::string& puzzle) const {
  const auto folder = catalog_.search_path().puzzle_folder(puzzle);
  return folder && fs::exists(workspace_.kernels(Lesson(catalog_, puzzle)));
}

bool Learner::has_stub_alone(const std::string& puzzle) const {
  return solves(puzzle) &&
         workspace_.state_of(Lesson(catalog_, puzzle)) == Workspace::Kernels::untouched;
}

void Learner::record(const std::string& puzzle, const std::string& variant,
                     const VariantResult& result) {
  if (result.outcome == Outcome::unsupported || result.outcome == Outcome::usage) return;
  // A variant that could not be checked has the right answer.
  const bool passed = result.outcome == Outcome::passed || result.outcome == Outcome::not_checked;
  const Standing standing = !passed          ? Standing::failing
                            : result.checked ? Standing::passed_clean
                                             : Standing::passed;
  ContentHash kernels;
  kernels.add(read_source_file(workspace_.kernels(Lesson(catalog_, puzzle))).value_or(""));
  open_progress(workspace_).record_verdict(puzzle, variant, standing, kernels.text());
}

Workspace::Kernels begin_puzzle(const Workspace& workspace, const Lesson& lesson,
                                const fs::path& prefix) {
  const Workspace::Kernels before = workspace.start(lesson);
  if (before == Workspace::Kernels::missing) {
    open_progress(workspace).forget_verdicts(lesson.puzzle());
  }
  write_compile_flags(workspace.kernels(lesson).parent_path(), prefix, lesson.folder());
  return before;
}

Progress open_progress(const Workspace& workspace) {
  Progress progress(workspace.private_folder());
  if (const fs::path& aside = progress.set_aside(); !aside.empty()) {
    logging::warning(
        "the workspace's progress could not be read (it is kept as {}); your kernels are "
        "untouched, progress begins anew",
        fs::proximate(aside).string());
  }
  return progress;
}

}  // namespace hippuzzle
