// `hippuzzle watch` on a pseudo-terminal, in a workspace of its own.
#pragma once

#include <string>
#include <vector>

#include "tests/workspace/learner.hpp"
#include "tests/workspace/pseudo_terminal.hpp"

namespace hippuzzle::testing {

inline const std::string clear_screen = "\x1b[H\x1b[2J";

class WatchTest : public LearnerTest {
 protected:
  void SetUp() override {
    if (const std::string why = no_pseudo_terminals(); !why.empty()) GTEST_SKIP() << why;
  }

  PseudoTerminal watch(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {binary().string(), "watch", "--backend", "cpu"});
    return PseudoTerminal(arguments, workspace().string());
  }

  std::filesystem::path p01() const { return workspace() / "p01_add/kernel.hip"; }
  std::filesystem::path p03() const { return workspace() / "p03_pool/kernel.hip"; }

  // The raw kernel of the solution, and the staged one as the stub leaves it.
  static std::string half_of_p03() {
    const std::string right = contents(puzzle_folder("p03_pool") / "solution.hip");
    const std::string stub = contents(puzzle_folder("p03_pool") / "kernel.hip");
    const std::string staged = "__global__ void staged_pooling";
    return right.substr(0, right.find(staged)) + stub.substr(stub.find(staged));
  }

  static bool is_raw(const PseudoTerminal& terminal) {
    return (terminal.settings().c_lflag & (ICANON | ECHO)) == 0;
  }
};

}  // namespace hippuzzle::testing
