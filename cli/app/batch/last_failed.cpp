#include "cli/app/batch/last_failed.hpp"

#include <algorithm>
#include <cstdlib>

#include "cli/report/verdict/verdict_text.hpp"
#include "cli/terminal/screen/logging.hpp"
#include "support/files/text_file.hpp"
#include "support/outcome.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;
namespace {

fs::path file_of(const std::optional<Learner>& learner) {
  if (learner) return learner->private_folder() / "last-failed";
  const char* state = std::getenv("XDG_STATE_HOME");
  const char* home = std::getenv("HOME");
  const fs::path folder = state != nullptr && *state == '/' ? fs::path(state)
                          : home != nullptr                 ? fs::path(home) / ".local/state"
                                                            : fs::path("/nonexistent");
  return folder / "hippuzzle" / "last-failed";
}

}  // namespace

std::string place_of(const std::string& title, const std::string& backend) {
  return title + " on " + backend;
}

bool is_answered_by(const std::string& place, const VariantRef& ref, const std::string& backend) {
  for (const std::string& name : {title(ref.id, ref.flag), ref.id}) {
    if (backend == "auto" ? place.starts_with(place_of(name, ""))
                          : place == place_of(name, backend)) {
      return true;
    }
  }
  return false;
}

LastFailed::LastFailed(const std::optional<Learner>& learner) : file_(file_of(learner)) {}

void LastFailed::read() {
  const auto text = read_file(file_);
  if (!text) {
    throw Error(Outcome::usage,
                "no run has been recorded here, so there is nothing that failed last; run without "
                "--last-failed first");
  }
  for (size_t begin = 0; begin < text->size();) {
    const size_t end = std::min(text->find('\n', begin), text->size());
    places_.push_back(text->substr(begin, end - begin));
    begin = end + 1;
  }
}

bool LastFailed::has(const VariantRef& ref, const std::string& backend) const {
  return std::ranges::any_of(
      places_, [&](const std::string& place) { return is_answered_by(place, ref, backend); });
}

void LastFailed::record(std::span<const BatchResult> results,
                        const std::function<bool(const std::string& place)>& has_run) const {
  std::string text;
  for (const BatchResult& batch : results) {
    if (is_failure(batch)) text += place_of(title(batch.result), batch.result.platform) + '\n';
  }
  for (const std::string& place : places_) {
    if (!has_run(place)) text += place + '\n';
  }
  try {
    replace_file(file_, text);
  } catch (const std::exception& error) {
    logging::debug("failures are not recorded: {}", error.what());
  }
}

}  // namespace hippuzzle
