#include "engine/judge/check/trace_array_names.hpp"

#include <array>
#include <map>
#include <set>
#include <string>

#include "engine/judge/check/source_code.hpp"

namespace hippuzzle {
namespace {

using FoundNames = std::set<std::string>;

void name_arrays(TracedLaunch& launch) {
  std::map<uint32_t, FoundNames> names;  // by array, "" for a line that names none
  for (const TracedPhase& phase : launch.phases) {
    for (const TracedAccess& access : phase.accesses) {
      const TracedArray& array = launch.arrays[access.array];
      if (array.shared || !array.name.empty()) continue;
      const SourceCode line(std::array{launch.places[access.place].text});
      names[access.array].insert(indexed_name(
          line.line(1), access.access == Access::read ? Indexed::read : Indexed::written));
    }
  }
  for (const auto& [array, found] : names) {
    if (found.size() == 1) launch.arrays[array].name = *found.begin();
  }
}

}  // namespace

void name_arrays_by_source(Trace& trace) {
  for (TracedLaunch& launch : trace.launches) name_arrays(launch);
}

}  // namespace hippuzzle
