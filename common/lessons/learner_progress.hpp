// A learner's progress in a workspace: the last verdict on each variant and the hints shown. Kept
// in .hippuzzle/state.json, so that no crash loses it.
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace hippuzzle {

enum class Standing { not_started, started, failing, passed, passed_clean };

struct VariantProgress {
  Standing standing = Standing::not_started;  // by the last verdict; `started` is never kept
  bool ever_passed = false;
  int hints_shown = 0;
  std::string kernels = {};  // hash of the file that the verdict is about
};

class Progress {
 public:
  // folder: the workspace's .hippuzzle. A state file that cannot be understood is renamed to
  // state.json.unreadable-N and its path returned by set_aside(); progress then begins anew.
  // Throws std::system_error when the folder cannot be read or written.
  explicit Progress(std::filesystem::path folder);

  const std::filesystem::path& set_aside() const { return set_aside_; }  // "" mostly

  VariantProgress of(const std::string& puzzle, const std::string& variant) const;

  // Each of these reads the file again under a lock, changes one entry and writes it back, so that
  // several hippuzzle processes may work at once.
  // A verdict without the check leaves a clean one on the same file as it was.
  void record_verdict(const std::string& puzzle, const std::string& variant, Standing standing,
                      const std::string& kernels);
  void record_hints(const std::string& puzzle, const std::string& variant, int shown);

  // The learner's file is the stub again: no verdict on the puzzle holds. It keeps shown hints and
  // passed variants.
  void forget_verdicts(const std::string& puzzle);

 private:
  using Entries = std::map<std::string, std::map<std::string, VariantProgress>>;

  template <class Change>
  void update(const std::string& puzzle, const std::string& variant, const Change& change);
  std::filesystem::path file() const { return folder_ / "state.json"; }
  void load();
  void save() const;

  std::filesystem::path folder_;
  std::filesystem::path set_aside_;
  Entries entries_;  // by puzzle, then variant
};

}  // namespace hippuzzle
