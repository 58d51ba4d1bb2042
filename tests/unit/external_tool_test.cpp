#include "support/process/external_tool.hpp"

#include <gtest/gtest.h>

#include "support/files/temporary_folder.hpp"
#include "tests/support/environment_variable.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hippuzzle {
namespace external_tool_test {
namespace fs = std::filesystem;

// Folders of a test's own in place of PATH's.
class ExternalTool : public ::testing::Test {
 protected:
  std::string folder(const std::string& name) const { return (here_.path() / name).string(); }

  fs::path program(const std::string& name, const std::string& script = "") const {
    const fs::path file = here_.write(name, "#!/bin/sh\n" + script);
    fs::permissions(file, fs::perms::owner_all);
    return file;
  }

  testing::TemporaryDirectory here_;
  testing::EnvironmentVariable path_{"PATH", folder("first") + ":" + folder("second")};
};

TEST_F(ExternalTool, IsTheFirstOnPath) {
  const fs::path second = program("second/tool");
  EXPECT_EQ(find_program("tool"), second) << "the first folder does not even exist";
  const fs::path first = program("first/tool");
  EXPECT_EQ(find_program("tool"), first);
  EXPECT_EQ(find_program("another"), std::nullopt);
}

TEST_F(ExternalTool, IsAnExecutableFile) {
  here_.write("first/tool", "");
  fs::create_directories(folder("second/tool"));
  EXPECT_EQ(find_program("tool"), std::nullopt);
}

TEST_F(ExternalTool, IsLookedForInOtherFoldersAfterPath) {
  const fs::path elsewhere = program("elsewhere/tool");
  EXPECT_EQ(find_program("tool", {folder("nowhere"), folder("elsewhere")}), elsewhere);
  const fs::path first = program("first/tool");
  EXPECT_EQ(find_program("tool", {folder("elsewhere")}), first);
}

TEST_F(ExternalTool, IsNotFoundWithoutPath) {
  program("first/tool");
  path_.set(std::nullopt);
  EXPECT_EQ(find_program("tool"), std::nullopt);
}

TEST_F(ExternalTool, OfAToolkitIsWhereItsVariableSays) {
  const fs::path tool = program("cuda/bin/a-tool-of-cuda");
  const testing::EnvironmentVariable cuda("CUDA_PATH", folder("cuda"));
  EXPECT_EQ(find_cuda_tool("a-tool-of-cuda"), tool);
  EXPECT_EQ(find_rocm_tool("a-tool-of-cuda"), std::nullopt);
}

TEST_F(ExternalTool, AnswersOnItsStandardOutput) {
  const fs::path tool = program("first/tool", "echo \"version $1\"; echo noise >&2; exit 3\n");
  EXPECT_EQ(output_of(tool, "--version"), "version --version\n");
}

TEST_F(ExternalTool, MayLieInAFolderWithApostrophesBlanksAndDollars) {
  const fs::path tool = program("it's $HOME; \"here\"/tool", "echo found $#\n");
  EXPECT_EQ(output_of(tool, "--it's"), "found 1\n");
}

TEST_F(ExternalTool, ThatCannotBeRunAnswersNothing) {
  EXPECT_EQ(output_of(folder("nowhere"), "--version"), "");
}

TEST_F(ExternalTool, ThatHangsIsEnded) {
  const fs::path tool = program("first/tool", "echo begun; exec /bin/sleep 600\n");
  EXPECT_EQ(output_of(tool, "--version", std::chrono::milliseconds(2000)), "begun\n");
}

TEST_F(ExternalTool, ReportsIntoAFolderThatIsGoneAfterwards) {
  fs::path path;
  {
    const TemporaryFolder folder("hippuzzle-report-");
    path = folder.path();
    EXPECT_TRUE(fs::is_directory(path));
  }
  EXPECT_FALSE(fs::exists(path));
}

}  // namespace external_tool_test
}  // namespace hippuzzle
