// Nothing below the command line knows its flags or its commands: sentences there describe the
// event, and the remedy is data (support/advice.hpp) that cli puts into words.
#include <map>
#include <regex>
#include <set>

#include "tests/architecture/source_files.hpp"
#include "tests/support/build_tree.hpp"
#include "tests/support/command.hpp"

namespace hippuzzle::testing {
namespace sentences_test {

// The names of all commands with "|" between them, as the binary's help lists them.
std::string commands() {
  static const std::regex entry("^  ([a-z][a-z-]*)  +[A-Z]");
  static const std::string all = [] {
    std::string names;
    std::istringstream help(run({binary(), "--help"}).out);
    for (std::string line; std::getline(help, line);) {
      std::smatch match;
      if (!std::regex_search(line, match, entry)) continue;
      names += (names.empty() ? "" : "|") + match[1].str();
    }
    EXPECT_TRUE(names.starts_with("list|devices|run|")) << names;
    EXPECT_NE(names.find("|grade|"), std::string::npos) << names;
    return names;
  }();
  return all;
}

// The sentence's words about the command line; "" when it has none.
std::string command_line_word(const std::string& text) {
  static const std::regex word("--[a-z][a-z-]*|`hippuzzle( |$)|\\bhippuzzle (" + commands() +
                               ")\\b");
  std::smatch match;
  return std::regex_search(text, match, word) ? match.str() : "";
}

TEST(Sentences, BelowTheCommandLineNameNoFlagAndNoCommand) {
  const std::map<std::string, std::string> excepted = {
      {"common/hip_cc/driver/command_line.cpp", "options of compilers"},
      {"common/hip_cc/driver/compiler_options.cpp", "options of compilers"},
      {"common/hip_cc/program/program_check.cpp",
       "the words by which it has its findings reported"},
      {"common/hip_cc/program/traced_launch.cpp", "the words by which it asks where variables lie"},
      {"common/engine/judge/check/compute_sanitizer.cpp", "flags of compute-sanitizer"},
      {"common/engine/judge/child/child_runner.hpp", "the argument that makes the binary a runner"},
      {"common/engine/performance/profile/profiler_ncu.cpp", "flags of ncu"},
      {"common/engine/platforms/amd.cpp", "flags of llvm-objdump"},
      {"common/engine/platforms/cpu.cpp", "flags of objdump"},
      {"common/engine/modules/watched_code/watched_code.cpp", "flags of objdump"},
      {"common/engine/performance/profile/profiler_rocprof.cpp", "flags of rocprofv3"},
  };
  std::set<std::string> needed;
  for (const std::string& file : source_files()) {
    if (!file.starts_with("common/engine/") && !file.starts_with("common/layout/") &&
        !file.starts_with("common/lessons/") && !file.starts_with("common/support/") &&
        !file.starts_with("common/toolchain/") && !file.starts_with("common/hip_cc/"))
      continue;
    size_t number = 0;
    for (const std::string& line : lines_of(file)) {
      ++number;
      for (const std::string& literal : literals(line)) {
        const std::string word = command_line_word(literal);
        if (word.empty()) continue;
        needed.insert(file);
        EXPECT_TRUE(excepted.contains(file)) << file << ":" << number << ": " << word;
      }
    }
  }
  for (const auto& [file, reason] : excepted)
    EXPECT_TRUE(needed.contains(file)) << file << " needs no exception any more (" << reason << ")";
}

TEST(Sentences, AreRecognisedByWhatTheySayOfTheCommandLine) {
  EXPECT_EQ(command_line_word("give it longer with --timeout"), "--timeout");
  EXPECT_EQ(command_line_word("see `hippuzzle list`"), "`hippuzzle ");
  EXPECT_EQ(command_line_word("run hippuzzle init first"), "hippuzzle init");
  EXPECT_EQ(command_line_word("hippuzzle grade makes it"), "hippuzzle grade");
  EXPECT_EQ(command_line_word("install hippuzzle again -- or not"), "");
  EXPECT_EQ(command_line_word("write `hippuzzle: allow race`, a comment"), "");
  EXPECT_EQ(literals(R"(f("a \"b\"", "c");  // "d")"),
            (std::vector<std::string>{R"(a \"b\")", "c"}));
}

}  // namespace sentences_test
}  // namespace hippuzzle::testing
