// A workspace of a test's own, and hippuzzle called in it.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/support/hippuzzle_command.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/support/whole_file.hpp"

namespace hippuzzle::testing {

class LearnerTest : public ::testing::Test {
 protected:
  LearnerTest() {
    const CommandResult made = hippuzzle({"init", workspace().string()});
    EXPECT_EQ(made.code, 0) << made.err;
  }

  std::filesystem::path workspace() const { return directory_.path() / "workspace"; }

  CommandResult run_here(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"/usr/bin/env", "-C", workspace().string(), "-u",
                                         "HIPPUZZLE_PLUGIN_PATH", "NO_COLOR=1", binary().string()});
    return run(arguments);
  }

  static std::filesystem::path shipped_puzzle(const std::string& name) {
    return std::filesystem::path(HIPPUZZLE_SOURCE_DIR) / "plugins" / name;
  }

  // Writes as an editor does that renames a new file over the old one.
  static void save(const std::filesystem::path& file, const std::string& text) {
    const std::filesystem::path other = file.string() + "~";
    std::ofstream(other, std::ios::binary) << text;
    std::filesystem::rename(other, file);
  }

 private:
  TemporaryDirectory directory_;
};

inline const std::string right_p01 =
    "__global__ void add_10(float* output, const float* a) {\n"
    "  output[threadIdx.x] = a[threadIdx.x] + 10;\n"
    "}\n";

}  // namespace hippuzzle::testing
