// The variants that failed in the last run here, for `--last-failed`: a line each, "p16 --naive on
// cpu". The file lies in the workspace's private folder, elsewhere in one of the user's.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/app/learner/learner.hpp"
#include "cli/report/batch/batch_result.hpp"
#include "engine/judge/catalog/catalog.hpp"

namespace hippuzzle {

// "p16 --naive on cpu": a result's place among all that a batch can have.
std::string place_of(const std::string& title, const std::string& backend);

class LastFailed {
 public:
  explicit LastFailed(const std::optional<Learner>& learner);

  // Throws Error(usage) where no run was recorded.
  void read();

  // Whether a run of the variant would say anew what is recorded to have failed.
  bool has(const VariantRef& ref, const std::string& backend) const;

  // Records the failures among the results. Earlier failures that were not run again stay.
  // has_run: whether a task answers that place. A run that could not record them is a run all the
  // same.
  void record(std::span<const BatchResult> results,
              const std::function<bool(const std::string& place)>& has_run) const;

 private:
  std::filesystem::path file_;
  std::vector<std::string> places_;
};

// Whether a run of the variant answers the failure that was recorded in that place. A run is
// recorded by the platform that "auto" chose, which may be another one the next time; a kernel that
// did not compile is recorded by the puzzle alone.
bool is_answered_by(const std::string& place, const VariantRef& ref, const std::string& backend);

}  // namespace hippuzzle
