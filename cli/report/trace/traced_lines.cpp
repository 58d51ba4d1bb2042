#include "cli/report/trace/traced_lines.hpp"

#include <algorithm>

namespace hippuzzle {

void LineAccesses::add(const TracedAccess& a) {
  const auto at = std::ranges::lower_bound(threads, a.thread);
  if (at == threads.end() || *at != a.thread) threads.insert(at, a.thread);
  for (size_t i = 0; i < a.values.size(); ++i) {
    elements.push_back(a.element + i);
    values.push_back(a.values[i]);
    by_cell[a.element + i] = a.values[i];
  }
}

bool is_one_line(const TracedLaunch& launch, uint32_t a, uint32_t b) {
  const SourcePlace &one = launch.places[a], &other = launch.places[b];
  return one.line == other.line && one.file == other.file;
}

std::vector<TracedLine> traced_lines(const TracedLaunch& launch, const TracedPhase& phase) {
  std::vector<TracedLine> lines;
  for (const TracedAccess& a : phase.accesses) {
    auto line = std::ranges::find_if(
        lines, [&](const TracedLine& l) { return is_one_line(launch, l.place, a.place); });
    if (line == lines.end()) line = lines.insert(lines.end(), {a.place, {}});
    auto group = std::ranges::find_if(line->accesses, [&](const LineAccesses& g) {
      return g.access == a.access && g.array == a.array;
    });
    if (group == line->accesses.end()) {
      group = line->accesses.insert(group, {.access = a.access, .array = a.array});
    }
    group->add(a);
  }
  return lines;
}

}  // namespace hippuzzle
