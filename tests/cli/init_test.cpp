// `hippuzzle init` in folders in which it cannot make a workspace.
#include "tests/support/hippuzzle_command.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hippuzzle::testing {
namespace init_test {

TEST(Init, AFolderThatCannotBeMadeIsNamed) {
  const CommandResult r = hippuzzle({"init", "/proc/hippuzzle"});
  EXPECT_EQ(r.code, 2);
  EXPECT_NE(r.err.find("error: /proc/hippuzzle: No such file or directory; choose a place"),
            std::string::npos)
      << r.err;
}

TEST(Init, AFolderThatNoCompilerCanReadFromIsRefused) {
  const TemporaryDirectory directory;
  for (const char* name : {"a\"b", "a\nb"}) {
    const CommandResult r = hippuzzle({"init", (directory.path() / name).string()});
    EXPECT_EQ(r.code, 2);
    EXPECT_NE(r.err.find("quotation mark or a line break"), r.err.npos) << r.err;
    EXPECT_FALSE(std::filesystem::exists(directory.path() / name));
  }
}

TEST(Init, AFolderInAWorkspaceIsToldWhichWorkspace) {
  const TemporaryDirectory directory;
  ASSERT_EQ(hippuzzle({"init", directory.path().string()}).code, 0);
  const CommandResult r =
      run({"/usr/bin/env", "-C", directory.path().string(), binary().string(), "init", "sub"});
  EXPECT_EQ(r.code, 2);
  const std::string root = std::filesystem::canonical(directory.path()).string();
  EXPECT_NE(r.err.find("lies in the workspace " + root + ";"), r.err.npos) << r.err;
}

}  // namespace init_test
}  // namespace hippuzzle::testing
