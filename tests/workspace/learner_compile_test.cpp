// How a learner's kernels are compiled, and the messages about kernels that do not compile.

#include "tests/support/whole_file.hpp"
#include "tests/workspace/learner.hpp"

namespace hippuzzle::testing {
namespace learner_compile_test {

namespace fs = std::filesystem;

TEST_F(WorkspaceCommands, ACompileErrorShowsTheLearnersFileAndLineOnly) {
  start_p01();
  save(p01(),
       "// one\n__global__ void add_10(float* output, const float* a) {\n  output[0] = c;\n}\n");
  const CommandResult r = run_here({"p01", "--backend", "cpu"});
  EXPECT_EQ(r.code, 3);
  EXPECT_NE(r.err.find("p01_add/kernel.hip:3:15: error: ‘c’ was not declared"), std::string::npos)
      << r.err;
  for (const char* ours : {"bindings.hip", "bindings.hpp", "included from", "/p01_add"}) {
    EXPECT_EQ(r.err.find(ours), std::string::npos) << ours << " in: " << r.err;
  }
  EXPECT_NE(r.out.find("p01_add/kernel.hip does not compile for cpu"), std::string::npos) << r.out;
}

TEST_F(WorkspaceCommands, MachineCodeStandsBelowTheLearnersLines) {
  if (run({"/usr/bin/env", "objdump", "--version"}).code != 0) GTEST_SKIP() << "no objdump";
  start_p01();
  save(p01(), right_p01);
  const CommandResult r = run_here({"show-asm", "p01", "--backend", "cpu"});
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_NE(r.out.find("kernel.hip:2: output[threadIdx.x] = a[threadIdx.x] + 10;"),
            std::string::npos)
      << r.out;
}

TEST_F(WorkspaceCommands, TheCompilerSpeaksOneLanguageWhateverTheLocale) {
  start_p01();
  save(p01(), "__global__ void add_10(float* output, const float* a) { output[0] = c; }\n");
  const CommandResult r = run({"/usr/bin/env", "-C", workspace().string(), "LC_ALL=C",
                               binary().string(), "p01", "--backend", "cpu"});
  EXPECT_EQ(r.code, 3);
  EXPECT_NE(r.err.find("error: ‘c’ was not declared"), std::string::npos) << r.err;
}

TEST_F(WorkspaceCommands, AMissingKernelIsToldByTheStubsName) {
  start_p01();
  save(p01(), "// nothing here\n");
  const CommandResult r = run_here({"p01", "--backend", "cpu"});
  EXPECT_EQ(r.code, 3);
  EXPECT_NE(r.err.find("p01_add/kernel.hip: error: ‘add_10’ was not declared"), std::string::npos)
      << r.err;
  EXPECT_NE(r.out.find("names and parameters that the stub gives"), std::string::npos) << r.out;
}

TEST_F(WorkspaceCommands, AFunctionWithoutABodyIsToldByName) {
  start_p01();
  save(p01(),
       "float missing(float);\n__global__ void add_10(float* output, const float* a) {\n"
       "  output[0] = missing(a[0]);\n}\n");
  const CommandResult r = run_here({"p01", "--backend", "cpu"});
  EXPECT_EQ(r.code, 3);
  EXPECT_NE(r.err.find("undefined reference to `missing(float)'"), std::string::npos) << r.err;
}

TEST_F(WorkspaceCommands, WarningsComeAgainWithoutCompiling) {
  start_p01();
  save(p01(), "inline int f(int x) { if (x = 1) return 2; return 3; }\n" + right_p01);
  const CommandResult first = run_here({"p01", "--backend", "cpu"});
  const CommandResult second = run_here({"p01", "--backend", "cpu"});
  EXPECT_EQ(second.code, 0);
  for (const CommandResult& r : {first, second}) {
    EXPECT_NE(r.err.find("p01_add/kernel.hip:1:"), std::string::npos) << r.err;
  }
  EXPECT_NE(second.err.find("not changed"), std::string::npos) << second.err;
}

TEST_F(WorkspaceCommands, ALaunchMayHaveAngleBrackets) {
  start_p01();
  const std::string kernel =
      "#include \"ten.hpp\"\n__global__ void more(float* output) {\n  output[threadIdx.x] += "
      "ten;\n}\n"
      "inline void twice(float* output, hipStream_t stream) {\n"
      "  more<<<1, 4, 0, stream>>>(output);\n}\n";
  save(p01().parent_path() / "ten.hpp", "constexpr float ten = 10;\n");
  save(p01(), kernel + right_p01);
  EXPECT_EQ(run_here({"p01", "--backend", "cpu"}).code, 0);
  EXPECT_NE(run_here({"p01", "--backend", "cpu"}).err.find("not changed"), std::string::npos);
  // Messages name the learner's lines.
  save(p01(), kernel + "int x = y;\n" + right_p01);
  const CommandResult wrong = run_here({"p01", "--backend", "cpu"});
  EXPECT_EQ(wrong.code, 3);
  EXPECT_NE(wrong.err.find("p01_add/kernel.hip:8:9: error: ‘y’"), std::string::npos) << wrong.err;
  save(p01(), "inline void f() { more<<<1, 4(1); }\n" + right_p01);
  const CommandResult torn = run_here({"p01", "--backend", "cpu"});
  EXPECT_EQ(torn.code, 3);
  EXPECT_NE((torn.out + torn.err).find("kernel.hip:1"), std::string::npos) << torn.out << torn.err;
}

// The commonest slips of learners who know C.
TEST_F(WorkspaceCommands, ALineWithoutEffectIsWarnedOf) {
  start_p01();
  const auto warning = [&](const std::string& line) {
    save(p01(), "__global__ void add_10(float* output, const float* a) {\n  " + line + "\n}\n");
    return run_here({"p01", "--backend", "cpu"}).err;
  };
  const std::vector<std::pair<std::string, std::string>> slips = {
      {"output[threadIdx.x] == a[threadIdx.x] + 10;", "unused-value"},
      {"output[0, threadIdx.x] = a[0, threadIdx.x] + 10;", "unused-value"},
      {"a[threadIdx.x] + 10;", "unused-value"},
      {"float sum = a[threadIdx.x] + 10;", "unused-variable"},
      {"float sum; sum = a[threadIdx.x] + 10;", "unused-but-set-variable"}};
  for (const auto& [line, name] : slips) {
    const std::string err = warning(line);
    EXPECT_NE(err.find("p01_add/kernel.hip:2:"), err.npos) << line << err;
    EXPECT_NE(err.find("-W" + name), err.npos) << line << err;
  }
}

TEST_F(WorkspaceCommands, AStubWithAGapMayHaveUnusedVariables) {
  start_p01();
  save(p01(),
       "__global__ void add_10(float* output, const float* a) {\n"
       "  const unsigned i = threadIdx.x;\n  // FILL ME IN\n}\n");
  const CommandResult r = run_here({"p01", "--backend", "cpu"});
  EXPECT_EQ(r.err.find("warning: "), r.err.npos) << r.err;
}

TEST_F(WorkspaceCommands, AChangedHeaderOfTheLearnersCompilesAgain) {
  start_p01();
  save(p01().parent_path() / "ten.hpp", "constexpr float ten = 9;\n");
  save(p01(),
       "#include \"ten.hpp\"\n__global__ void add_10(float* output, const float* a) {\n"
       "  output[threadIdx.x] = a[threadIdx.x] + ten;\n}\n");
  EXPECT_EQ(run_here({"p01", "--backend", "cpu"}).code, 1);
  save(p01().parent_path() / "ten.hpp", "constexpr float ten = 10;\n");
  EXPECT_EQ(run_here({"p01", "--backend", "cpu"}).code, 0);
}

TEST_F(WorkspaceCommands, DynamicSharedMemoryWorksAsInABuildWithCMake) {
  start_p01();
  save(p01(),
       "extern __shared__ float staged[];\n"
       "__global__ void add_10(float* output, const float* a) {\n"
       "  extern __shared__ float other[];\n"
       "  staged[threadIdx.x] = a[threadIdx.x];\n  __syncthreads();\n"
       "  output[threadIdx.x] = other[threadIdx.x] + 10;\n}\n");
  // Not checked: the launch gives the kernel no dynamic shared memory, which the check would find.
  const CommandResult r = run_here({"p01", "--backend", "cpu", "--no-check"});
  EXPECT_EQ(r.code, 0) << r.out << r.err;
}

TEST_F(WorkspaceCommands, AnInterruptedCompilationLeavesNoCompilerBehind) {
  start_p01();
  // A compiler takes many seconds for each of these.
  save(p01(),
       "constexpr int turns(int k) {\n"
       "  for (int i = 0; i < 2000; ++i)\n"
       "    for (int j = 0; j < 4000; ++j) k ^= j;\n"
       "  return k;\n"
       "}\n"
       "constexpr int a = turns(1), b = turns(2), c = turns(3), d = turns(4), e = turns(5);\n");
  const CommandResult r = run({"/usr/bin/timeout", "-s", "INT", "1", "/usr/bin/env", "-C",
                               workspace().string(), binary().string(), "p01", "--backend", "cpu"});
  EXPECT_EQ(r.code, 124) << r.err;
  EXPECT_EQ(r.left_behind, std::vector<std::string>());
}

TEST_F(WorkspaceCommands, AParameterOfAnotherTypeIsRefusedByName) {
  start_p01();
  const auto verdict = [&](const std::string& parameters) {
    save(p01(), "__global__ void add_10(" + parameters +
                    ") {\n  output[threadIdx.x] = a[threadIdx.x] + 10;\n}\n");
    return run_here({"p01", "--backend", "cpu"});
  };
  const CommandResult wrong = verdict("float* output, const int* a");
  EXPECT_EQ(wrong.code, 3) << wrong.out;
  EXPECT_NE((wrong.out + wrong.err)
                .find("p01_add/kernel.hip:1: add_10 takes 'const int* a', the stub's takes 'const "
                      "float* a'; give it the stub's parameters again"),
            std::string::npos)
      << wrong.out << wrong.err;
  for (const char* same :
       {"float *output, float const *a", "float* __restrict__ output, const float* a"}) {
    EXPECT_EQ(verdict(same).code, 0) << same;
  }
}

// The program that compiles a learner's kernels: the first word of "compile" in cpu.toml.
std::string learners_compiler() {
  const std::string toolchain = contents(shipped() / "toolchains" / "cpu.toml");
  const size_t begin = toolchain.find("\ncompile = [\"") + std::string("\ncompile = [\"").size();
  return toolchain.substr(begin, toolchain.find('"', begin) - begin);
}

// An assembler that finds no room stands in for a full disk.
TEST_F(WorkspaceCommands, AFullDiskIsNotBlamedOnTheKernels) {
  start_p01();
  const TemporaryDirectory tools;
  const fs::path assembler =
      tools.write("as", "#!/bin/sh\necho 'as: /tmp/x.o: No space left on device' >&2\nexit 1\n");
  fs::permissions(assembler, fs::perms::owner_all);
  const std::string path = "COMPILER_PATH=" + tools.path().string();
  if (run({"/usr/bin/env", path, learners_compiler(), "-print-prog-name=as"}).out !=
      assembler.string() + "\n")
    GTEST_SKIP() << "this compiler knows its assembler by its path";
  const CommandResult r = run({"/usr/bin/env", "-C", workspace().string(), "NO_COLOR=1", path,
                               binary().string(), "p01", "--backend", "cpu"});
  EXPECT_EQ(r.code, 3) << r.out << r.err;
  EXPECT_NE((r.out + r.err).find("no space left for the compiler's files"), std::string::npos)
      << r.out << r.err;
  EXPECT_EQ((r.out + r.err).find("names and parameters"), std::string::npos) << r.out << r.err;
}

}  // namespace learner_compile_test
}  // namespace hippuzzle::testing
