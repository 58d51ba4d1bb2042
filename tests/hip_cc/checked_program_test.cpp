// Checked programs from outside: their reports, their options, and their ends.
#include <signal.h>

#include "tests/hip_cc/cc_command.hpp"

namespace hippuzzle::testing {
namespace checked_program_test {

constexpr const char* past_the_end = R"(#include <hip/hip_runtime.h>
#include <signal.h>
#include <cstdlib>
__global__ void fill(int* p, int n) { p[threadIdx.x] = n; }
int main(int argc, char**) {
  int* numbers;
  hipMalloc((void**)&numbers, 8 * sizeof(int));
  fill<<<1, 8 + (argc > 1)>>>(numbers, 1);
  if (argc > 3) raise(SIGTERM);
  if (argc > 2) abort();
  exit(0);
}
)";

class CheckedProgram : public Cc {
 protected:
  void SetUp() override {
    write("fill.hip", past_the_end);
    const CommandResult built = cc({"--check", at("fill.hip"), "-o", at("prog")});
    if (built.code == 77) GTEST_SKIP() << built.err;
    ASSERT_EQ(built.code, 0) << built.err;
  }
};

TEST_F(CheckedProgram, SaysInOneLineThatItHasNoFindings) {
  const CommandResult ran = run({at("prog")});
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.err, "hippuzzle: no findings in 1 kernel launch\n");
  const std::string log = at("clean.txt");
  EXPECT_EQ(run({at("prog")}, {{"HIPPUZZLE_CHECK", "log_path=" + log}}).err, "");
}

TEST_F(CheckedProgram, ReportsAtItsEndAndEndsWithFour) {
  const CommandResult ran = run({at("prog"), "x"});
  EXPECT_EQ(ran.code, 4);
  EXPECT_NE(ran.err.find("out-of-bounds: a write of numbers[8], past the end of 'numbers of "
                         "fill.hip:7' (8 elements)"),
            std::string::npos)
      << ran.err;
  EXPECT_NE(ran.err.find("fill.hip:4:"), std::string::npos) << ran.err;
  EXPECT_NE(ran.err.find("1 finding\n"), std::string::npos) << ran.err;
}

TEST_F(CheckedProgram, ReportsBeforeItDies) {
  const CommandResult ran = run({at("prog"), "x", "y"});
  EXPECT_FALSE(ran.exited);
  EXPECT_EQ(ran.code, SIGABRT);
  EXPECT_NE(ran.err.find("numbers[8]"), std::string::npos) << ran.err;
}

TEST_F(CheckedProgram, RefusesSettingsOfTheCpuPlatformThatCannotBe) {
  const CommandResult ran = run({at("prog"), "x"}, {{"HIPPUZZLE_CPU_DEVICES", "99"}});
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.out, "");
  EXPECT_EQ(ran.err,
            "hippuzzle: error: the environment has HIPPUZZLE_CPU_DEVICES=99; give it a number of "
            "devices from 1 to 16\n");
}

TEST_F(CheckedProgram, ReportsWhenItIsTerminated) {
  const CommandResult ran = run({at("prog"), "x", "y", "z"});
  EXPECT_FALSE(ran.exited);
  EXPECT_EQ(ran.code, SIGTERM);
  EXPECT_NE(ran.err.find("numbers[8]"), std::string::npos) << ran.err;
}

TEST_F(CheckedProgram, TakesOptionsFromItsEnvironment) {
  const std::string log = at("log.json");
  const CommandResult ran =
      run({at("prog"), "x"}, {{"HIPPUZZLE_CHECK", "format=json:log_path=" + log}});
  EXPECT_EQ(ran.code, 4);
  EXPECT_EQ(ran.err, "");
  const auto document = nlohmann::json::parse(contents(log));
  EXPECT_EQ(document.at("findings").at(0).at("element"), "numbers[8]");
  const CommandResult wrong = run({at("prog")}, {{"HIPPUZZLE_CHECK", "blocks=many"}});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_NE(wrong.err.find("blocks is a whole number"), std::string::npos) << wrong.err;
}

// The members that the schema of SARIF 2.1.0 requires of these objects.
TEST_F(CheckedProgram, WritesSarif) {
  const std::string log = at("log.sarif");
  for (const char* words : {"", "x", "x y"}) {
    std::vector<std::string> command = {at("prog")};
    for (const std::string_view word : {"x", "y"})
      if (std::string_view(words).find(word) != std::string_view::npos) command.emplace_back(word);
    const CommandResult ran = run(command, {{"HIPPUZZLE_CHECK", "format=sarif:log_path=" + log}});
    EXPECT_EQ(ran.code, command.size() == 3 ? SIGABRT : command.size() == 2 ? 4 : 0);
    const auto sarif = nlohmann::json::parse(contents(log));
    EXPECT_EQ(sarif.at("version"), "2.1.0");
    const auto& tool_run = sarif.at("runs").at(0);
    EXPECT_EQ(tool_run.at("tool").at("driver").at("name"), "hippuzzle cc");
    const auto& invocation = tool_run.at("invocations").at(0);
    EXPECT_EQ(invocation.at("executionSuccessful"), command.size() < 3);
    EXPECT_EQ(invocation.contains("exitSignalNumber"), command.size() == 3);
    const auto& results = tool_run.at("results");
    ASSERT_EQ(results.size(), command.size() > 1 ? 1u : 0u);
    if (results.empty()) continue;
    EXPECT_EQ(results[0].at("ruleId"), "out-of-bounds");
    EXPECT_TRUE(results[0].at("message").at("text").is_string());
    const auto& place = results[0].at("locations").at(0).at("physicalLocation");
    EXPECT_EQ(place.at("region").at("startLine"), 4);
    EXPECT_EQ(place.at("artifactLocation").at("uri"), "file://" + at("fill.hip"));
  }
}

TEST_F(CheckedProgram, LetsPassWhatAFileNames) {
  const std::string file = write("ours.txt", "race:fill\nout-of-bounds:fill.hip\n");
  const std::string options = "suppressions=" + file;
  const CommandResult quiet = run({at("prog"), "x"}, {{"HIPPUZZLE_CHECK", options}});
  EXPECT_EQ(quiet.code, 0);
  EXPECT_EQ(quiet.err, "");
  const CommandResult told = run({at("prog"), "x"}, {{"HIPPUZZLE_CHECK", options + ":verbose=1"}});
  EXPECT_EQ(told.code, 0);
  EXPECT_NE(told.err.find("fits no finding: race:fill in " + file + ":1"), std::string::npos)
      << told.err;
  EXPECT_EQ(told.err.find("fits no finding: out-of-bounds"), std::string::npos) << told.err;
  const CommandResult in_json =
      run({at("prog"), "x"}, {{"HIPPUZZLE_CHECK", options + ":format=json"}});
  EXPECT_EQ(in_json.code, 0);
  const auto document = nlohmann::json::parse(in_json.err);
  EXPECT_EQ(document.at("findings").at(0).at("allowed"),
            "out-of-bounds:fill.hip in " + file + ":2");
  write("ours.txt", "race fill\n");
  const CommandResult wrong = run({at("prog")}, {{"HIPPUZZLE_CHECK", options}});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_NE(wrong.err.find(file + ":1: 'race fill' is not a suppression"), std::string::npos)
      << wrong.err;
}

TEST_F(CheckedProgram, HasTheOptionsThatItWasBuiltWithAsDefaults) {
  const CommandResult built =
      cc({"--check", "--format", "json", "--max-findings=3", at("fill.hip"), "-o", at("with")});
  ASSERT_EQ(built.code, 0) << built.err;
  const CommandResult ran = run({at("with"), "x"});
  EXPECT_EQ(ran.code, 4);
  EXPECT_EQ(nlohmann::json::parse(ran.err).at("findings").size(), 1u);
  const CommandResult other = run({at("with"), "x"}, {{"HIPPUZZLE_CHECK", "format=text"}});
  EXPECT_NE(other.err.find("1 finding\n"), std::string::npos) << other.err;
  const CommandResult at_once =
      cc({"--run", "--check", "--format", "json", at("fill.hip"), "--format"});
  EXPECT_EQ(at_once.code, 4);
  EXPECT_EQ(nlohmann::json::parse(at_once.err).at("findings").size(), 1u);
}

}  // namespace checked_program_test
}  // namespace hippuzzle::testing
