#include "engine/judge/races/racing_accesses.hpp"

#include <algorithm>
#include <span>
#include <tuple>

namespace hippuzzle {
namespace {

std::array<uint32_t, 3> thread_of(const TracedLaunch& launch, uint32_t flat) {
  const auto [x, y, z] = launch.block;
  return {flat % x, flat / x % y, flat / x / y};
}

bool is_by(const TracedLaunch& launch, const TracedAccess& access, const FindingSide& side,
           const Finding& race) {
  const TracedArray& array = launch.arrays[access.array];
  const SourcePlace& place = launch.places[access.place];
  return access.access == side.access && array.name == race.array && array.shared == race.shared &&
         place.line == side.place.line && place.file == side.place.file &&
         thread_of(launch, access.thread) == side.thread;
}

bool overlap(const TracedAccess& a, const TracedAccess& b) {
  return a.element < b.element + b.values.size() && b.element < a.element + a.values.size();
}

// The barrier at which threads wait at the phase's end.
SourcePlace barrier_of(const TracedLaunch& launch, size_t phase) {
  for (const TracedThread& t : launch.phases[phase].threads)
    if (t.state == ThreadState::at_barrier) return launch.places[t.place];
  return {};
}

bool is_whole(const TracedLaunch& launch) {
  return launch.recorded_threads == launch.thread_count() && !launch.is_cut;
}

// The value of the element when the access was made, as far as this block's accesses show.
TracedValue held_before(const TracedLaunch& launch, const RacingAccess& racing) {
  const TracedAccess& own = launch.phases[racing.phase].accesses[racing.access];
  if (!own.before.empty()) return own.before.front();
  if (own.access == Access::read) return racing.value;
  const TracedArray& array = launch.arrays[own.array];
  const uint64_t blocks = uint64_t{launch.grid[0]} * launch.grid[1] * launch.grid[2];
  if (!is_whole(launch) || (!array.shared && blocks > 1)) return std::nullopt;
  TracedValue held;
  if (racing.element < array.inputs.size()) held = array.inputs[racing.element];
  for (size_t p = 0; p <= racing.phase; ++p) {
    const auto& accesses = launch.phases[p].accesses;
    const size_t end = p == racing.phase ? racing.access : accesses.size();
    for (const TracedAccess& a : std::span(accesses).first(end)) {
      if (a.array == own.array && racing.element >= a.element &&
          racing.element < a.element + a.values.size())
        held = a.values[racing.element - a.element];
    }
  }
  return held;
}

// The search ends after this many pairs whose order does not matter.
constexpr size_t most_pairs = 256;

struct Found {
  size_t launch = 0, phase = 0, access = 0;
};

std::vector<Found> all_by(const Trace& trace, size_t number, const FindingSide& side,
                          const Finding& race) {
  std::vector<Found> found;
  const TracedLaunch& launch = trace.launches[number];
  if (!launch.has_block || launch.shown != side.block || launch.kernel != race.kernel) return found;
  for (size_t p = 0; p < launch.phases.size(); ++p) {
    const auto& accesses = launch.phases[p].accesses;
    for (size_t a = 0; a < accesses.size(); ++a)
      if (is_by(launch, accesses[a], side, race)) found.push_back({number, p, a});
  }
  return found;
}

const TracedAccess& access_of(const Trace& trace, const Found& at) {
  return trace.launches[at.launch].phases[at.phase].accesses[at.access];
}

RacingAccess racing_access_at(const Trace& trace, const Found& at, uint64_t element) {
  const TracedLaunch& launch = trace.launches[at.launch];
  const TracedAccess& access = access_of(trace, at);
  RacingAccess racing{.launch = at.launch,
                      .phase = at.phase,
                      .access = at.access,
                      .thread = thread_of(launch, access.thread),
                      .element = element,
                      .value = access.values[element - access.element]};
  if (at.phase > 0) racing.after = barrier_of(launch, at.phase - 1);
  racing.until = barrier_of(launch, at.phase);
  racing.held = held_before(launch, racing);
  return racing;
}

// Two recordings of one block are of a thread each.
auto moment_of(const Trace& trace, const RacingAccess& racing) {
  const TracedLaunch& launch = trace.launches[racing.launch];
  const auto& block = launch.shown;
  return std::tuple(block[2], block[1], block[0], racing.phase, launch.first_thread, racing.access);
}

// The same launches come again in each recording, in their order.
size_t launches_of_a_recording(const Trace& trace) {
  return static_cast<size_t>(std::ranges::count_if(trace.launches, [&](const TracedLaunch& l) {
    const TracedLaunch& first = trace.launches.front();
    return l.shown == first.shown && l.first_thread == first.first_thread;
  }));
}

}  // namespace

std::vector<RacingAccess> racing_accesses(const Trace& trace, const Finding& race) {
  const FindingSide &one = race.sides[0], &other = race.sides[1];
  const bool between_blocks = one.block != other.block;
  const size_t of_a_recording = launches_of_a_recording(trace);
  std::vector<RacingAccess> first_pair;
  size_t pairs = 0;
  for (size_t i = 0; i < trace.launches.size(); ++i) {
    for (const Found& a : all_by(trace, i, one, race)) {
      for (size_t j = i % of_a_recording; j < trace.launches.size(); j += of_a_recording) {
        for (const Found& b : all_by(trace, j, other, race)) {
          const TracedAccess &x = access_of(trace, a), &y = access_of(trace, b);
          if (!overlap(x, y) || (!between_blocks && a.phase != b.phase)) continue;
          const uint64_t element = std::max(x.element, y.element);
          std::vector<RacingAccess> both = {racing_access_at(trace, a, element),
                                            racing_access_at(trace, b, element)};
          std::ranges::sort(both, {}, [&](const RacingAccess& d) { return moment_of(trace, d); });
          if (order_matters(trace, both)) return both;
          if (first_pair.empty()) first_pair = std::move(both);
          if (++pairs == most_pairs) return first_pair;
        }
      }
    }
  }
  return first_pair;
}

bool order_matters(const Trace& trace, const std::vector<RacingAccess>& both) {
  const auto access = [&](const RacingAccess& at) {
    return trace.launches[at.launch].phases[at.phase].accesses[at.access].access;
  };
  const RacingAccess &one = both[0], &two = both[1];
  const Access first = access(one), second = access(two);
  if (first == Access::write && second == Access::read) return !one.held || one.held != two.value;
  if (first == Access::atomic || second == Access::atomic) return true;
  return one.value != two.value;
}

}  // namespace hippuzzle
