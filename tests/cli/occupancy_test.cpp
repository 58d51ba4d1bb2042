// `hippuzzle occupancy`: its report on shipped modules, and its message where it has none to read.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "tests/support/hippuzzle_command.hpp"
#include "tests/support/json.hpp"
#include "tests/support/whole_file.hpp"

namespace hippuzzle::testing {
namespace occupancy_test {

bool has_module(const std::string& platform) {
  return std::filesystem::exists(shipped() / platform / "bank_conflicts.so");
}

TEST(OccupancyCommand, SaysWhichCommandBuildsTheModulesThatItReads) {
  if (has_module("nvidia") || has_module("amd")) GTEST_SKIP() << "there are modules for a GPU";
  const CommandResult r = hippuzzle({"occupancy", "bank_conflicts", "--padded"});
  EXPECT_EQ(r.code, 77) << r.out << r.err;
  EXPECT_NE(r.err.find("bank_conflicts has no kernels compiled for a GPU"), r.err.npos) << r.err;
  EXPECT_NE(r.err.find("`./dev build`"), r.err.npos) << r.err;
}

TEST(OccupancyCommand, NamesTheDevicesThatItKnows) {
  const CommandResult r = hippuzzle({"occupancy", "p16", "--device", "h2000"});
  EXPECT_EQ(r.code, 2) << r.out << r.err;
  for (const char* known : {"'h2000'", "h200", "mi300x", "sm_90", "gfx90a"})
    EXPECT_NE(r.err.find(known), r.err.npos) << r.err;
}

// No puzzle is named, so the kernel's registers are assumed, and no module is read.
TEST(OccupancyCommand, CountsBlocksOfAnyKernelOnEveryArchitecture) {
  const CommandResult r = hippuzzle({"occupancy", "--threads", "1024", "--json"});
  ASSERT_EQ(r.code, 0) << r.out << r.err;
  std::map<std::string, int> warps;
  const auto report = parse_json(r.out);
  for (const auto& k : report.at("kernels")) {
    EXPECT_EQ(k.at("registers"), 32);
    warps[k.at("architecture")] = k.at("active_warps");
  }
  EXPECT_EQ(warps.size(), 11u);
  EXPECT_EQ(warps["sm_86"], 32);  // of 48
  EXPECT_EQ(warps["sm_80"], 64);
  EXPECT_EQ(warps["gfx90a"], 32);

  const CommandResult text = hippuzzle({"occupancy", "--threads", "1024", "--device", "sm_86"});
  EXPECT_NE(text.out.find("32 of 48"), text.out.npos) << text.out;
}

TEST(OccupancyCommand, FailsWhereNoDeviceRunsTheBlock) {
  const CommandResult none = hippuzzle({"occupancy", "--threads", "2048"});
  EXPECT_EQ(none.code, 2) << none.out << none.err;
  EXPECT_NE(none.out.find("sm_90 runs no such block: a block of 2048 threads is more than"),
            none.out.npos)
      << none.out;
  // 100 KiB: more than a block of sm_75 has, and not more than one of sm_90.
  const char* shared = "102400";
  EXPECT_EQ(hippuzzle({"occupancy", "--threads", "32", "--shared", shared}).code, 0);
  EXPECT_EQ(
      hippuzzle({"occupancy", "--threads", "32", "--shared", shared, "--device", "sm_75"}).code, 2);
}

// The numbers of a text: of "256 threads, 48 KiB" 256 and 48.
std::vector<unsigned> numbers_in(const std::string& text) {
  std::vector<unsigned> numbers;
  static const std::regex number("[0-9]+");
  for (std::sregex_iterator n(text.begin(), text.end(), number), end; n != end; ++n)
    numbers.push_back(static_cast<unsigned>(std::stoul(n->str())));
  return numbers;
}

std::vector<std::string> cells_of(const std::string& row) {
  std::vector<std::string> cells;
  std::istringstream in(row.substr(1));
  for (std::string cell; std::getline(in, cell, '|');) {
    const size_t begin = cell.find_first_not_of(' ');
    cells.push_back(
        begin == cell.npos ? "" : cell.substr(begin, cell.find_last_not_of(' ') - begin + 1));
  }
  return cells;
}

// p31's lesson has a column for each kind of block and a row for each architecture.
TEST(OccupancyCommand, GivesTheTableOfTheLesson) {
  const auto lesson = lines(contents(std::filesystem::path(HIPPUZZLE_SOURCE_DIR) / "plugins" /
                                     "p31_occupancy" / "README.md"));
  const auto head = std::ranges::find_if(
      lesson, [](const std::string& line) { return line.starts_with("| | 32 threads |"); });
  ASSERT_NE(head, lesson.end());
  const auto blocks = cells_of(*head);
  std::map<std::string, std::vector<std::string>> rows;
  for (auto row = head + 2; row != lesson.end() && row->starts_with("|"); ++row)
    rows[cells_of(*row).front()] = cells_of(*row);
  EXPECT_EQ(rows.size(), 11u);
  for (size_t column = 1; column < blocks.size(); ++column) {
    SCOPED_TRACE(blocks[column]);
    const auto numbers = numbers_in(blocks[column]);
    const unsigned shared = numbers.size() > 1 ? numbers[1] * 1024 : 0;
    const CommandResult r = hippuzzle({"occupancy", "--threads", std::to_string(numbers.at(0)),
                                       "--shared", std::to_string(shared), "--json"});
    ASSERT_EQ(r.code, 0) << r.err;
    const auto report = parse_json(r.out);
    EXPECT_EQ(report.at("kernels").size(), rows.size());
    for (const auto& k : report.at("kernels")) {
      const std::string architecture = k.at("architecture");
      ASSERT_EQ(rows[architecture].size(), blocks.size()) << architecture;
      EXPECT_EQ(std::stol(rows[architecture][column]),
                std::nearbyint(100 * double(k.at("occupancy"))))
          << architecture;
    }
  }
}

TEST(OccupancyCommand, NamesWhatIsMissingWithoutAPuzzle) {
  const CommandResult nothing = hippuzzle({"occupancy"});
  EXPECT_EQ(nothing.code, 2) << nothing.out;
  EXPECT_NE(nothing.err.find("name a puzzle, or give a block's threads"), nothing.err.npos)
      << nothing.err;
  const CommandResult size = hippuzzle({"occupancy", "--threads", "64", "--size", "4"});
  EXPECT_EQ(size.code, 2) << size.out;
  EXPECT_NE(size.err.find("belong to a puzzle"), size.err.npos) << size.err;
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
