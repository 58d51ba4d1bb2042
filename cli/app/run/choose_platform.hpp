// The choice of the platform that runs a puzzle's kernels.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/app/learner/learner.hpp"
#include "cli/terminal/screen/logging.hpp"
#include "engine/judge/catalog/backend.hpp"
#include "engine/modules/search_path.hpp"

namespace hippuzzle {

struct PassedOver {
  std::string platform;
  std::string why;    // one sentence
  bool has_hardware;  // a device of the platform seems to be here
};

struct PlatformChoice {
  std::optional<Candidate> candidate;   // none when no platform can be used
  std::vector<PassedOver> passed_over;  // the platforms before it
};

// Uses a candidate, or says in one sentence why it cannot; "" when it could.
using UseCandidate = std::function<std::string(const Candidate&)>;

// Offers the candidates of `backend`, one word of --backend, to `use` until one can be used: the
// learner's kernels, or the shipped ones without a learner. Throws Error(usage) for an unknown
// backend, Error(load_failed) when the learner's kernels do not compile.
PlatformChoice choose_platform(const std::string& backend, const SearchPath& search_path,
                               const std::string& puzzle, const WantedDevice& device,
                               Learner* learner, const UseCandidate& use);

// "nvidia: no GPU …; amd: …"
std::string to_string(const std::vector<PassedOver>& passed_over);

// The reasons why no platform could be used: only of platforms that are here, if any is.
std::string why_none(const std::vector<PassedOver>& passed_over);

// Says on standard error which platform was chosen where none was asked for, at `level`; a warning
// in any case when a GPU that seems to be here was passed over.
void tell_choice(const std::string& platform, const std::vector<PassedOver>& passed_over,
                 logging::Level level);

// The sentence about the choice: "no GPU is visible here, so the kernels run on cpu", or why a
// visible one is passed over.
std::string choice_sentence(const std::string& platform,
                            const std::vector<PassedOver>& passed_over);

}  // namespace hippuzzle
