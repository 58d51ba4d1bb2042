#include "engine/performance/profile/profiler.hpp"

#include <fmt/format.h>

#include "engine/platforms/platforms.hpp"
#include "support/outcome.hpp"

namespace hippuzzle {
namespace {

std::unique_ptr<Profiler> make_profiler(std::string_view tool, const std::filesystem::path& program,
                                        const std::string& architecture) {
  if (tool == "ncu") return make_ncu(program);
  if (tool == "rocprofv3") return make_rocprofv3(program, architecture);
  return make_rocprof(program, architecture);
}

}  // namespace

std::unique_ptr<Profiler> find_profiler(const std::string& platform,
                                        const std::string& architecture) {
  const Platform* on = find_platform(platform);
  if (on != nullptr) {
    for (const ProfilerTool& tool : on->profilers) {
      if (const auto program = tool.find(tool.name))
        return make_profiler(tool.name, *program, architecture);
    }
  }
  if (on != nullptr && on->missing_profiler != nullptr) {
    throw Error(Outcome::unsupported, on->missing_profiler, Advice{Advice::leave_out_counters});
  }
  throw Error(Outcome::unsupported,
              fmt::format("'{}' has no counters that are read here: counting needs ncu on an "
                          "NVIDIA GPU or rocprofv3 on an AMD GPU",
                          platform),
              Advice{Advice::leave_out_counters});
}

}  // namespace hippuzzle
