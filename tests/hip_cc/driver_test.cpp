// `hippuzzle cc` from outside: programs are compiled, run and checked as a user would.
#include <filesystem>
#include <sstream>
#include <utility>

#include "tests/hip_cc/cc_command.hpp"

namespace hippuzzle::testing {
namespace driver_test {

namespace fs = std::filesystem;

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
  EXPECT_NE(built.err.find(source + ":2: the word before <<<"), std::string::npos) << built.err;
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

TEST_F(Cc, TakesItsWordsAsTypedAfterGlobalOptions) {
  const std::string source =
      write("words.hip",
            "#include <cstdio>\n"
            "int main(int, char** v) { while (*++v) printf(\"%s|\", *v); }\n");
  const CommandResult ran = hippuzzle({"-q", "--cpu-devices", "2", "--color=never", "cc", "--run",
                                       source, "--", "--help", "", "-v"},
                                      {{"XDG_CACHE_HOME", at("cache")}});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "--|--help||-v|");
  const CommandResult help = hippuzzle({"cc", "--help"});
  EXPECT_EQ(help.code, 0) << help.err;
  EXPECT_NE(help.out.find("--coverage"), std::string::npos) << help.out;
  EXPECT_EQ(hippuzzle({"help", "cc"}).out, help.out);
  const CommandResult refused = hippuzzle({"--bogus", "cc", source});
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("'--bogus'"), std::string::npos) << refused.err;
}

TEST_F(Cc, SaysWhatIsMissing) {
  EXPECT_NE(cc({}).err.find("nothing to compile"), std::string::npos);
  const CommandResult nothing = cc({"-O2"});
  EXPECT_EQ(nothing.code, 2);
  EXPECT_NE(nothing.err.find("nothing to compile"), std::string::npos) << nothing.err;
  EXPECT_EQ(cc({"prog.hip", "-o"}).code, 2);
  EXPECT_EQ(cc({"-c", "a.hip", "b.hip", "-o", "x.o"}).code, 2);
  const CommandResult no_source = cc({"-E", "a.o"});
  EXPECT_EQ(no_source.code, 2);
  EXPECT_NE(no_source.err.find("look at sources"), std::string::npos) << no_source.err;
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

TEST_F(Cc, TakesWordsFromResponseFiles) {
  write("kernels.h", kernels);
  const std::string main = write("main.hip", program), second = write("other.cpp", other);
  const std::string inner = write("inner", "'" + second + "' -D \"UNUSED=a\\\"b c\"\n");
  const std::string outer = write("outer", main + "\n\t@" + inner + " -o " + at("prog") + "\n");
  const CommandResult built = cc({"@" + outer});
  ASSERT_EQ(built.code, 0) << built.err;
  EXPECT_EQ(run({at("prog"), "@" + outer}).out, "5 17 @" + outer + "\n");
  const std::string endless = at("endless");
  write("endless", "@" + endless);
  const CommandResult refused = cc({"@" + endless});
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("the response file " + endless + " names itself"), std::string::npos)
      << refused.err;
  EXPECT_EQ(cc({"@" + at("nothing")}).code, 3);  // as g++: the linker finds no such file
}

TEST_F(Cc, ReadsStandardInput) {
  write("own.h", "#define VALUE 3\n");
  write("main.hip",
        "#include \"own.h\"\n#include <hip/hip_runtime.h>\n"
        "__global__ void k() {}\nint main() { k<<<1, 1>>>(); return VALUE; }\n");
  write("bad.hip", "int main() {\n  missing;\n}\n");
  const auto shell = [&](const std::string& words) {
    return run({"/bin/sh", "-c",
                "cd '" + here_.path().string() + "' && '" + binary().string() + "' cc " + words});
  };
  const CommandResult built = shell("-x hip - -o prog < main.hip");
  ASSERT_EQ(built.code, 0) << built.err;
  EXPECT_EQ(run({at("prog")}).code, 3);
  EXPECT_NE(shell("-dM -E - < main.hip").out.find("#define VALUE 3"), std::string::npos);
  EXPECT_NE(shell("-S -x hip -o - - < main.hip").out.find("main:"), std::string::npos);
  EXPECT_FALSE(fs::exists(at("-")));
  EXPECT_NE(shell("- < bad.hip").err.find("<stdin>:2:3: error"), std::string::npos);
  const CommandResult refused = shell("--run - < main.hip");
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("write the source into a file"), std::string::npos) << refused.err;
}

TEST_F(Cc, AnswersWhatIsAskedOfACompiler) {
  for (const char* question : {"--version", "-dumpversion", "-print-search-dirs", "-v"}) {
    const CommandResult asked = cc({question});
    EXPECT_EQ(asked.code, 0) << question << ": " << asked.err;
    EXPECT_NE(asked.out + asked.err, "") << question;
  }
  const std::string source = write("empty.hip", "int main() {}\n");
  const CommandResult shown = cc({"-###", source});
  EXPECT_EQ(shown.code, 2);
  EXPECT_NE(shown.err.find("-v shows them"), std::string::npos) << shown.err;
  EXPECT_EQ(cc({"-c", source, "-o", "/dev/null"}).code, 0);
}

// Their names of one letter are macros in many programs.
TEST_F(Cc, HeadersOfHipBearMacrosOfOneLetter) {
  std::vector<std::string> words = {"-fsyntax-only"};
  for (char letter = 'A'; letter <= 'Z'; ++letter)
    if (letter != 'T') words.push_back(std::string("-D") + letter + "=(1 +");
  words.push_back(write("macros.hip",
                        "#include <hip/hip_runtime.h>\n#include <hip/hip_fp16.h>\n"
                        "#include <hip/hip_bf16.h>\n#include <hip/hip_complex.h>\n"
                        "#include <hip/hip_cooperative_groups.h>\n"
                        "int four() { return N 3); }\n"));
  const CommandResult built = cc(words);
  EXPECT_EQ(built.code, 0) << built.err.substr(0, 2000);
}

// g++ looks for its own programs where the variable says.
TEST_F(Cc, NamesAPartOfTheCompilerThatIsMissing) {
  const std::string source = write("p.hip", "int main() { return 0; }\n");
  const CommandResult r =
      hippuzzle({"cc", source, "-o", at("p")}, {{"GCC_EXEC_PREFIX", "/nowhere/"}});
  EXPECT_EQ(r.code, 77) << r.err;
  EXPECT_NE(r.err.find("hippuzzle: cc1plus is missing; install the package g++\n"),
            std::string::npos)
      << r.err;
}

TEST_F(Cc, AMissingHeaderOfTheUsersIsNoPartOfTheCompiler) {
  const CommandResult r =
      cc({write("p.hip", "#include <mine.h>\nint main() { return 0; }\n"), "-o", at("p")});
  EXPECT_EQ(r.code, 3) << r.err;
  EXPECT_EQ(r.err.find("hippuzzle: "), std::string::npos) << r.err;
}

TEST(CcCoverage, RefusesOtherWords) {
  for (const char* option : {"--coverage", "--bin"}) {
    const CommandResult refused = hippuzzle({"cc", option, "--bogus"});
    EXPECT_EQ(refused.code, 2);
    EXPECT_NE(refused.err.find("'--bogus'"), std::string::npos) << refused.err;
  }
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

// By then, memory that was used before main returned belongs to somebody else.
TEST_F(Cc, ObjectsThatEndAfterMainMayLaunchKernels) {
  const std::string source = write(
      "last.hip",
      "#include <hip/hip_runtime.h>\n"
      "#include <cstdio>\n"
      "#include <cstring>\n"
      "__global__ void add(int* p) { __syncthreads(); p[threadIdx.x] += 1; }\n"
      "struct Sum {\n"
      "  int* p = nullptr;\n"
      "  ~Sum() {\n"
      "    for (int bytes = 64; bytes < 1 << 20; bytes *= 2) memset(malloc(bytes), 1, bytes);\n"
      "    add<<<1, 4>>>(p);\n"
      "    int sums[4];\n"
      "    hipMemcpy(sums, p, sizeof sums, hipMemcpyDeviceToHost);\n"
      "    printf(\"%d %d\\n\", sums[0], sums[3]);\n"
      "  }\n"
      "} sum;\n"
      "int main() {\n"
      "  hipMalloc(&sum.p, 16);\n"
      "  hipMemset(sum.p, 0, 16);\n"
      "  add<<<1, 4>>>(sum.p);\n"
      "}\n");
  const CommandResult built = cc({source, "-o", at("last")});
  ASSERT_EQ(built.code, 0) << built.err;
  const CommandResult ran = run({at("last")});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "2 2\n");
}

// In C, by its own rules: no default arguments, an enumeration's name is a typedef.
TEST_F(Cc, CompilesSourcesInCThatCallHip) {
  const std::string kernel = write("square.hip", R"(#include <hip/hip_runtime.h>
__global__ void square(float* p) { p[threadIdx.x] *= p[threadIdx.x]; }
extern "C" void launch_square(float* p, hipStream_t s) { square<<<1, 4, 0, s>>>(p); }
)");
  const std::string host = write("host.c", R"(#include "host.h"
int main(void) {
  hipStream_t stream = NULL;
  const hipMemcpyKind back = hipMemcpyDeviceToHost;
  const hipExtent extent = make_hipExtent(4, 1, 1);
  float host[4] = {1, 2, 3, SIZE}, *device = NULL;
  hiprtcProgram none = NULL;
  if (hipInit(0) != hipSuccess || extent.width != 4) return 1;
  if (hipMalloc((void**)&device, sizeof host) || hipStreamCreate(&stream)) return 2;
  if (hipMemcpyAsync(device, host, sizeof host, hipMemcpyHostToDevice, stream)) return 3;
  launch_square(device, stream);
  if (hipMemcpyAsync(host, device, sizeof host, back, stream)) return 4;
  if (hipStreamSynchronize(stream) || hipStreamDestroy(stream) || hipFree(device)) return 5;
  if (hiprtcDestroyProgram(&none) == HIPRTC_SUCCESS) return 6;
  printf("%g\n", host[3]);
  return hipGetLastError();
}
)");
  const char* const header = R"(#include <hip/hip_runtime.h>
#include <hip/hiprtc.h>
#include <stdio.h>
void launch_square(float* p, hipStream_t stream);
#define SIZE )";
  write("host.h", header + std::string("5\n"));
  const CommandResult built =
      cc({"-Wall", "-Wextra", "-Wpedantic", "-Werror", host, kernel, "-o", at("prog")});
  ASSERT_EQ(built.code, 0) << built.err;
  EXPECT_EQ(run({at("prog")}).out, "25\n");
  // A cached program is another one when a header of its source in C is.
  for (const char* size : {"6", "7"}) {
    write("host.h", header + std::string(size) + "\n");
    const CommandResult ran = cc({host, "--run", kernel});
    EXPECT_EQ(ran.out, std::to_string(std::stoi(size) * std::stoi(size)) + "\n") << ran.err;
  }
}

TEST_F(Cc, PreprocessesEachSourceInItsLanguage) {
  const std::string text = "#ifdef __cplusplus\nin_cpp IT\n#else\nin_c IT\n#endif\n",
                    header = write("kernels.h", text);
  write("a.c", "#define IT here\n#include \"kernels.h\"\n");
  write("a.cpp", "#define IT there\n#include \"kernels.h\"\n");
  const CommandResult both = cc({"-E", "-P", at("a.cpp"), at("a.c")});
  EXPECT_EQ(both.code, 0) << both.err;
  EXPECT_NE(both.out.find("in_cpp there"), std::string::npos) << both.out;
  EXPECT_NE(both.out.find("in_c here"), std::string::npos) << both.out;
  EXPECT_NE(cc({"-E", header}).out.find("in_cpp IT"), std::string::npos);
  EXPECT_EQ(cc({"-MM", at("a.c")}).out, "a.o: " + at("a.c") + " " + header + "\n");
  EXPECT_EQ(cc({"-MM", at("a.c"), "-MF", at("rule"), "-MT", "x"}).out, "");
  EXPECT_EQ(contents(at("rule")), "x: " + at("a.c") + " " + header + "\n");
  EXPECT_EQ(cc({"-E", at("a.c"), "-o", at("a.i"), "-MMD"}).out, "");
  EXPECT_NE(contents(at("a.i")).find("in_c here"), std::string::npos);
  EXPECT_TRUE(contents(at("a.d")).starts_with("a.o: ")) << contents(at("a.d"));
}

// The toolchain that a build of hippuzzle by clang++ writes for programs.
std::string toolchain_of_clang() {
  const std::string own = contents(build_tree() / "lib/hippuzzle/toolchains/cpu.toml");
  std::istringstream lines(own);
  std::string text;
  for (std::string line; std::getline(lines, line);) {
    const bool is_of_gcc = line.starts_with("preprocess = ") || line.starts_with("check = ");
    text += is_of_gcc ? line.substr(0, line.find('[')) + "[]\n" : line + '\n';
  }
  const std::string compiler = text.substr(text.find("compile = [") + 11);
  for (const auto& [from, to] : {std::pair(compiler.substr(0, compiler.find(',')), "\"clang++\""),
                                 std::pair(std::string("\"-fno-extern-tls-init\", "), "")})
    for (size_t at = 0; (at = text.find(from)) != std::string::npos;)
      text.replace(at, from.size(), to);
  return text;
}

TEST_F(Cc, CompilesByClang) {
  if (run({"/usr/bin/env", "sh", "-c", "command -v clang++"}).code != 0)
    GTEST_SKIP() << "clang++ is not installed";
  write("kernels.h", kernels);
  const std::string main = write("main.hip", program), second = write("other.cpp", other);
  const fs::path prefix = at("clang"), ours = build_tree() / "lib/hippuzzle";
  fs::create_directories(prefix / "bin");
  fs::copy_file(binary(), prefix / "bin/hippuzzle");
  here_.write("clang/lib/hippuzzle/toolchains/cpu.toml", toolchain_of_clang());
  for (const auto& entry : fs::directory_iterator(ours)) {
    if (entry.path().filename() != "toolchains")
      fs::create_symlink(entry.path(), prefix / "lib/hippuzzle" / entry.path().filename());
  }
  const CommandResult built =
      run({prefix / "bin/hippuzzle", "cc", "-DUNUSED=1", main, second, "-o", at("prog")});
  ASSERT_EQ(built.code, 0) << built.err;
  EXPECT_EQ(built.err, "");
  EXPECT_EQ(run({at("prog")}).out, "5 17 -\n");
  // Kernels are found by their addresses as well.
  const fs::path cooperative = fs::path(HIPPUZZLE_CC_PROGRAMS) / "cooperative.hip";
  const CommandResult by_address =
      run({prefix / "bin/hippuzzle", "cc", cooperative, "-o", at("by_address")});
  ASSERT_EQ(by_address.code, 0) << by_address.err;
  EXPECT_EQ(run({at("by_address")}).code, 0);
}

}  // namespace driver_test
}  // namespace hippuzzle::testing
