// The table of measured ways (way_table.hpp): one for each device, next to other processes, and
// never worth an error.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <vector>

#include "engine/performance/bench/way_table.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hippuzzle {
namespace way_table_test {

// Three ways, 7, 8 and 9, or on devices of 78 multiprocessors 7, 8 and 10; none of "naive".
uint32_t propose(const char* variant, const hippuzzle_extents*,
                 const hippuzzle_modelled_device* device, uint32_t most,
                 hippuzzle_proposed_way* ways) {
  if (std::string_view(variant) == "naive") return 0;
  const uint32_t last = device->multiprocessors == 78 ? 10 : 9;
  uint32_t count = 0;
  for (const uint32_t number : {7u, 8u, last}) {
    if (count == most) break;
    ways[count++] = {number, 10.0 * number, "64 x 64"};
  }
  return count;
}

const hippuzzle_way_model model = {HIPPUZZLE_ABI_VERSION, sizeof model, 1, propose};
const ModelledDevice h100{"NVIDIA H100", "nvidia", "sm_90", 132};

class WayTableTest : public ::testing::Test {
 protected:
  WayTableTest() {
    variant_.name = "fast";
    variant_.example = extents_;
    ref_ = {nullptr, &variant_, "gemm", "fast", std::nullopt};
  }

  WayTable table(const ModelledDevice& device = h100, const hippuzzle_way_model& of = model) const {
    return {of, folder(), "gemm", device, "CUDA 13.0"};
  }
  std::filesystem::path folder() const { return folder_.path() / "ways"; }
  std::vector<TimedWay> ways(const WayTable& table) const { return table.ways(ref_, extents_); }
  // The proposed ways with their times. Way 8 is the fastest.
  std::vector<TimedWay> timed(const WayTable& table) const {
    std::vector<TimedWay> all = ways(table);
    for (TimedWay& way : all) way.milliseconds = way.number == 8 ? 0.5 : 1.0 + way.number;
    return all;
  }

  testing::TemporaryDirectory folder_;
  hippuzzle_extents extents_ = {{64, 128, 32}};
  hippuzzle_variant variant_ = {};
  VariantRef ref_;
};

TEST_F(WayTableTest, ProposesUntilItKnows) {
  WayTable first = table();
  ASSERT_EQ(ways(first).size(), 3u);
  EXPECT_EQ(fastest(ways(first)), nullptr);
  EXPECT_DOUBLE_EQ(ways(first)[0].predicted, 0.07);
  first.keep(ref_, extents_, timed(first));
  for (const WayTable& later : {first, table()}) {
    const std::vector<TimedWay> known = ways(later);
    ASSERT_NE(fastest(known), nullptr);
    EXPECT_EQ(fastest(known)->number, 8u);
  }
  const hippuzzle_extents other = {{64, 128, 33}};
  EXPECT_EQ(fastest(table().ways(ref_, other)), nullptr) << "another size";
  variant_.name = "naive";
  EXPECT_TRUE(ways(table()).empty()) << "no choice";
}

TEST_F(WayTableTest, KnowsNothingOfOtherDevicesModelsAndRevisions) {
  WayTable first = table();
  first.keep(ref_, extents_, timed(first));
  ModelledDevice other = h100;
  other.name = "NVIDIA H200";
  EXPECT_EQ(fastest(ways(table(other))), nullptr);
  EXPECT_NE(table(other).file(), first.file());
  ModelledDevice cut = h100;  // the same file, other proposals
  cut.multiprocessors = 78;
  EXPECT_EQ(table(cut).file(), first.file());
  EXPECT_EQ(fastest(ways(table(cut))), nullptr);
  hippuzzle_way_model next = model;
  next.revision = 2;
  EXPECT_EQ(fastest(ways(table(h100, next))), nullptr);
}

TEST_F(WayTableTest, AFileThatIsNoTableIsMeasuredAgain) {
  const std::filesystem::path file = table().file();
  std::filesystem::create_directories(folder());
  WayTable good = table();
  good.keep(ref_, extents_, timed(good));
  std::ifstream in(file);
  const std::string whole{std::istreambuf_iterator<char>(in), {}};
  std::string negative = whole;
  negative.replace(negative.find("0.5"), 3, "-10");
  for (const std::string& text :
       {std::string(), std::string("{"), std::string("[1, 2]"), whole.substr(0, whole.size() / 2),
        negative, std::string(R"({"version": 1, "revision": 1, "sizes": 3})")}) {
    std::ofstream(file) << text;
    WayTable again = table();
    EXPECT_EQ(fastest(ways(again)), nullptr) << text;
    again.keep(ref_, extents_, timed(again));
    EXPECT_NE(fastest(ways(table())), nullptr) << "replaced: " << text;
  }
  std::filesystem::remove(file);
  std::filesystem::create_directories(file);  // a folder in its place
  WayTable hidden = table();
  hidden.keep(ref_, extents_, timed(hidden));
  EXPECT_NE(fastest(ways(hidden)), nullptr) << "as long as the process lives";
}

TEST_F(WayTableTest, AFolderThatCannotBeWrittenIsNoError) {
  WayTable nowhere(model, {}, "gemm", h100, "CUDA 13.0");
  nowhere.keep(ref_, extents_, timed(nowhere));
  EXPECT_NE(fastest(ways(nowhere)), nullptr);
  std::ofstream(folder()) << "a file in the folder's place";  // for root as well
  WayTable refused = table();
  refused.keep(ref_, extents_, timed(refused));
  EXPECT_NE(fastest(ways(refused)), nullptr);
  EXPECT_EQ(fastest(ways(table())), nullptr);
}

TEST_F(WayTableTest, ProcessesKeepEachOthersRows) {
  constexpr unsigned processes = 4, sizes = 8;
  std::vector<pid_t> children;
  for (unsigned p = 0; p < processes; ++p) {
    const pid_t child = fork();
    if (child == 0) {
      WayTable mine = table();
      for (unsigned i = 0; i < sizes; ++i) mine.keep(ref_, {{p + 1, i + 1, 1}}, timed(mine));
      _exit(0);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  const WayTable all = table();
  for (uint64_t p = 0; p < processes; ++p) {
    for (uint64_t i = 0; i < sizes; ++i)
      EXPECT_NE(fastest(all.ways(ref_, {{p + 1, i + 1, 1}})), nullptr) << p << " " << i;
  }
}

}  // namespace way_table_test
}  // namespace hippuzzle
