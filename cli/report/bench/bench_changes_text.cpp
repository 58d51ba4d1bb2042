// Changes between two measurements, for people.
#include <fmt/format.h>

#include "cli/report/bench/bench_changes.hpp"
#include "cli/report/numbers.hpp"
#include "cli/report/whose.hpp"
#include "cli/terminal/text/table.hpp"

namespace hippuzzle {
namespace {

// "-3.1 % (-4.0 … -2.2)"
std::string percent(const Ratio& r) {
  return fmt::format("{:+.1f} % ({:+.1f} … {:+.1f})", 100 * (r.value - 1), 100 * (r.low - 1),
                     100 * (r.high - 1));
}

// "reference → your kernels"
std::string whose_text(const BenchChange& c) {
  return c.whose_before == c.whose_after
             ? whose(c.whose_after)
             : fmt::format("{} → {}", whose(c.whose_before), whose(c.whose_after));
}

}  // namespace

std::string bench_changes_text(const std::vector<BenchChange>& changes, const Look&) {
  Table table({"", "size", "regime", "before", "after", "time", "verdict", "kernels"});
  for (const BenchChange& c : changes) {
    table.add({c.puzzle == c.variant ? c.variant : fmt::format("{} {}", c.puzzle, c.variant),
               c.size, c.regime, duration(c.before), duration(c.after), percent(c.time),
               c.verdict(), whose_text(c)});
  }
  return table.text();
}

}  // namespace hippuzzle
