// The files of `hippuzzle start` for editors, tested with a language server.
#include "lessons/editor_files.hpp"

#include "support/process/external_tool.hpp"
#include "tests/support/build_tree.hpp"
#include "tests/support/command.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/support/whole_file.hpp"

#include <gtest/gtest.h>

namespace hippuzzle::testing {
namespace editor_files_test {

namespace fs = std::filesystem;

// Puzzles with a plain kernel, with shared memory and tensors, with a host function.
class Clangd : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!find_program("clangd")) GTEST_SKIP() << "there is no clangd";
  }

  // Checks the file as a learner's kernel.hip.
  CommandResult checked(const fs::path& file, const std::string& more = "") const {
    const fs::path folder = directory_.path() / "kernels";
    fs::create_directories(folder);
    write_compile_flags(folder, build_tree(), file.parent_path());
    std::ofstream(folder / "kernel.hip") << contents(file) << more;
    return run({find_program("clangd")->string(), "--check=" + (folder / "kernel.hip").string(),
                "--check-lines=1-1"});
  }

  fs::path puzzle() const { return fs::path(HIPPUZZLE_SOURCE_DIR) / "plugins" / GetParam(); }

 private:
  TemporaryDirectory directory_;
};

TEST_P(Clangd, SeesNoErrorInAStubAndInASolution) {
  for (const char* file : {"kernel.hip", "solution.hip"}) {
    const CommandResult r = checked(puzzle() / file);
    EXPECT_EQ(r.code, 0) << file << r.err;
    EXPECT_NE(r.err.find("All checks completed, 0 errors"), std::string::npos) << r.err;
  }
}

TEST_P(Clangd, SeesAnErrorThatIsOne) {
  const CommandResult r = checked(puzzle() / "kernel.hip", "int wrong = threadIdx;\n");
  EXPECT_NE(r.code, 0) << r.err;
}

INSTANTIATE_TEST_SUITE_P(Of, Clangd,
                         ::testing::Values("p01_map", "p08_shared_memory", "p14_prefix_sum"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace editor_files_test
}  // namespace hippuzzle::testing
