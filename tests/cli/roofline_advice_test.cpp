// The advice of `hippuzzle roofline` for each variant of each puzzle, on two devices: it follows
// from the roof that binds, and the variant of the same puzzle that it names is not slower.
#include <map>
#include <set>

#include "tests/cli/roofline_command.hpp"

namespace hippuzzle::testing {
namespace roofline_advice_test {

using json_value = nlohmann::json;

// The techniques that ask less of the level that binds. Others would leave the roof where it is.
bool fits(const std::string& technique, const std::string& binds) {
  static const std::map<std::string, std::set<std::string>> levels{
      {"memory coalescing", {"l1", "l2"}},
      {"shared memory tiling", {"l1", "l2"}},
      {"a layout without bank conflicts", {"shared"}},
      {"register blocking", {"l1", "l2", "shared"}},
      {"kernel fusion", {"dram", "l1", "l2", "shared"}},
      {"more blocks", {"dram", "l1", "l2", "shared", "fp32", "tf32", "bf16"}},
      {"mixed precision", {"shared", "fp32", "tf32", "bf16"}}};
  return technique.empty() || levels.at(technique).contains(binds);
}

std::map<std::string, json_value> by_name(const json_value& kernels) {
  std::map<std::string, json_value> all;
  for (const auto& kernel : kernels) all[kernel["name"]] = kernel;
  return all;
}

class RooflineAdvice : public Roofline {
 protected:
  void check(const std::string& puzzle, const std::string& device) {
    SCOPED_TRACE(puzzle + " on " + device);
    const CommandResult r = roofline({puzzle, "--device", device, "--json"});
    if (r.code == 2 && r.err.find("so no roof says") != r.err.npos) return;  // it only moves data
    ASSERT_EQ(r.code, 0) << r.err;
    const auto kernels = by_name(parse_json(r.out)["kernels"]);
    for (const auto& [name, kernel] : kernels) {
      SCOPED_TRACE(name);
      const std::string technique = kernel["technique"], binds = kernel["binds"];
      EXPECT_TRUE(fits(technique, binds)) << technique << " though " << binds << " binds";
      double lowest = kernel["roofs"][0]["roof"];
      for (const auto& roof : kernel["roofs"]) lowest = std::min<double>(lowest, roof["roof"]);
      EXPECT_EQ(kernel["roof"], lowest);
    }
    ++puzzles_;
  }

  int puzzles_ = 0;
};

TEST_F(RooflineAdvice, FollowsTheBindingRoofInEachPuzzle) {
  std::vector<std::string> puzzles;
  const auto listed = parse_json(hippuzzle({"list", "--json"}).out);
  for (const auto& puzzle : listed["puzzles"]) {
    const std::string id = puzzle["id"];
    if (id != "gemm") puzzles.push_back(id);
  }
  ASSERT_GE(puzzles.size(), 20u);
  for (const std::string& puzzle : puzzles) {
    for (const char* device : {"a100", "mi300x"}) check(puzzle, device);
  }
  EXPECT_GE(puzzles_, 30);
}

TEST_F(RooflineAdvice, SaysWhereALaunchIsTooSmallForTheDevice) {
  const auto text = [&](const char* size) {
    return roofline({"p02", "--device", "h100", "--size", size}).out;
  };
  const std::string few = "for 132 multiprocessors, too few to reach a roof";
  EXPECT_NE(text("512").find("1 block of 16 warps " + few), std::string::npos) << text("512");
  const CommandResult large = roofline({"p06", "--device", "h100", "--size", "100000"});
  EXPECT_EQ(large.code, 0) << large.err;
  EXPECT_EQ(large.out.find(few), std::string::npos) << large.out;
}

// At the example's size of 2 or 9 no tile saves anything; these sizes fill blocks. The rungs of
// matrix cores would be emulated for minutes.
TEST_F(RooflineAdvice, NamesNoSlowerRung) {
  const struct {
    const char *puzzle, *size, *variants;
  } ladders[] = {{"p16", "64", "naive,tiled,idiomatic-tiled,layout-tensor,layout-algebra"},
                 {"gemm", "128",
                  "naive,coalesced,tiled,tiled-vec,register-blocked,vectorized,warp-tiled,"
                  "double-buffered,async"}};
  int compared = 0;
  for (const auto& ladder : ladders) {
    for (const char* device : {"a100", "mi300x"}) {
      const auto j = json(
          {ladder.puzzle, "--variant", ladder.variants, "--device", device, "--size", ladder.size});
      const auto kernels = by_name(j["kernels"]);
      for (const auto& [name, kernel] : kernels) {
        SCOPED_TRACE(name + " on " + device);
        const std::string technique = kernel["technique"], binds = kernel["binds"];
        EXPECT_TRUE(fits(technique, binds)) << technique << " though " << binds << " binds";
        const std::string shown = kernel["shown_by"];
        const size_t flag = shown.find(" --");
        const auto named = kernels.find(flag == shown.npos ? "" : shown.substr(flag + 3));
        if (named == kernels.end()) continue;
        EXPECT_NE(named->first, name);
        EXPECT_GE(named->second["roof"], 0.9 * kernel["roof"].get<double>()) << shown;
        ++compared;
      }
    }
  }
  EXPECT_GE(compared, 6);
}

}  // namespace roofline_advice_test
}  // namespace hippuzzle::testing
