// `hippuzzle cc` from outside: programs are compiled, run and checked as a user would.
#include <signal.h>

#include <filesystem>

#include "tests/support/command.hpp"
#include "tests/support/hippuzzle_command.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/support/whole_file.hpp"

namespace hippuzzle::testing {
namespace {

namespace fs = std::filesystem;

constexpr const char* kernels = R"(#pragma once
#include <hip/hip_runtime.h>
template <class T>
__global__ void twice(T* p) {
  extern __shared__ float s[];
  s[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = 2 * s[threadIdx.x];
}
#define RUN(kernel, n, ...) kernel<<<1, n, n * sizeof(float)>>>(__VA_ARGS__)
void from_other_file(float* p);
inline void go(float* p) {
  twice<<<1, 4, 16>>>(p);
  RUN(twice<float>, 4, p);
}
)";

constexpr const char* program = R"(#include <cstdio>
#include "kernels.h"
int main(int argc, char** argv) {
  float *p, h[4] = {1, 2, 3, 4};
  hipMalloc(&p, sizeof h);
  hipMemcpy(p, h, sizeof h, hipMemcpyHostToDevice);
  go(p);
  from_other_file(p);
  hipMemcpy(h, p, sizeof h, hipMemcpyDeviceToHost);
  printf("%g %g %s\n", h[0], h[3], argc > 1 ? argv[1] : "-");
  return hipGetLastError();
}
)";

constexpr const char* other = R"(#include "kernels.h"
__global__ void plus_one(float* p) {
  extern __shared__ float s[];
  s[threadIdx.x] = 1;
  p[threadIdx.x] += s[threadIdx.x];
}
void from_other_file(float* p) { plus_one<<<dim3(1), dim3(4), 16, 0>>>(p); }
)";

class Cc : public ::testing::Test {
 protected:
  CommandResult cc(std::vector<std::string> words) const {
    words.insert(words.begin(), "cc");
    return hippuzzle(words, {{"XDG_CACHE_HOME", (here_.path() / "cache").string()}});
  }
  std::string at(const std::string& name) const { return (here_.path() / name).string(); }
  std::string write(const std::string& name, const std::string& text) const {
    return here_.write(name, text).string();
  }

  TemporaryDirectory here_;
};

TEST_F(Cc, CompilesSeveralSourcesAndLaunchesInHeaders) {
  write("kernels.h", kernels);
  const std::string main = write("main.hip", program), second = write("other.cpp", other);
  const CommandResult built = cc({main, "--offload-arch=gfx90a", second, "-o", at("prog"), "-O1"});
  ASSERT_EQ(built.code, 0) << built.err;
  const CommandResult ran = run({at("prog"), "word"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "5 17 word\n");
}

TEST_F(Cc, CompilesAndLinksInSteps) {
  write("kernels.h", kernels);
  const std::string main = write("main.hip", program), second = write("other.cpp", other);
  for (const auto& [source, object] : {std::pair(main, "a.o"), std::pair(second, "b.o")}) {
    const CommandResult built = cc({"-c", source, "-o", at(object), "-MMD"});
    ASSERT_EQ(built.code, 0) << built.err;
  }
  const std::string rule = contents(at("a.d"));
  EXPECT_TRUE(rule.starts_with(at("a.o") + ":")) << rule;
  EXPECT_NE(rule.find("kernels.h"), std::string::npos) << rule;
  ASSERT_EQ(run({"/usr/bin/ar", "rcs", at("libb.a"), at("b.o")}).code, 0);
  const CommandResult linked =
      cc({at("a.o"), "-L" + here_.path().string(), "-lb", "-o", at("prog")});
  ASSERT_EQ(linked.code, 0) << linked.err;
  EXPECT_EQ(run({at("prog")}).out, "5 17 -\n");
}

TEST_F(Cc, ErrorsAreAtTheUsersLines) {
  const std::string source = write("bad.hip",
                                   "#include <hip/hip_runtime.h>\n"
                                   "__global__ void k(int* p) { *p = 1; }\n"
                                   "int main() {\n"
                                   "  k<<<1,\n"
                                   "      1>>>(nullptr);\n"
                                   "  missing;\n"
                                   "}\n");
  const CommandResult built = cc({source, "-o", at("prog")});
  EXPECT_EQ(built.code, 3);
  EXPECT_NE(built.err.find(source + ":6:3: error"), std::string::npos) << built.err;
  EXPECT_FALSE(fs::exists(at("prog")));
}

TEST_F(Cc, LaunchesThatCannotBeReadAreRefusedAtTheirLine) {
  const std::string source = write("bad.hip", "int main() {\n  +<<<1, 1>>>();\n}\n");
  const CommandResult built = cc({source, "-o", at("prog")});
  EXPECT_EQ(built.code, 3);
  EXPECT_NE(built.err.find(source + ":2: what stands in front of <<<"), std::string::npos)
      << built.err;
}

TEST_F(Cc, RunsASourceWithItsArguments) {
  const std::string source = write("args.hip",
                                   "#include <cstdio>\n"
                                   "int main(int n, char** v) { printf(\"%d %s\\n\", n, v[2]); "
                                   "return 5; }\n");
  for (int time = 0; time < 2; ++time) {
    const CommandResult ran = cc({"--run", "-DX", source, "--check", "-c"});
    EXPECT_EQ(ran.code, 5) << ran.err;
    EXPECT_EQ(ran.out, "3 -c\n");
  }
  size_t kept = 0;
  for (const auto& entry : fs::directory_iterator(at("cache/hippuzzle/cc"))) {
    static_cast<void>(entry);
    ++kept;
  }
  EXPECT_EQ(kept, 1u);
}

TEST_F(Cc, SaysWhatIsMissing) {
  const CommandResult nothing = cc({"-O2"});
  EXPECT_EQ(nothing.code, 2);
  EXPECT_NE(nothing.err.find("nothing to compile"), std::string::npos) << nothing.err;
  EXPECT_EQ(cc({"prog.hip", "-o"}).code, 2);
  EXPECT_EQ(cc({"-c", "a.hip", "b.hip", "-o", "x.o"}).code, 2);
  const CommandResult absent = cc({at("absent.hip"), "-o", at("prog")});
  EXPECT_EQ(absent.code, 3);
  EXPECT_NE(absent.err.find("absent.hip"), std::string::npos) << absent.err;
}

TEST_F(Cc, HasAHipccForPath) {
  const CommandResult folder = cc({"--bin"});
  ASSERT_EQ(folder.code, 0);
  const std::string bin = folder.out.substr(0, folder.out.size() - 1);
  const std::string source = write("one.hip", "int main() { return 9; }\n");
  const CommandResult built = run({bin + "/hipcc", source, "-o", at("one")});
  ASSERT_EQ(built.code, 0) << built.err;
  EXPECT_EQ(run({at("one")}).code, 9);
  EXPECT_NE(run({bin + "/hipcc", "--version"}).out.find("HIP version: "), std::string::npos);
  EXPECT_EQ(run({bin + "/hipconfig", "--platform"}).out, "amd");
  EXPECT_EQ(run({bin + "/hipconfig", "--nonsense"}).code, 2);
}

constexpr const char* past_the_end = R"(#include <hip/hip_runtime.h>
#include <cstdlib>
__global__ void fill(int* p, int n) { p[threadIdx.x] = n; }
int main(int argc, char**) {
  int* numbers;
  hipMalloc((void**)&numbers, 8 * sizeof(int));
  fill<<<1, 8 + (argc > 1)>>>(numbers, 1);
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

TEST_F(CheckedProgram, IsQuietWithoutFindings) {
  const CommandResult ran = run({at("prog")});
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.err, "");
}

TEST_F(CheckedProgram, ReportsAtItsEndAndEndsWithFour) {
  const CommandResult ran = run({at("prog"), "x"});
  EXPECT_EQ(ran.code, 4);
  EXPECT_NE(ran.err.find("out-of-bounds: a write of numbers[8], past the end of 'numbers of "
                         "fill.hip:6' (8 elements)"),
            std::string::npos)
      << ran.err;
  EXPECT_NE(ran.err.find("fill.hip:3:"), std::string::npos) << ran.err;
  EXPECT_NE(ran.err.find("1 finding\n"), std::string::npos) << ran.err;
}

TEST_F(CheckedProgram, ReportsBeforeItDies) {
  const CommandResult ran = run({at("prog"), "x", "y"});
  EXPECT_FALSE(ran.exited);
  EXPECT_EQ(ran.code, SIGABRT);
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

TEST_F(CheckedProgram, FindsNothingInDynamicSharedMemoryThatIsRight) {
  write("kernels.h", kernels);
  const std::string main = write("main.hip", program), second = write("other.cpp", other);
  const CommandResult built = cc({"--check", main, second, "-o", at("shared")});
  ASSERT_EQ(built.code, 0) << built.err;
  const CommandResult ran = run({at("shared")});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "5 17 -\n");
}

TEST(CcCoverage, ListsTheFunctionsOfHip) {
  const CommandResult listed = hippuzzle({"cc", "--coverage"});
  ASSERT_EQ(listed.code, 0) << listed.err;
  const size_t others = listed.out.find("\nnot there:\n");
  ASSERT_NE(others, std::string::npos);
  EXPECT_LT(listed.out.find("  hipMalloc\n"), others);
  EXPECT_LT(listed.out.find("  hiprtcCompileProgram\n"), others);
  EXPECT_GT(listed.out.find("  hipBindTexture2D\n"), others);
  EXPECT_NE(listed.out.find("  hipBindTexture2D\n"), std::string::npos);
  EXPECT_GE(std::stoi(listed.out), 200);
  EXPECT_NE(listed.out.find(" of 373 functions"), std::string::npos);
}

}  // namespace
}  // namespace hippuzzle::testing
