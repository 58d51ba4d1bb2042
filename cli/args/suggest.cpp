#include "cli/args/suggest.hpp"

#include <algorithm>

namespace hippuzzle {
namespace {

// Optimal string alignment distance.
size_t edits(const std::string& a, const std::string& b) {
  std::vector<std::vector<size_t>> d(a.size() + 1, std::vector<size_t>(b.size() + 1));
  for (size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    for (size_t j = 1; j <= b.size(); ++j) {
      d[i][j] = std::min(
          {d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
      }
    }
  }
  return d[a.size()][b.size()];
}

}  // namespace

std::string nearest(const std::string& word, const std::vector<std::string>& candidates) {
  std::string best;
  size_t fewest = std::max<size_t>(1, word.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    // No distance is less than the difference of the lengths: a word of 100 kB is far from all.
    const size_t longer = std::max(word.size(), candidate.size());
    if (longer - std::min(word.size(), candidate.size()) > fewest) continue;
    const size_t distance = edits(word, candidate);
    // Letters in another order are a likelier slip than another letter.
    const bool wins_tie = distance == fewest && !best.empty() &&
                          std::ranges::is_permutation(word, candidate) &&
                          !std::ranges::is_permutation(word, best);
    if (distance < fewest || wins_tie) {
      fewest = distance;
      best = candidate;
    }
  }
  return best;
}

}  // namespace hippuzzle
