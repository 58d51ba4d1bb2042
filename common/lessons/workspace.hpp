// A workspace: the folder in which a learner works.
//
//   hippuzzle.toml               marks it; settings
//   p14_prefix_sum/kernel.hip    the learner's file, a copy of the puzzle's stub to begin with
//   .hippuzzle/state.json        progress (learner_progress.hpp)
//   .hippuzzle/<platform>/p14.so kernels as built (kernel_build.hpp)
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "lessons/lesson.hpp"

namespace hippuzzle {

class Workspace {
 public:
  // The workspace around a folder: the nearest hippuzzle.toml, upwards. Throws Error(usage) when
  // that is not a file or not well formed: a damaged workspace is never taken for none.
  static std::optional<Workspace> find(const std::filesystem::path& from);

  // This folder as a workspace, with or without settings. Throws Error(usage) when it is not a
  // folder, or as find() does.
  static Workspace at(const std::filesystem::path& folder);

  // The same around the current directory. Throws Error(usage) when there is none.
  static Workspace require();

  // Makes a workspace of a folder, which it makes too, with the text of its settings file. Throws
  // Error(usage) when the folder lies in another one; false when it is one already.
  static bool create(const std::filesystem::path& folder, const std::string& settings);

  const std::filesystem::path& root() const { return root_; }
  std::filesystem::path private_folder() const { return root_ / ".hippuzzle"; }
  std::filesystem::path module(const std::string& platform, const std::string& id) const;

  // The learner's file. It need not exist. If the file was begun in another edition, under the
  // puzzle's number there, it is the same file.
  std::filesystem::path kernels(const Lesson& lesson) const;

  enum class Kernels { missing, untouched, edited };
  Kernels state_of(const Lesson& lesson) const;

  // Puts the stub there. Returns the previous state; only a missing file is written.
  Kernels start(const Lesson& lesson) const;

  // Puts the stub back. An edited file is kept next to it, as kernel.hip.backup-1 and so on, whose
  // path is returned.
  std::optional<std::filesystem::path> reset(const Lesson& lesson) const;

  // The backend of `hippuzzle p14` when --backend is not given.
  const std::string& backend() const { return backend_; }

  // The edition whose ids its commands use when --edition is not given; "" for this edition.
  const std::string& edition() const { return edition_; }

  // Folders with further puzzles, laid out as SearchPath's roots; absolute.
  const std::vector<std::filesystem::path>& plugin_paths() const { return plugin_paths_; }

 private:
  explicit Workspace(std::filesystem::path root);

  std::filesystem::path root_;  // canonical
  std::string backend_ = "auto";
  std::string edition_;
  std::vector<std::filesystem::path> plugin_paths_;
};

}  // namespace hippuzzle
