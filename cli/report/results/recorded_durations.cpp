#include "cli/report/results/recorded_durations.hpp"

#include <nlohmann/json.hpp>
#include <set>

#include "cli/report/results/result_file.hpp"

namespace hippuzzle {

RecordedDurations::RecordedDurations(const std::optional<std::string>& file) {
  if (!file) return;
  const auto nothing = [](const nlohmann::ordered_json&) { return nlohmann::ordered_json(); };
  for (const StoredResult& result : read_results(*file, nothing).results) {
    std::set<std::string> names(result.answers.begin(), result.answers.end());
    names.insert({name_of(result), result.puzzle, ""});
    if (!result.variant.empty()) names.insert(result.puzzle + " --" + result.variant);
    for (const std::string& name : names) {
      sums_[name].seconds += result.seconds;
      ++sums_[name].results;
    }
  }
}

double RecordedDurations::seconds(const std::vector<std::string>& names) const {
  const auto mean = [](const Sum& sum) { return sum.seconds / static_cast<double>(sum.results); };
  for (const std::string& name : names) {
    if (const auto found = sums_.find(name); found != sums_.end()) return mean(found->second);
  }
  const auto all = sums_.find("");
  return all == sums_.end() ? 1 : mean(all->second);
}

}  // namespace hippuzzle
