// A workspace of a test's own, and hippuzzle called in it: with the curriculum of fakes, unless the
// test is about the puzzles themselves.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/support/hippuzzle_command.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/support/whole_file.hpp"

namespace hippuzzle::testing {

// The prefix whose hippuzzle knows the puzzles of tests/workspace/curriculum and no others.
inline std::filesystem::path curriculum() {
  return build_tree() / "tests/workspace/curriculum/home";
}
inline std::filesystem::path learners_binary() { return curriculum() / "bin/hippuzzle"; }

// Whether kernels can be checked in this build.
inline bool can_check() {
  return std::filesystem::exists(curriculum() / "lib/hippuzzle/cpu/p03.check.so");
}

class LearnerTest : public ::testing::Test {
 protected:
  explicit LearnerTest(std::filesystem::path binary = learners_binary())
      : binary_(std::move(binary)) {
    const CommandResult made = run({binary_.string(), "init", workspace().string()});
    EXPECT_EQ(made.code, 0) << made.err;
  }

  const std::filesystem::path& binary() const { return binary_; }

  std::filesystem::path workspace() const { return directory_.path() / "workspace"; }

  CommandResult run_here(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"/usr/bin/env", "-C", workspace().string(), "-u",
                                         "HIPPUZZLE_PLUGIN_PATH", "NO_COLOR=1", binary_.string()});
    return run(arguments);
  }

  static std::filesystem::path puzzle_folder(const std::string& name) {
    return curriculum() / "share/hippuzzle/puzzles" / name;
  }

  // Writes as an editor does that renames a new file over the old one.
  static void save(const std::filesystem::path& file, const std::string& text) {
    const std::filesystem::path other = file.string() + "~";
    std::ofstream(other, std::ios::binary) << text;
    std::filesystem::rename(other, file);
  }

 private:
  std::filesystem::path binary_;
  TemporaryDirectory directory_;
};

// A workspace in which p01 can be started.
class WorkspaceCommands : public LearnerTest {
 protected:
  std::filesystem::path p01() const { return workspace() / "p01_add/kernel.hip"; }
  std::string stub() const { return contents(puzzle_folder("p01_add") / "kernel.hip"); }

  void start_p01() const {
    const CommandResult r = run_here({"start", "p01"});
    ASSERT_EQ(r.code, 0) << r.err;
  }
};

inline const std::string right_p01 =
    "__global__ void add_10(float* output, const float* a) {\n"
    "  output[threadIdx.x] = a[threadIdx.x] + 10;\n"
    "}\n";

}  // namespace hippuzzle::testing
