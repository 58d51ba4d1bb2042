// A trace survives its document, and a document whose numbers name nothing is refused.
#include "engine/protocol/trace_codec.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>

#include "support/text/json.hpp"

namespace hippuzzle {
namespace trace_test {

using json = nlohmann::ordered_json;

// Two threads: the first writes to a shared array, then both meet at a barrier.
Trace sample() {
  TracedLaunch launch;
  launch.kernel = "kernel";
  launch.grid = {3, 1, 1};
  launch.block = {2, 1, 1};
  launch.shown = {1, 0, 0};
  launch.warp_lanes = 64;
  launch.has_block = launch.is_cut = true;
  launch.first_thread = 1;
  launch.recorded_threads = 1;
  launch.places = {{}, {"/x/kernel.hip", 7, 0, "kernel", "tile[0] = a[0];"}};
  launch.arrays = {{"a", false, "f32", {2, 2}, {0.5, 1, 2, 3}}, {"tile", true, "f64", {3}, {}}};
  launch.variables = {{"sum", "f32", {}}, {"kept", "i32", {2}}};
  TracedPhase phase;
  phase.threads = {{ThreadState::at_barrier, 1}, {ThreadState::left, 0}};
  phase.accesses = {{0, 1, Access::read, 0, 3, {3.0}, {}},
                    {1, 1, Access::atomic, 1, 0, {2.0}, {{}}}};
  phase.requests = {{0, 1, Access::read, false, 4, {0, 1}, {0, 0}, {3, 2}, 1, 1},
                    {0, 1, Access::write, true, 8, {1}, {1}, {0}, 2, 1}};
  constexpr double infinity = std::numeric_limits<double>::infinity();
  phase.shared = {{}, {{}, -infinity, std::nan("")}};
  phase.variables = {{0.1, {}}, {1.0, 2.0, {}, infinity}};
  launch.phases = {phase};
  return {"p16", "tiled", "the example", {launch}, Kernels::yours};
}

TEST(Trace, SurvivesItsDocument) {
  const std::string document = to_json(sample());
  EXPECT_EQ(to_json(trace_from_json(document)), document);
  const Trace trace = trace_from_json(document);
  EXPECT_EQ(trace.kernels, Kernels::yours);
  const TracedPhase& phase = trace.launches[0].phases[0];
  EXPECT_FALSE(phase.shared[1][0].has_value());
  EXPECT_EQ(phase.shared[1][1], -std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(*phase.shared[1][2]));
  EXPECT_EQ(phase.variables[0][0], 0.1);
  EXPECT_FALSE(phase.requests[0].shared);
  EXPECT_TRUE(phase.requests[1].shared);
  EXPECT_FALSE(phase.accesses[1].before[0].has_value());
}

TEST(Trace, IsRefusedWhenItsNumbersNameNothing) {
  const std::function<void(json&)> changes[] = {
      [](json& l) {
        l["threads"] = {0, 1, 1};
      },
      [](json& l) {
        l["threads"] = {1u << 31, 1u << 31, 1u << 31};
      },
      [](json& l) { l["warp_lanes"] = 48; },
      [](json& l) { l["places"] = json::array(); },
      [](json& l) { l["arrays"][1]["shape"] = {4}; },
      [](json& l) { l["variables"][0]["shape"] = {2}; },
      [](json& l) { l["phases"][0]["threads"].erase(1); },
      [](json& l) { l["phases"][0]["threads"][0]["state"] = "asleep"; },
      [](json& l) { l["phases"][0]["threads"][0]["place"] = 2; },
      [](json& l) { l["phases"][0]["accesses"][0]["thread"] = 2; },
      [](json& l) { l["phases"][0]["accesses"][0]["array"] = 2; },
      [](json& l) { l["phases"][0]["accesses"][0]["values"] = json::array(); },
      [](json& l) { l["phases"][0]["requests"][0]["threads"] = {0}; },
      [](json& l) {
        l["phases"][0]["requests"][0]["arrays"] = {0, 1};
      },
      [](json& l) { l["phases"][0]["requests"][1]["place"] = 9; },
      [](json& l) { l["phases"][0]["shared"].erase(0); },
      [](json& l) { l["phases"][0]["variables"][1].erase(0); },
      [](json& l) { l.erase("kernel"); }};
  for (size_t i = 0; i < std::size(changes); ++i) {
    json document = parse_json(to_json(sample()));
    changes[i](document["launches"][0]);
    EXPECT_THROW(trace_from_json(document.dump()), std::exception) << i;
  }
}

}  // namespace trace_test
}  // namespace hippuzzle
