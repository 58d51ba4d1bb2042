// A learner in a workspace: their kernels take the place of the reference's, and their progress is
// kept.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "cli/app/learner/learner_modules.hpp"
#include "cli/args/option_groups.hpp"
#include "engine/judge/catalog/catalog.hpp"
#include "lessons/learner_progress.hpp"
#include "lessons/workspace.hpp"

namespace hippuzzle {

class Learner {
 public:
  // The learner of the workspace that the settings name, else of the workspace around the current
  // directory; nullopt elsewhere, and when the settings ask for the reference.
  static std::optional<Learner> here(const Catalog& catalog, const RunSettings& settings);

  // The same for one puzzle: nullopt also for a puzzle that has nothing to solve, whose reference
  // runs. Throws Error(not_started) when it has no kernels in the workspace.
  static std::optional<Learner> of(const std::string& puzzle, const Catalog& catalog,
                                   const RunSettings& settings);

  // Throws Error(not_started) when the puzzle has no kernels in the workspace.
  void require_started(const std::string& puzzle) const;

  // The folder with hippuzzle's own notes on the workspace.
  std::filesystem::path private_folder() const { return workspace_.private_folder(); }

  // The backend for kernels when --backend is not given.
  const std::string& backend() const { return workspace_.backend(); }

  // Whether the puzzle is a learner's to solve: it has a stub.
  bool solves(const std::string& puzzle) const;
  bool has_started(const std::string& puzzle) const;

  // Whether the puzzle's file in the workspace is still the stub.
  bool has_stub_alone(const std::string& puzzle) const;

  // The confinement of the learner's kernels; nullptr where they run with the user's rights.
  const Isolation* isolation() const { return modules_.isolation(); }

  // The learner's kernels, compiled.
  LearnerModules& modules() { return modules_; }

  // Keeps the verdict as the learner's progress; an unsupported run is not a verdict.
  void record(const std::string& puzzle, const std::string& variant, const VariantResult& result);

 private:
  Learner(const Workspace& workspace, const Catalog& catalog)
      : workspace_(workspace), catalog_(catalog), modules_(workspace, catalog) {}

  Workspace workspace_;
  const Catalog& catalog_;
  LearnerModules modules_;
};

// Outside a workspace: that the reference runs, where nobody asked for it.
void say_whose_kernels_run(const std::optional<Learner>& learner, const RunSettings& settings);
void say_whose_kernels_run(const Catalog& catalog, const RunSettings& settings);

// Puts a puzzle's stub into the workspace where there is not a file, as Workspace::start();
// verdicts on the file that was there before hold no longer. Tells editors how the file is
// compiled; prefix: the folder that holds lib/hippuzzle.
Workspace::Kernels begin_puzzle(const Workspace& workspace, const Lesson& lesson,
                                const std::filesystem::path& prefix);

// The workspace's progress; warns when its file could not be understood and begins anew.
Progress open_progress(const Workspace& workspace);

}  // namespace hippuzzle
