// Which file answers for a puzzle when several roots have one.
#include "engine/modules/search_path.hpp"

#include <gtest/gtest.h>

#include "tests/support/environment_variable.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hippuzzle {
namespace search_path_test {

namespace fs = std::filesystem;

class SearchPathTest : public ::testing::Test {
 protected:
  fs::path root(const std::string& name) const { return directory_.path() / name; }
  fs::path add(const std::string& file) const { return directory_.write(file, ""); }
  void set_variable(const std::string& value) const { variable_.set(value); }

  testing::TemporaryDirectory directory_;
  testing::EnvironmentVariable variable_{"HIPPUZZLE_PLUGIN_PATH", std::nullopt};
};

TEST_F(SearchPathTest, FirstRootWins) {
  const auto first = add("first/cpu/p16.so");
  const auto second = add("second/cpu/p16.so");
  EXPECT_EQ(SearchPath({root("first"), root("second")}).kernel_module("cpu", "p16"), first);
  EXPECT_EQ(SearchPath({root("second"), root("first")}).kernel_module("cpu", "p16"), second);
}

TEST_F(SearchPathTest, PluginPathComesBeforeTheVariable) {
  const auto option = add("option/cpu/p16.so");
  const auto variable = add("variable/cpu/p16.so");
  set_variable(root("variable").string());
  EXPECT_EQ(SearchPath({root("option")}).kernel_module("cpu", "p16"), option);
  EXPECT_EQ(SearchPath({}).kernel_module("cpu", "p16"), variable);
}

TEST_F(SearchPathTest, VariableIsAListWithColons) {
  const auto p16 = add("a/cpu/p16.so");
  const auto p17 = add("b/cpu/p17.so");
  set_variable(":" + root("a").string() + "::" + root("b").string() + ":");
  const SearchPath path({});
  EXPECT_EQ(path.kernel_module("cpu", "p16"), p16);
  EXPECT_EQ(path.kernel_module("cpu", "p17"), p17);
}

TEST_F(SearchPathTest, EmptyEntriesOfTheVariableAreNotTheCurrentDirectory) {
  const std::string without = SearchPath({}).describe();
  set_variable("::");
  EXPECT_EQ(SearchPath({}).describe(), without);
}

TEST_F(SearchPathTest, WorkspaceComesFirstForKernels) {
  const auto workspace = add("workspace/cpu/p16.so");
  add("option/cpu/p16.so");
  SearchPath path({root("option")});
  path.set_workspace(root("workspace"));
  EXPECT_EQ(path.kernel_module("cpu", "p16"), workspace);
}

TEST_F(SearchPathTest, WorkspaceNeverSaysWhatIsRight) {
  add("workspace/judge/p16.so");
  const auto shipped = add("option/judge/p17.so");
  SearchPath path({root("option")});
  path.set_workspace(root("workspace"));
  EXPECT_EQ(path.judge_module("p16"), std::nullopt);
  EXPECT_EQ(path.judge_module("p17"), shipped);
  EXPECT_EQ(path.puzzle_ids(), (std::vector<std::string>{"p17"}));
}

TEST_F(SearchPathTest, PlatformsDoNotMix) {
  add("option/nvidia/p16.so");
  const SearchPath path({root("option")});
  EXPECT_EQ(path.kernel_module("cpu", "p16"), std::nullopt);
  EXPECT_NE(path.kernel_module("nvidia", "p16"), std::nullopt);
}

TEST_F(SearchPathTest, IdsAreSortedAndListedOnce) {
  add("a/judge/p16.so");
  add("a/judge/p02.so");
  add("a/judge/notes.txt");
  add("b/judge/p16.so");
  add("b/cpu/p30.so");
  EXPECT_EQ(SearchPath({root("a"), root("b")}).puzzle_ids(),
            (std::vector<std::string>{"p02", "p16"}));
}

TEST_F(SearchPathTest, AFolderIsNamedByTheIdAloneOrByTheIdAndAWord) {
  add("option/puzzles/gemm/README.md");
  add("option/puzzles/p16_matmul/README.md");
  const SearchPath path({root("option")});
  EXPECT_EQ(path.puzzle_folder("gemm"), root("option") / "puzzles/gemm");
  EXPECT_EQ(path.puzzle_folder("p16"), root("option") / "puzzles/p16_matmul");
  EXPECT_EQ(path.puzzle_folder("p1"), std::nullopt);
  EXPECT_EQ(path.puzzle_folder("gem"), std::nullopt);
}

TEST_F(SearchPathTest, RootsThatDoNotExistHaveNothing) {
  const SearchPath path({root("nowhere")});
  EXPECT_EQ(path.judge_module("p16"), std::nullopt);
  EXPECT_EQ(path.kernel_module("cpu", "p16"), std::nullopt);
  EXPECT_TRUE(path.puzzle_ids().empty());
}

TEST_F(SearchPathTest, DeviceRuntimesComeFromNextToTheBinaryOnly) {
  add("option/libhippuzzle_device_cpu.so");
  EXPECT_EQ(SearchPath({root("option")}).device_runtime("cpu"), std::nullopt);
}

TEST_F(SearchPathTest, RelativeRootsBecomeAbsolute) {
  add("option/cpu/p16.so");
  const fs::path before = fs::current_path();
  fs::current_path(directory_.path());
  const SearchPath path({"option"});
  fs::current_path(before);
  const auto module = path.kernel_module("cpu", "p16");
  ASSERT_NE(module, std::nullopt);
  EXPECT_TRUE(module->is_absolute());
}

TEST_F(SearchPathTest, DescribeNamesEveryRootInOrder) {
  const fs::path shipped =
      fs::read_symlink("/proc/self/exe").parent_path().parent_path() / "lib" / "hippuzzle";
  EXPECT_EQ(SearchPath({}).describe(), shipped.string());
  EXPECT_EQ(SearchPath({root("a"), root("b")}).describe(),
            root("a").string() + ", " + root("b").string() + " and " + shipped.string());
}

}  // namespace search_path_test
}  // namespace hippuzzle
