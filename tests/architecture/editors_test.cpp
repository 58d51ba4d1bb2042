// compile_commands.json tells editors how every kernel of a puzzle is compiled for the CPU.
#include <map>
#include <nlohmann/json.hpp>

#include "tests/architecture/source_files.hpp"
#include "tests/support/build_tree.hpp"
#include "tests/support/command.hpp"
#include "tests/support/json.hpp"
#include "tests/support/whole_file.hpp"

namespace hippuzzle::testing {
namespace editors_test {

namespace fs = std::filesystem;

// The commands by the source's path from the root.
std::map<std::string, nlohmann::json> compile_commands() {
  std::map<std::string, nlohmann::json> commands;
  const auto all = parse_json(contents(build_tree() / "compile_commands.json"));
  for (const auto& entry : all)
    commands[fs::path(entry["file"].get<std::string>()).lexically_relative(source_root)] = entry;
  return commands;
}

TEST(Editors, AreToldOfEveryKernelOfAPuzzle) {
  const auto commands = compile_commands();
  if (!fs::exists(shipped() / "toolchains/cpu.toml")) {
    GTEST_SKIP() << "the CPU platform is not built";
  }
  for (const std::string& file : source_files()) {
    if (!file.starts_with("plugins/") || !file.ends_with(".hip")) continue;
    EXPECT_TRUE(commands.contains(file)) << file;
  }
}

TEST(Editors, AreToldWhatAKernelIncludes) {
  const auto commands = compile_commands();
  for (const char* file : {"plugins/p01_map/kernel.hip", "plugins/p16_matmul/bindings.hip",
                           "plugins/p16_matmul/wrong/no_guard.hip"}) {
    if (!fs::exists(shipped() / "toolchains/cpu.toml")) {
      GTEST_SKIP() << "the CPU platform is not built";
    }
    const nlohmann::json& entry = commands.at(file);
    const std::string command = entry["command"].get<std::string>() + " -fsyntax-only";
    const CommandResult parsed = run(
        {"/usr/bin/env", "-C", entry["directory"].get<std::string>(), "/bin/sh", "-c", command});
    EXPECT_EQ(parsed.code, 0) << file << ": " << command << '\n' << parsed.err;
  }
}

}  // namespace editors_test
}  // namespace hippuzzle::testing
