#include "cli/app/batch/shard.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <utility>

#include "cli/args/option_values.hpp"
#include "cli/terminal/screen/logging.hpp"
#include "support/outcome.hpp"

namespace hippuzzle {
namespace {

constexpr int most_shards = 9999;

std::optional<int> number_in(const char* variable) {
  const char* text = std::getenv(variable);
  if (text == nullptr || *text == '\0') return std::nullopt;
  const std::string word = text;
  if (!whole_number(word).empty() || word.size() > 9) {
    throw Error(Outcome::usage,
                fmt::format("{} is '{}', which is no whole number; unset it, or say --shard I/N",
                            variable, word));
  }
  return std::stoi(word);
}

Shard checked(const char* variable, int index, int count) {
  if (index < 1 || index > count || count > most_shards) {
    throw Error(Outcome::usage,
                fmt::format("{} asks for shard {} of {}, and there is none; say --shard I/N",
                            variable, index, count));
  }
  if (count > 1) logging::info("shard {} of {}, by {}", index, count, variable);
  return {index, count};
}

}  // namespace

Shard Shard::choose(const std::optional<std::string>& word) {
  if (word) {
    const size_t slash = word->find('/');
    return {std::stoi(word->substr(0, slash)), std::stoi(word->substr(slash + 1))};
  }
  const auto total = number_in("GTEST_TOTAL_SHARDS"), index = number_in("GTEST_SHARD_INDEX");
  if (total && index) return checked("GTEST_SHARD_INDEX", *index + 1, *total);
  const auto tasks = number_in("SLURM_ARRAY_TASK_COUNT"), task = number_in("SLURM_ARRAY_TASK_ID");
  if (!tasks || !task) return {};
  const int first = number_in("SLURM_ARRAY_TASK_MIN").value_or(0);
  const int step = std::max(number_in("SLURM_ARRAY_TASK_STEP").value_or(1), 1);
  return checked("SLURM_ARRAY_TASK_ID", (*task - first) / step + 1, *tasks);
}

std::string shard_word(const std::string& text) {
  const size_t slash = text.find('/');
  const std::string index = text.substr(0, slash);
  const std::string count = slash == text.npos ? "" : text.substr(slash + 1);
  const bool ok = at_least_one(index).empty() && at_least_one(count).empty() &&
                  std::stoi(index) <= std::stoi(count);
  return ok ? "" : fmt::format("expected I/N with I from 1 to N, such as 2/5, found '{}'", text);
}

std::vector<bool> pieces_of(const Shard& shard, const std::vector<double>& seconds) {
  std::vector<size_t> longest_first(seconds.size());
  std::iota(longest_first.begin(), longest_first.end(), size_t{0});
  std::ranges::stable_sort(longest_first, std::greater<>(), [&](size_t i) { return seconds[i]; });
  std::vector<std::pair<double, size_t>> load(static_cast<size_t>(shard.count));  // and pieces
  std::vector<bool> own(seconds.size());
  for (const size_t piece : longest_first) {
    const auto lightest = std::ranges::min_element(load);
    lightest->first += seconds[piece];
    ++lightest->second;
    own[piece] = lightest - load.begin() == shard.index - 1;
  }
  return own;
}

}  // namespace hippuzzle
