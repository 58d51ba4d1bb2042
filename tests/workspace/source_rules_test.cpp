// The rules for a submission's source: they inspect tokens, in its own lines only.
#include "toolchain/source_rules.hpp"

#include <gtest/gtest.h>

#include <string>

namespace hippuzzle {
namespace source_rules_test {

size_t line_of_fault(const std::string& text) {
  const auto fault = fault_of_text(text);
  return fault ? fault->line : 0;
}

TEST(SourceRules, FindAWordHoweverItIsWritten) {
  EXPECT_EQ(line_of_fault("int a;\nvoid f() { asm(\"nop\"); }\n"), 2u);
  EXPECT_EQ(line_of_fault("__asm__(\".macro call\");"), 1u);
  EXPECT_EQ(line_of_fault("\n#define A __as\\\nm\n"), 2u);
  EXPECT_EQ(line_of_fault("__attribute__((no_\\\nsanitize(\"thread\"))) void f();"), 1u);
  EXPECT_EQ(line_of_fault("__attribute__((no_\\ \nsanitize_thread)) void f();"), 1u);
  EXPECT_EQ(line_of_fault("[[gnu::__optimize__(3)]] void f();"), 1u);
  EXPECT_EQ(line_of_fault("<:<:using gnu: section(\".text\"):>:> const int a = 1;"), 1u);
  EXPECT_EQ(line_of_fault("__attribute((naked)) void f();"), 1u);
  EXPECT_EQ(line_of_fault("\nfloat x = __builtin_ia32_vec_ext_v4sf(a, 0);"), 2u);
  EXPECT_EQ(line_of_fault("auto x = _mm256_i32gather_ps(a, i, 4);"), 1u);
  EXPECT_EQ(line_of_fault("#pragma GCC optimize(\"O3\")"), 1u);
  EXPECT_EQ(line_of_fault("int a;\n# pragma GCC push_options"), 2u);
  EXPECT_EQ(line_of_fault("HIP_CPU_UNCHECKED void f();"), 1u);
  EXPECT_EQ(line_of_fault("int a;\nnamespace hippuzzle { void f(); }"), 2u);
  EXPECT_EQ(line_of_fault("\nnamespace __attribute__((deprecated)) hippuzzle {}"), 2u);
  EXPECT_EQ(line_of_fault("namespace [[deprecated]] /* */ hip_cpu::x {}"), 1u);
}

TEST(SourceRules, LetCommentsLiteralsAndOtherNamesBe) {
  for (const char* text :
       {"// no_sanitize, asm, #line\n", "/* __builtin_ia32_x\n asm */ int a;",
        "const char* s = \"asm no_sanitize\";", "const char* s = R\"x(\" asm )\" )x\";",
        "int section = 1, optimize = 2, target = section[a];", "a[b[0]] = section;",
        "auto f = [](int x) { return x; }; int section;", "#include <section>\n#pragma unroll\n",
        "__attribute__((aligned(16))) float a; int section;", "int masm, my_asm_2; long n = 1'000;",
        "#error don't\nint a;", "[[maybe_unused]] int alias;", "vector<::std::pair> naked;",
        "using namespace hippuzzle;", "namespace h = hippuzzle;", "namespace mine::hippuzzle {}"}) {
    const auto fault = fault_of_text(text);
    EXPECT_FALSE(fault) << text << ": " << in_words(*fault);
  }
}

TEST(SourceRules, RefuseLinesThatClaimAnotherPlace) {
  for (const char* text :
       {"int a;\n#line 1 \"/usr/include/x.h\"\n", "int a;\n # 1 \"/usr/include/x.h\" 1 3\n",
        "int a;\n%:line 3\n", "int a;\n/* */ # /* */ line 3\n", "int a;\n#/*\n*/line 3\n",
        "int a;\n#li\\\nne 3\n"}) {
    EXPECT_EQ(line_of_fault(text), 2u) << text;
    EXPECT_TRUE(fault_of_text(text, true)) << text;
  }
}

TEST(SourceRules, LookAtAPreprocessedTextWhereItIsTheStudents) {
  const auto fault = [](const std::string& text) {
    const auto found = fault_of_preprocessed(text, [](const std::filesystem::path& file) {
      return file.string().starts_with("/usr/") || file.string().starts_with('<');
    });
    return found ? in_words(*found) : "";
  };
  const std::string start = "# 0 \"<built-in>\"\n# 1 \"/class/kernel.hip\"\n";
  EXPECT_EQ(fault(start + "int a;\n# 1 \"/usr/include/x.h\" 1 3\n__asm__(\"\");\n"
                          "# 3 \"/class/kernel.hip\" 2\nint b;\n"),
            "");
  EXPECT_EQ(fault(start + "int a;\n# 7 \"/class/kernel.hip\" 2\nint b;\nasm(\"\");\n"),
            "line 8 has `asm`, whose accesses the check cannot see");
  EXPECT_EQ(
      fault(start + "\n# 3 \"/usr/../class/kernel.hip\"\n__attribute__((no_sanitize)) int a;"),
      "line 3 has `no_sanitize`, which takes code from the checker");
  EXPECT_NE(fault(start + "const char* s = R\"(\n# 1 \"/usr/include/x.h\" 1 3\n)\"; asm(\"\");\n"),
            "")
      << "a literal's line is no marker";
  EXPECT_NE(fault(start + "\n#pragma GCC optimize(3)\nint a;"), "");
}

}  // namespace source_rules_test
}  // namespace hippuzzle
