// Macros that a program defines before HIP's headers, by names that these use themselves.
#include <filesystem>

#include "tests/hip_cc/cc_command.hpp"

namespace hippuzzle::testing {
namespace macros_test {

namespace fs = std::filesystem;

// Names that programs give to numbers, types and functions of their own, before an #include.
std::vector<std::string> names_of_macros() {
  std::vector<std::string> names;
  for (char letter = 'a'; letter <= 'z'; ++letter) {
    names.emplace_back(1, letter);
    names.emplace_back(1, static_cast<char>(letter - 'a' + 'A'));
  }
  for (const char* word :
       {"SIZE",      "WIDTH",       "HEIGHT", "DEPTH",   "ROWS",   "COLS",       "COUNT",
        "LENGTH",    "DIM",         "TILE",   "BLOCK",   "GRID",   "WARP",       "THREADS",
        "LANES",     "STRIDE",      "OFFSET", "RADIUS",  "DEBUG",  "CHECK",      "VERIFY",
        "ASSERT",    "ERROR",       "MIN",    "MAX",     "TYPE",   "REAL",       "FLOAT",
        "DATA",      "INPUT",       "OUTPUT", "KERNEL",  "STREAM", "ITEMS",      "BINS",
        "SEED",      "ALPHA",       "BETA",   "VALUE",   "INDEX",  "BLOCK_SIZE", "TILE_SIZE",
        "WARP_SIZE", "NUM_THREADS", "width",  "height",  "size",   "count",      "length",
        "rows",      "columns",     "depth",  "threads", "blocks", "tile",       "real",
        "index",     "offset",      "stride", "value",   "type",   "data",       "sum",
        "scale",     "step",        "alpha",  "beta",    "bits",   "mask",       "lane",
        "block",     "grid",        "warp",   "stream",  "swap",   "abs",        "Type",
        "Real",      "Key",         "Value"})
    names.emplace_back(word);
  return names;
}

// Whether the header is another one by another name.
bool is_another_name(const std::string& header) {
  std::istringstream lines(header);
  int includes = 0, others = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line.starts_with("//") || line.starts_with("#pragma once")) continue;
    ++(line.starts_with("#include") ? includes : others);
  }
  return includes == 1 && others == 0;
}

// The headers that programs include, by the names by which they do.
std::vector<std::string> public_headers() {
  std::vector<std::string> headers;
  for (const fs::path folder : {HIPPUZZLE_HIP_HEADERS, HIPPUZZLE_LIBRARY_HEADERS}) {
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      const std::string name = fs::relative(entry.path(), folder).generic_string();
      const bool is_inner = name.starts_with("hip_cpu/") || name.starts_with("hip_libraries/");
      if (entry.is_regular_file() && !is_inner && !is_another_name(contents(entry.path().string())))
        headers.push_back(name);
    }
  }
  return headers;
}

class MacrosInFrontOf : public Cc, public ::testing::WithParamInterface<std::string> {};

// No expression, type or declaration has an @.
TEST_P(MacrosInFrontOf, AreNotSeenThereAndAreBackBehind) {
  std::string source;
  for (const std::string& name : names_of_macros())
    source += "#define " + name + " @ " + name + "\n";
  source += "#define min(a, b) @ min\n#define max(a, b) @ max\n#include <" + GetParam() +
            ">\n#define TEXT_OF(...) #__VA_ARGS__\n#define TEXT(...) TEXT_OF(__VA_ARGS__)\n";
  for (const std::string& name : names_of_macros())
    source += "#ifndef " + name + "\n#error " + name + " is lost\n#endif\n" +
              "static_assert(TEXT(" + name + ")[0] == '@', \"" + name + "\");\n";
  for (const char* name : {"min", "max"})
    source += std::string("static_assert(TEXT(") + name + "(1, 2))[0] == '@');\n";
  const CommandResult built = cc({"-fsyntax-only", write("macros.hip", source)});
  if (built.err.find("; install lib") != std::string::npos) GTEST_SKIP() << built.err;
  EXPECT_EQ(built.code, 0) << built.err;
}

INSTANTIATE_TEST_SUITE_P(Headers, MacrosInFrontOf, ::testing::ValuesIn(public_headers()),
                         [](const auto& info) {
                           std::string name = info.param;
                           for (char& letter : name)
                             if (std::isalnum(static_cast<unsigned char>(letter)) == 0)
                               letter = '_';
                           return name;
                         });

constexpr const char* in_a_program = R"(#define M 3
#define min(a, b) ((a) < (b) ? (a) : (b))
#define width blockDim.x
#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>
#include <cstdio>
#if N != 64 || M != 3
#error a macro has another value
#endif
template <typename Number>
__global__ void fill(Number* p) { p[threadIdx.x] = min(M, int(threadIdx.x)) + width; }
int main() {
  T *p, h[N];
  hipMalloc(&p, sizeof h);
  fill<<<1, N>>>(p);
  hipLaunchKernelGGL(fill<T>, 1, N, 0, 0, p);
  hipMemcpy(h, p, sizeof h, hipMemcpyDeviceToHost);
  std::printf("%g %g\n", h[1], h[N - 1]);
}
)";

TEST_F(Cc, LeavesAProgramItsMacros) {
  const std::string source = write("own.hip", in_a_program);
  for (const std::vector<std::string>& mode : {std::vector<std::string>{}, {"--check"}}) {
    std::vector<std::string> words = mode;
    words.insert(words.end(), {"-DN=64", "-DT=float", source, "-o", at("prog")});
    const CommandResult built = cc(words);
    if (built.code == 77) GTEST_SKIP() << built.err;
    ASSERT_EQ(built.code, 0) << built.err;
    EXPECT_EQ(run({at("prog")}).out, "65 67\n");
  }
}

// Sets macros aside by either form of the pragma, in the source and in a header of its own.
TEST_F(Cc, LeavesAProgramWhatItSetsAside) {
  write("aside.h",
        "#pragma push_macro(\"SIZE\")\n#undef SIZE\n#define SIZE 9\n"
        "inline int inner() { return SIZE; }\n#pragma pop_macro(\"SIZE\")\n");
  const char* const ends =
      "#include <hip/hip_runtime.h>\n#include <cstdio>\n"
      "__global__ void set(int* p) { *p = SIZE; }\n"
      "int main() {\n  int *p, h;\n  hipMalloc(&p, sizeof h);\n  set<<<1, 1>>>(p);\n"
      "  hipMemcpy(&h, p, sizeof h, hipMemcpyDeviceToHost);\n"
      "  std::printf(\"%d %d\\n\", inner(), h);\n}\n";
  const std::string in_header =
      write("header.hip", std::string("#define SIZE 5\n#include \"aside.h\"\n") + ends);
  const std::string as_operator =
      write("operator.hip", std::string("#define SIZE 5\n_Pragma(\"push_macro(\\\"SIZE\\\")\")\n"
                                        "#undef SIZE\n#define SIZE 9\n"
                                        "inline int inner() { return SIZE; }\n"
                                        "_Pragma(\"pop_macro(\\\"SIZE\\\")\")\n") +
                                ends);
  for (const std::string& source : {in_header, as_operator}) {
    const CommandResult built = cc({source, "-o", at("prog")});
    ASSERT_EQ(built.code, 0) << built.err;
    EXPECT_EQ(run({at("prog")}).out, "9 5\n");
  }
}

}  // namespace macros_test
}  // namespace hippuzzle::testing
