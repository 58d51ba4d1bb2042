// `hippuzzle occupancy`: its report on shipped modules, and its message where it has none to read.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/support/hippuzzle_command.hpp"
#include "tests/support/json.hpp"

namespace hippuzzle::testing {
namespace occupancy_test {

bool has_module(const std::string& platform) {
  return std::filesystem::exists(shipped() / platform / "bank_conflicts.so");
}

TEST(OccupancyCommand, SaysWhichCommandBuildsTheModulesThatItReads) {
  if (has_module("nvidia") || has_module("amd")) GTEST_SKIP() << "there are modules for a GPU";
  const CommandResult r = hippuzzle({"occupancy", "bank_conflicts", "--padded"});
  EXPECT_EQ(r.code, 77) << r.out << r.err;
  EXPECT_NE(r.err.find("no kernels of bank_conflicts for a GPU"), r.err.npos) << r.err;
  EXPECT_NE(r.err.find("`./dev build`"), r.err.npos) << r.err;
}

TEST(OccupancyCommand, NamesTheDevicesThatItKnows) {
  const CommandResult r = hippuzzle({"occupancy", "p16", "--device", "h2000"});
  EXPECT_EQ(r.code, 2) << r.out << r.err;
  for (const char* known : {"'h2000'", "h200", "mi300x", "sm_90", "gfx90a"})
    EXPECT_NE(r.err.find(known), r.err.npos) << r.err;
}

// Blocks of 32 x 8 threads, and a tile of 32 x 33 floats.
TEST(OccupancyCommand, CountsTheBlocksOfEachVariant) {
  if (!has_module("nvidia")) GTEST_SKIP() << "there are no modules for NVIDIA GPUs";
  const CommandResult r =
      hippuzzle({"occupancy", "bank_conflicts", "--conflicting", "--padded", "--json"});
  ASSERT_EQ(r.code, 0) << r.out << r.err;
  int found = 0;
  const auto report = parse_json(r.out);
  for (const auto& k : report.at("kernels")) {
    if (k.at("platform") != "nvidia") continue;
    ++found;
    const std::string variant = k.at("variant");
    EXPECT_EQ(k.at("kernel"), variant + "_transpose");
    EXPECT_EQ(k.at("warps_per_block"), 8);
    EXPECT_EQ(k.at("static_shared_bytes"), variant == "padded" ? 4224 : 4096);
    EXPECT_GT(k.at("registers"), 0);
    EXPECT_GT(k.at("blocks"), 0);
  }
  EXPECT_GE(found, 2);
}

}  // namespace occupancy_test
}  // namespace hippuzzle::testing
