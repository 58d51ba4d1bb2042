#include "cli/app/grading/similarity.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

namespace hippuzzle {
namespace {

constexpr size_t most_files = 10;   // that have a part which still tells something
constexpr size_t least_shared = 4;  // prints
constexpr int least_percent = 50;   // of the shorter file
constexpr size_t most_similar = 5;  // of a grade
constexpr size_t most_ranges = 8;

using Lines = std::vector<std::pair<uint32_t, uint32_t>>;

// Ranges in order; ranges that touch become one.
Lines joined(Lines ranges) {
  std::ranges::sort(ranges);
  Lines all;
  for (const auto& [first, last] : ranges) {
    if (!all.empty() && first <= all.back().second + 1) {
      all.back().second = std::max(all.back().second, last);
    } else {
      all.emplace_back(first, last);
    }
  }
  if (all.size() > most_ranges) all.resize(most_ranges);
  return all;
}

// A file's prints that few files have, by hash.
using Prints = std::unordered_map<uint64_t, SourcePrint>;

int percent(size_t part, size_t all) {
  return static_cast<int>(
      std::lround(100.0 * static_cast<double>(part) / static_cast<double>(all)));
}

// The files of one puzzle.
class FileComparison {
 public:
  FileComparison(std::vector<Grade>& grades, const std::vector<size_t>& places) : grades_(grades) {
    std::unordered_map<uint64_t, std::vector<size_t>> holders;
    for (const size_t place : places) {
      std::set<uint64_t> seen;
      for (const SourcePrint& print : grades[place].prints) {
        if (seen.insert(print.hash).second) holders[print.hash].push_back(place);
      }
    }
    std::map<std::pair<size_t, size_t>, size_t> shared;
    for (const auto& [hash, files] : holders) {
      if (files.size() > most_files) continue;
      for (const size_t a : files) {
        const auto& own = grades[a].prints;
        prints_[a].emplace(hash, *std::ranges::find(own, hash, &SourcePrint::hash));
        for (const size_t b : files) {
          if (a < b) ++shared[{a, b}];
        }
      }
    }
    for (const auto& [pair, count] : shared) {
      if (count >= least_shared) compare(pair.first, pair.second, count);
    }
  }

 private:
  void compare(size_t a, size_t b, size_t shared) {
    const auto& same = grades_[a].same_text;
    if (std::ranges::find(same, grades_[b].student) != same.end()) return;
    const int of_a = percent(shared, prints_[a].size()), of_b = percent(shared, prints_[b].size());
    if (std::max(of_a, of_b) < least_percent) return;
    Lines in_a, in_b;
    for (const auto& [hash, print] : prints_[a]) {
      const auto other = prints_[b].find(hash);
      if (other == prints_[b].end()) continue;
      in_a.emplace_back(print.first_line, print.last_line);
      in_b.emplace_back(other->second.first_line, other->second.last_line);
    }
    in_a = joined(std::move(in_a)), in_b = joined(std::move(in_b));
    grades_[a].similar.push_back({grades_[b].student, of_a, of_b, in_a, in_b});
    grades_[b].similar.push_back({grades_[a].student, of_b, of_a, in_b, in_a});
  }

  std::vector<Grade>& grades_;
  std::map<size_t, Prints> prints_;  // by place
};

}  // namespace

void name_similar(std::vector<Grade>& grades, const std::vector<Submission>& submissions) {
  std::map<std::string, std::vector<size_t>> by_puzzle;
  for (size_t i = 0; i < grades.size(); ++i) {
    grades[i].similar.clear();
    if (!submissions[i].kernels.empty()) by_puzzle[submissions[i].puzzle].push_back(i);
  }
  for (const auto& [puzzle, places] : by_puzzle) FileComparison(grades, places);
  for (Grade& grade : grades) {
    std::ranges::stable_sort(grade.similar, std::greater(), &SimilarFile::percent);
    if (grade.similar.size() > most_similar) grade.similar.resize(most_similar);
  }
}

}  // namespace hippuzzle
