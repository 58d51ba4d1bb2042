// Command lines and the names of arrays, without a compiler.
#include "hip_cc/findings/program_findings.hpp"

#include <gtest/gtest.h>

#include "cli/args/check_options.hpp"
#include "hip_cc/driver/command_line.hpp"
#include "hip_cc/findings/array_names.hpp"
#include "hip_cc/findings/suppressions.hpp"
#include "support/outcome.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hippuzzle::cc {
namespace findings_test {

using Words = std::vector<std::string>;

TEST(AllocatedVariable, IsWhatAnAllocationIsGiven) {
  EXPECT_EQ(allocated_variable("hipMalloc(&d_in, n * sizeof(float));"), "d_in");
  EXPECT_EQ(allocated_variable("CHECK(hipMalloc((void**)&d_out, bytes));"), "d_out");
  EXPECT_EQ(allocated_variable("hipHostMalloc(&s.rows[i], 8)"), "s.rows[i]");
  EXPECT_EQ(allocated_variable("HIP_CHECK(hipMallocManaged(reinterpret_cast<void**>(&p->x), 4));"),
            "p->x");
  EXPECT_EQ(allocated_variable("T* p = make(n); hipFree(&q);"), "");
  EXPECT_EQ(allocated_variable("cudaMallocManaged(&both, 4);"), "both");
  EXPECT_EQ(allocated_variable(""), "");
}

TEST(AllocatedVariable, IsThatOfTheCallAtTheColumn) {
  const std::string line = "hipMalloc(&a, 4); hipMalloc(&b, 4); hipMalloc(p, 4); hipFree(&q);";
  const auto of = [&](const char* call) {
    return allocated_variable(line, static_cast<int>(line.find(call)) + 10);
  };
  EXPECT_EQ(allocated_variable(line, 0), "a");
  EXPECT_EQ(of("hipMalloc(&a"), "a");
  EXPECT_EQ(of("hipMalloc(&b"), "b");
  EXPECT_EQ(of("hipMalloc(p"), "");
  const std::string macros = "CHECK(hipMalloc(&a, 4)); CHECK(hipMalloc(&b, 4));";
  EXPECT_EQ(allocated_variable(macros, 1), "a");
  EXPECT_EQ(allocated_variable(macros, static_cast<int>(macros.rfind("CHECK")) + 1), "b");
}

TEST(CommandLine, IsTakenApart) {
  const CommandLine line =
      read_command_line({"-O3", "a.hip", "-I", "inc", "-DX=1", "b.cpp", "-o", "prog", "-lm", "c.o",
                         "-Wl,-x", "d.c", "-std=c++20", "-L", "lib"});
  EXPECT_EQ(line.last_step, LastStep::link);
  EXPECT_EQ(line.sources, (std::vector<std::filesystem::path>{"a.hip", "b.cpp"}));
  EXPECT_EQ(line.in_c, (std::vector<std::filesystem::path>{"d.c"}));
  EXPECT_EQ(line.options, (Words{"-O3", "-I", "inc", "-DX=1", "-std=c++20"}));
  EXPECT_EQ(line.link, (Words{"-lm", "c.o", "-Wl,-x", "-L", "lib"}));
  EXPECT_EQ(line.output, "prog");
  EXPECT_TRUE(line.optimises && line.chooses_language);
}

TEST(CommandLine, TakesCpp17ForWhatIsOlder) {
  const CommandLine line = read_command_line(
      {"-std=c++11", "-std=gnu++14", "--std=c++1y", "-std=c++2a", "-std=gnu++17", "-std=c99"});
  EXPECT_EQ(line.options, (Words{"-std=c++17", "-std=gnu++17", "--std=c++17", "-std=c++2a",
                                 "-std=gnu++17", "-std=c99"}));
  EXPECT_TRUE(line.chooses_language);
}

TEST(CommandLine, LeavesOutWhatIsForGpus) {
  const CommandLine line = read_command_line(
      {"--offload-arch=gfx90a", "-fgpu-rdc", "-mllvm", "-x=y", "-Xarch_device", "-g", "a.hip",
       "--rocm-path=/opt/rocm", "-Xarch_host", "-DHOST", "-munsafe-fp-atomics"});
  EXPECT_EQ(line.options, (Words{"-DHOST"}));
  EXPECT_TRUE(line.link.empty());
  EXPECT_EQ(line.sources.size(), 1u);
}

TEST(CommandLine, KnowsStepsAndDependencies) {
  const CommandLine line =
      read_command_line({"-c", "a.x", "-x", "hip", "b.x", "-MMD", "-MF", "b.d", "-MT", "b"});
  EXPECT_EQ(line.last_step, LastStep::object);
  EXPECT_EQ(line.link, (Words{"a.x"}));
  EXPECT_EQ(line.sources, (std::vector<std::filesystem::path>{"b.x"}));
  EXPECT_EQ(line.dependencies, (Words{"-MMD", "-MT", "b"}));
  EXPECT_EQ(line.dependencies_file, "b.d");
  EXPECT_TRUE(line.names_target);
  EXPECT_EQ(read_command_line({"-E", "a.hip"}).last_step, LastStep::preprocess);
  EXPECT_EQ(read_command_line({"-M", "a.hip"}).last_step, LastStep::dependencies);
  EXPECT_EQ(read_command_line({"-S", "a.hip"}).last_step, LastStep::assembly);
}

TEST(CommandLine, RefusesAnOptionWithoutItsValue) {
  for (const char* option : {"-o", "-I", "-x", "-MF", "-L", "-mllvm"}) {
    EXPECT_THROW(read_command_line({"a.hip", option}), Error) << option;
  }
  EXPECT_THROW(read_command_line({"-c", "a.hip", "b.hip", "-o", "x.o"}), Error);
}

TEST(CheckOptions, AreTakenOutOfACommandLine) {
  Words words = {"-O3", "--check", "--blocks", "64", "a.hip", "--format=sarif",
                 "-o",  "prog",    "--counts"};
  const CheckOptions options = take_check_options(words);
  EXPECT_TRUE(options.checked);
  EXPECT_EQ(options.defaults, "counts=1:blocks=64:format=sarif");
  Words traced = {"--check", "--trace", "ns::fill:3", "--block=1,0", "a.hip"};
  EXPECT_EQ(take_check_options(traced).defaults, "trace=ns::fill:3:block=1,0");
  EXPECT_EQ(traced, (Words{"a.hip"}));
  EXPECT_EQ(words, (Words{"-O3", "a.hip", "-o", "prog"}));
  words = {"a.hip"};
  EXPECT_FALSE(take_check_options(words).checked);
}

TEST(CheckOptions, RefuseValuesThatAreNone) {
  for (Words words : {Words{"--check", "--blocks"},
                      {"--check", "--blocks", "many"},
                      {"--check", "--blocks="},
                      {"--check", "--format", "xml"},
                      {"--check", "--log-path", "a:b"},
                      {"--check", "--trace="},
                      {"--check", "--trace", "fill", "--block", "x"},
                      {"--check", "--thread", "1"},
                      {"--blocks", "64"}}) {
    EXPECT_THROW(take_check_options(words), Error) << words.back();
  }
}

Finding race_in(const std::string& kernel, const std::string& file) {
  Finding finding;
  finding.kind = FindingKind::race;
  finding.kernel = kernel;
  finding.array = "d_in of main.hip:7";
  finding.sides.resize(2);
  finding.sides[1].place = {file, 12, 3, "helper(float*)", ""};
  return finding;
}

class SuppressionFile : public ::testing::Test {
 protected:
  // Which line of the file lets the finding pass, by its number; 0 for none.
  int line_for(const std::string& text, const Finding& finding) const {
    Suppressions suppressions(here_.write("file", text));
    std::vector<Finding> findings = {finding};
    suppressions.apply(findings);
    const std::string& words = findings[0].suppressed;
    return words.empty() ? 0 : std::stoi(words.substr(words.rfind(':') + 1));
  }

  testing::TemporaryDirectory here_;
};

TEST_F(SuppressionFile, NamesKernelsFunctionsFilesAndArrays) {
  const Finding finding = race_in("sort<float>(float*)", "/home/u/lib/sort.hip");
  for (const char* name : {"sort", "sort<float>(float[*])", "so?t", "helper", "help*", "sort.hip",
                           "lib/sort.hip", "/home/u/lib/sort.hip", "lib/*", "d_in"}) {
    EXPECT_EQ(line_for(std::string("# ours\n\n  race:") + name + " \n", finding), 3) << name;
  }
  for (const char* name : {"sor", "main", "ib/sort.hip", "d_i", "other.hip"})
    EXPECT_EQ(line_for(std::string("race:") + name + "\n", finding), 0) << name;
}

TEST_F(SuppressionFile, IsAboutRulesAndKinds) {
  const Finding finding = race_in("sort", "sort.hip");
  EXPECT_EQ(line_for("bounds:sort\nrace-same-value:sort\nrace:sort", finding), 3);
  Finding same = finding;
  same.kind = FindingKind::race_same_value;
  EXPECT_EQ(line_for("bounds:sort\nrace-same-value:sort\nrace:sort", same), 2);
  EXPECT_EQ(line_for("out-of-bounds:sort\nrace:sort", same), 2);  // the kind
}

TEST_F(SuppressionFile, TellsOfLinesThatFitNothing) {
  Suppressions suppressions(here_.write("file", "race:sort\nbounds:sort\n"));
  std::vector<Finding> findings = {race_in("sort", "sort.hip")};
  suppressions.apply(findings);
  ASSERT_EQ(suppressions.unused().size(), 1u);
  EXPECT_TRUE(suppressions.unused()[0].starts_with("bounds:sort in ")) << suppressions.unused()[0];
}

TEST_F(SuppressionFile, IsRefusedAtALineThatIsNone) {
  for (const char* line : {"race", "race:", ":sort", "rice:sort"}) {
    try {
      Suppressions(here_.write("file", std::string("race:sort\n") + line));
      ADD_FAILURE() << line;
    } catch (const Error& error) {
      EXPECT_EQ(error.outcome(), Outcome::usage);
      EXPECT_NE(std::string(error.what()).find("file:2: '" + std::string(line) + "'"),
                std::string::npos)
          << error.what();
    }
  }
  EXPECT_THROW(Suppressions(here_.path() / "absent"), Error);
}

}  // namespace findings_test
}  // namespace hippuzzle::cc
