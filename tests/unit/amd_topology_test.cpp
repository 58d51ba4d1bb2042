// The AMD GPUs of machines whose kernel's topology was recorded.
#include "engine/platforms/amd_topology.hpp"

#include <gtest/gtest.h>

namespace hippuzzle {
namespace amd_topology_test {

using Targets = std::vector<std::string>;

std::optional<Targets> on(const std::string& machine) {
  return amd_targets(std::filesystem::path(AMD_TOPOLOGIES) / machine);
}

TEST(AmdTopology, NamesEachTargetOnceInTheOrderOfTheNodes) {
  EXPECT_EQ(on("two_gfx90a"), Targets{"gfx90a"});
  EXPECT_EQ(on("gfx942"), Targets{"gfx942"});
  EXPECT_EQ(on("gfx1100"), Targets{"gfx1100"});
  EXPECT_EQ(on("gfx1201"), Targets{"gfx1201"});
  EXPECT_EQ(on("gfx1036_beside_gfx1100"), (Targets{"gfx1036", "gfx1100"}));
}

TEST(AmdTopology, TellsProcessorsAloneFromATopologyThatCannotBeRead) {
  EXPECT_EQ(on("processor_only"), Targets{});
  EXPECT_EQ(on("no_such_machine"), std::nullopt);
}

}  // namespace amd_topology_test
}  // namespace hippuzzle
