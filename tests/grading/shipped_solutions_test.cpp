// `hippuzzle grade` accepts everything that a right answer needs, checks it and verifies its
// machine code: the reference kernels of every puzzle that has something to fill in, handed in as
// they are.
#include "tests/grading/graded_class.hpp"
#include "tests/support/build_tree.hpp"

namespace hippuzzle::testing {
namespace shipped_solutions_test {

namespace fs = std::filesystem;

TEST(ShippedSolutions, GetFullMarks) {
  const TemporaryDirectory here;
  size_t puzzles = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(HIPPUZZLE_SOURCE_DIR) / "plugins")) {
    if (!fs::exists(entry.path() / "kernel.hip")) continue;  // a ladder
    const fs::path folder = here.path() / "class/ann" / entry.path().filename();
    fs::create_directories(folder);
    fs::copy_file(entry.path() / "solution.hip", folder / "kernel.hip");
    ++puzzles;
  }
  EXPECT_GE(puzzles, 20u);
  const CommandResult r =
      run({"/usr/bin/env", "-u", "HIPPUZZLE_PLUGIN_PATH", binary().string(), "grade",
           (here.path() / "class").string(), "--results", (here.path() / "results").string(),
           "--without-isolation", can_check() ? "--jobs=2" : "--no-check"},
          {}, std::chrono::minutes(9));
  ASSERT_TRUE(r.exited) << r.err;
  const nlohmann::json all = parse_json(contents(here.path() / "results/grades.json"));
  EXPECT_EQ(all["results"].size(), puzzles);
  for (const nlohmann::json& grade : all["results"])
    EXPECT_EQ(grade["outcome"], "passed") << grade["puzzle"] << ": " << grade["reason"];
}

}  // namespace shipped_solutions_test
}  // namespace hippuzzle::testing
