#include "cli/report/bench/bench_changes.hpp"

#include <algorithm>

namespace hippuzzle {
namespace {

bool is_comparable(const Bench& a, const Bench& b) {
  return a.puzzle == b.puzzle && a.size == b.size && a.platform == b.platform &&
         a.device == b.device && a.cold == b.cold;
}

}  // namespace

const char* BenchChange::verdict() const {
  constexpr double negligible = 0.1;
  if (time.high < 1) return "faster";
  if (time.low > 1) return "slower";
  return time.low >= 1 - negligible && time.high <= 1 + negligible ? "the same" : "cannot tell";
}

std::vector<BenchChange> bench_changes(const std::vector<Bench>& before,
                                       const std::vector<Bench>& after) {
  std::vector<BenchChange> all;
  for (const Bench& now : after) {
    for (const Bench& then : before) {
      if (!is_comparable(then, now)) continue;
      for (const Measurement& m : now.results) {
        const auto old = std::ranges::find(then.results, m.name, &Measurement::name);
        if (old == then.results.end()) continue;
        const auto add = [&](const char* regime, const Summary& was, const Summary& is) {
          all.push_back({now.puzzle, m.name, now.size, regime, was.median, is.median,
                         ratio(is, was), then.kernels, now.kernels});
        };
        if (old->time.count > 0 && m.time.count > 0) {
          add(now.cold ? "cold" : "warm", old->time, m.time);
        }
        if (old->sustained && m.sustained) {
          add("sustained", old->sustained->time, m.sustained->time);
        }
      }
    }
  }
  return all;
}

}  // namespace hippuzzle
