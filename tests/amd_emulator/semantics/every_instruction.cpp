// Runs the tests; with --every-instruction, where all of them ran in this process, fails for each
// function that executes an instruction and that no test had executed. With --break NAME the
// results of that instruction are wrong, and tests have to fail.
#include <cstdio>
#include <cstring>
#include <set>

#include "tests/amd_emulator/semantics/one_instruction.hpp"

namespace hippuzzle::amd {
namespace {

constexpr Generation generations[] = {Generation::gfx9, Generation::gfx10, Generation::gfx11};

// Names that share a function are one instruction.
std::set<std::string> never_executed() {
  std::set<Execute> executed;
  for (const auto& [generation, name] : executed_names())
    executed.insert(instructions(generation).find(name));
  std::set<std::string> missing;
  for (const Generation generation : generations) {
    for (const auto& [name, execute] : instructions(generation).all()) {
      if (!executed.contains(execute)) missing.insert(name);
    }
  }
  return missing;
}

}  // namespace
}  // namespace hippuzzle::amd

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  if (argc > 2 && std::strcmp(argv[1], "--break") == 0) hippuzzle::amd::broken_name() = argv[2];
  const bool asks_for_all = argc > 1 && std::strcmp(argv[1], "--every-instruction") == 0;
  const int result = RUN_ALL_TESTS();
  if (!asks_for_all) return result;
  const auto missing = hippuzzle::amd::never_executed();
  for (const std::string& name : missing)
    std::fprintf(stderr, "no test executes %s; add a row to a table of semantics\n", name.c_str());
  std::fprintf(stderr, "%zu instructions without a test\n", missing.size());
  return missing.empty() ? result : 1;
}
