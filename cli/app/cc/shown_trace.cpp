#include "cli/app/cc/shown_trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cli/app/trace/trace_limits.hpp"
#include "cli/app/trace/trace_source.hpp"
#include "support/outcome.hpp"

namespace hippuzzle {
namespace {

constexpr size_t most_names = 20;  // in a sentence

std::string times(uint64_t count) { return count == 1 ? "once" : fmt::format("{} times", count); }

[[noreturn]] void refuse_kernel(const cc::ProgramTrace& recorded) {
  if (recorded.launches > 0) {
    throw Error(
        Outcome::usage,
        fmt::format("cannot trace launch {} of '{}' (it was launched {}); name an earlier one",
                    recorded.number, recorded.kernel, times(recorded.launches)));
  }
  std::vector<std::string> names;
  for (const auto& [kernel, launches] : recorded.launched) names.push_back(kernel);
  if (names.empty()) {
    throw Error(
        Outcome::usage,
        fmt::format("cannot trace '{}' (the program launched no checked kernel); launch one, or "
                    "leave the trace out",
                    recorded.kernel));
  }
  const bool are_more = names.size() > most_names;
  names.resize(std::min(names.size(), most_names));
  throw Error(Outcome::usage,
              fmt::format("cannot trace '{}' (no such kernel was launched); choose one of {}{}",
                          recorded.kernel, fmt::join(names, ", "), are_more ? ", …" : ""));
}

// The file that the kernel's accesses lie in.
std::string source_of(const TracedLaunch& launch) {
  for (const SourcePlace& place : launch.places)
    if (place.line > 0) return std::filesystem::path(place.file).filename();
  return "the program";
}

}  // namespace

ShownTrace shown_trace(const cc::ProgramTrace& recorded, bool chooses_thread) {
  if (!recorded.launch) refuse_kernel(recorded);
  const TracedLaunch& launch = *recorded.launch;
  require_block(launch);
  require_phases(launch, "choose a launch of less work");
  ShownTrace shown;
  if (chooses_thread) shown.threads = {flat_thread(recorded.thread, launch)};
  shown.trace.puzzle = source_of(launch);
  shown.trace.case_name = fmt::format("launch {} of {}", recorded.number, recorded.kernel);
  shown.trace.kernels = Kernels::yours;
  shown.trace.launches = {launch};
  shown.sources = kernel_sources(shown.trace);
  return shown;
}

}  // namespace hippuzzle
