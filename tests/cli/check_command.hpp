// `hippuzzle check` of the shipped kernels and of the wrong kernels.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/hippuzzle_command.hpp"

namespace hippuzzle::testing {

class Check : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(shipped() / "cpu" / "p16.check.so"))
      GTEST_SKIP() << "kernels cannot be checked in this build";
  }

  // A wrong kernel of the puzzle, checked.
  static CommandResult check_wrong(const std::string& kernel, std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "check");
    arguments.insert(arguments.end(),
                     {"--plugin-path", (build_tree() / "tests/plugins/wrong" / kernel).string()});
    return hippuzzle(arguments);
  }
};

}  // namespace hippuzzle::testing
