// Kernels that never end, in twenty ways: each command that compiles or runs them ends by itself,
// with an exit code and a sentence, also with several workers and while another process uses the
// same workspace.
#include <algorithm>
#include <chrono>

#include "tests/workspace/learner.hpp"

namespace hippuzzle::testing {
namespace never_ending_test {

struct Endless {
  const char* name;
  const char* before;  // the kernel
  const char* body;    // of it
};
void PrintTo(const Endless& kernel, std::ostream* out) { *out << kernel.name; }

constexpr Endless all[] = {
    {"EmptyLoop", "", "for (;;);"},
    {"LoopThatReads", "", "while (a[i] < 1000) {}"},
    {"LoopThatReadsVolatile", "", "while (*(volatile const float*)a != 1000) {}"},
    {"LoopThatWrites", "", "for (;;) output[i] = 1;"},
    {"LoopOfAtomics", "", "for (;;) atomicAdd(output + i, 1.0f);"},
    {"LoopOfBarriers", "", "for (;;) __syncthreads();"},
    {"OneThreadAloneLoops", "", "if (i == 1) for (;;); __syncthreads();"},
    {"WaitsInSharedMemory", "", "__shared__ volatile int flag; flag = 0; while (flag == 0);"},
    {"UnsignedCountsDown", "", "for (unsigned k = 4; k >= 0; --k) output[i] = a[i];"},
    {"StrideOfZero", "", "for (int stride = 0; stride < 4; stride *= 2) output[i] += a[i];"},
    {"LoopInAFunction", "__device__ float spin(float x) { while (x == x) x += 1; return x; }",
     "output[i] = spin(a[i]);"},
    {"ManyTurns", "", "for (long k = 0; k < 1L << 50; ++k) output[i] += a[i];"},
    {"LoopThatPrints", "", "for (;;) printf(\"on and on\\n\");"},
    {"WaitsForTheClock", "", "while (clock64() > 0);"},
    {"Jump", "", "again: output[i] = a[i]; goto again;"},
    {"ConstructorThatLoops",
     "struct Loops { Loops() { for (volatile int k = 0;; k = 1); } } loops;", "output[i] = a[i];"},
    {"ConstructorThatSleeps",
     "extern \"C\" int pause(); struct Sleeps { Sleeps() { for (;;) pause(); } } sleeps;",
     "output[i] = a[i];"},
    {"DestructorThatLoops",
     "struct Loops { ~Loops() { for (volatile int k = 0;; k = 1); } } loops;", "output[i] = a[i];"},
    {"ConstantThatLoops",
     "constexpr int turns() { int k = 0; for (;;) k ^= 1; return k; }\nconstexpr int n = turns();",
     "output[i] = n;"},
    {"TemplateOfItself",
     "template <int N> struct Deep { enum { n = Deep<N + 1>::n }; };\nconstexpr int n = "
     "Deep<0>::n;",
     "output[i] = n;"},
};

// The command runs in the workspace and ends by itself within two minutes, with a sentence.
void expect_end(const std::filesystem::path& workspace, std::vector<std::string> arguments,
                bool may_pass) {
  std::string command;
  for (const std::string& word : arguments) command += word + " ";
  arguments.insert(arguments.begin(), {"/usr/bin/env", "-C", workspace.string(), "-u",
                                       "HIPPUZZLE_PLUGIN_PATH", "NO_COLOR=1"});
  const CommandResult r = run(arguments, {}, std::chrono::seconds(120));
  EXPECT_TRUE(r.exited) << command << "had to be killed: " << r.out << r.err;
  EXPECT_TRUE(r.code != 0 || may_pass) << command;
  EXPECT_NE(r.out + r.err, "") << command;
  EXPECT_TRUE(r.left_behind.empty()) << command << "left " << r.left_behind.front();
}

class NeverEnding : public WorkspaceCommands, public ::testing::WithParamInterface<Endless> {
 protected:
  void expect_end(const std::vector<std::string>& arguments) const {
    // A destructor runs when the verdict is there.
    const bool may_pass = std::string(GetParam().name) == "DestructorThatLoops";
    never_ending_test::expect_end(workspace(), arguments, may_pass);
  }
};

std::string p01_with(const Endless& kernel) {
  return std::string("#include <hip/hip_runtime.h>\n") + kernel.before +
         "\n__global__ void add_10(float* output, const float* a) {\n"
         "  int i = threadIdx.x;\n  " +
         kernel.body + "\n}\n";
}

TEST_P(NeverEnding, EndsEachCommand) {
  if (!can_check()) GTEST_SKIP() << "kernels cannot be checked in this build";
  start_p01();
  save(p01(), p01_with(GetParam()));
  const std::string hippuzzle = binary().string();
  expect_end({"/bin/sh", "-c",
              "\"$0\" run p01 --backend cpu --timeout 0.3 >beside 2>&1 &\n"
              "\"$0\" run 'p*' --backend cpu --jobs 2 --repeat 2 --timeout 0.3; code=$?\n"
              "wait; exit $code",
              hippuzzle});
  EXPECT_NE(contents(workspace() / "beside"), "");
  expect_end({hippuzzle, "check", "p01", "--timeout", "0.3"});
  expect_end({hippuzzle, "trace", "p01", "--timeout", "0.3"});
  expect_end({hippuzzle, "bench", "p01", "--backend", "cpu", "--timeout", "0.3"});
}

INSTANTIATE_TEST_SUITE_P(All, NeverEnding, ::testing::ValuesIn(all),
                         [](const auto& kernel) { return std::string(kernel.param.name); });

// A kernel, a constructor and a constant, in the commands that compile or run kernels less often,
// and in some that do neither. The studio's test is in tests/studio.
TEST_F(WorkspaceCommands, OtherCommandsEndAsWell) {
  start_p01();
  const std::string hippuzzle = binary().string();
  const std::filesystem::path submission = workspace() / "class/ann/p01_add/kernel.hip";
  std::filesystem::create_directories(submission.parent_path());
  for (const std::string name : {"EmptyLoop", "ConstructorThatLoops", "ConstantThatLoops"}) {
    const std::string kernels = p01_with(*std::ranges::find(all, name, &Endless::name));
    save(p01(), kernels);
    save(submission, kernels);
    const bool compiles = name != "ConstantThatLoops";
    const std::vector<std::string> limit = {"--timeout", "0.3"};
    const auto ends = [&](std::vector<std::string> words, bool may_pass, bool has_limit) {
      words.insert(words.begin(), hippuzzle);
      if (has_limit) words.insert(words.end(), limit.begin(), limit.end());
      expect_end(workspace(), words, may_pass);
    };
    ends({"roofline", "p01", "--device", "a100"}, false, true);
    ends({"grade", "class", "--puzzle", "p01"}, false, true);
    ends({"watch", "p01", "--backend", "cpu"}, true, true);
    ends({"show-asm", "p01"}, compiles, false);
    ends({"reset", "p01"}, true, false);
    for (const char* command : {"progress", "hint", "show", "start"}) ends({command}, true, false);
    ends({"list", "--course"}, true, false);
    ends({"explain", "runaway"}, true, false);
  }
}

class EndlessHostFunction : public LearnerTest {
 protected:
  EndlessHostFunction() : LearnerTest(testing::binary()) {}
};

TEST_F(EndlessHostFunction, EndsEachCommand) {
  if (!can_check()) GTEST_SKIP() << "kernels cannot be checked in this build";
  ASSERT_EQ(run_here({"start", "fusion"}).code, 0);
  const std::filesystem::path file = workspace() / "fusion/kernel.hip";
  std::string kernels = contents(file);
  const std::string before = "  const hipStream_t stream";
  const size_t host = kernels.find(before, kernels.find("int32_t unfused_layer("));
  ASSERT_NE(host, std::string::npos);
  save(file, kernels.insert(host, "  for (;;);\n"));
  for (const std::string command : {"run", "check", "trace", "bench", "roofline"}) {
    std::vector<std::string> words = {binary().string(), command, "fusion", "--timeout", "0.3"};
    if (command == "trace") words.emplace_back("--unfused");
    if (command == "roofline") words.insert(words.end(), {"--device", "a100"});
    expect_end(workspace(), words, false);
  }
}

TEST_F(WorkspaceCommands, ARunawayIsNotRepeatedForEachCase) {
  if (!can_check()) GTEST_SKIP() << "kernels cannot be checked in this build";
  start_p01();
  save(p01(),
       "__global__ void add_10(float* output, const float* a) {\n"
       "  while (output[threadIdx.x] != 1000) output[threadIdx.x] = a[threadIdx.x];\n"
       "}\n");
  const CommandResult checked = run_here({"check", "p01", "--json", "--steps", "100000"});
  EXPECT_EQ(checked.code, 4) << checked.out << checked.err;
  const JsonReport report(checked);
  ASSERT_EQ(report.variants.size(), 1u);
  EXPECT_EQ(report.variants[0]["cases"].size(), 1u) << "the example, and none of the others";
  EXPECT_EQ(report.variants[0]["findings"][0]["rule"], "runaway");
}

TEST_F(WorkspaceCommands, ACheckEndsAtItsTimeLimitAndSaysWhatItCounts) {
  if (!can_check()) GTEST_SKIP() << "kernels cannot be checked in this build";
  start_p01();
  save(p01(),
       "struct Loops { Loops() { for (volatile int k = 0;; k = 1); } } loops;\n" + right_p01);
  for (const char* command : {"check", "trace"}) {
    const CommandResult r = run_here({command, "p01", "--timeout", "0.5"});
    EXPECT_EQ(r.code, 5) << r.out << r.err;
    EXPECT_NE((r.out + r.err)
                  .find("not finished within 0.5 s before the first case (waiting for a "
                        "processor is not counted)"),
              std::string::npos)
        << r.out << r.err;
  }
}

}  // namespace never_ending_test
}  // namespace hippuzzle::testing
