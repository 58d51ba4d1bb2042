// Launches in the words of C++: every form that a program may give them, and nothing else touched.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "hip_cc/rewrite/kernel_registration.hpp"
#include "hip_cc/rewrite/launches.hpp"
#include "support/outcome.hpp"

namespace hippuzzle::cc {
namespace rewrite_test {

std::string rewritten(const std::string& source) {
  return rewrite_launches(source, "prog.hip").source;
}

void expect_same(const std::string& source) { EXPECT_EQ(rewritten(source), source); }

TEST(Launches, AreAKernelThatIsConfiguredAndCalled) {
  EXPECT_EQ(rewritten("k<<<1, 32>>>(a, b);"), "HIP_CPU_KERNEL(k).configure(1, 32)(a, b);");
  EXPECT_EQ(rewritten("k <<< g, b, m, s >>> ();"),
            "HIP_CPU_KERNEL(k ).configure( g, b, m, s ) ();");
}

TEST(Launches, NameTheirKernelInAnyWay) {
  const auto kernel = [](const std::string& text) {
    const std::string all = rewritten("f(); return " + text + "<<<1, 1>>>(x);");
    const std::string front = "f(); return HIP_CPU_KERNEL(", end = ").configure(1, 1)(x);";
    if (!all.starts_with(front) || !all.ends_with(end)) return "not: " + all;
    return all.substr(front.size(), all.size() - front.size() - end.size());
  };
  for (const std::string name : {"k",
                                 "::k",
                                 "ns::k",
                                 "::a::b::k",
                                 "k<int>",
                                 "ns::k<a, b>",
                                 "k<a<b<c>>>",
                                 "k<(n > 3)>",
                                 "k<1 << 3>",
                                 "A<int>::k<f(x), sizeof(T)>",
                                 "table[i]",
                                 "table[i][j + 1]",
                                 "t.k",
                                 "p->k",
                                 "t.member.table[0]",
                                 "(*pointer)",
                                 "(c ? a : b)",
                                 "choose(x)",
                                 "choose<T>(x)",
                                 "o.get(1)",
                                 "A<T>::template k<U>",
                                 "this->template k<U>",
                                 "k<decltype(x)>",
                                 "k<a->b>",
                                 "é"}) {
    EXPECT_EQ(kernel(name), name);
  }
}

TEST(Launches, BeginBehindWhatIsNoPartOfTheirKernel) {
  const std::string launch = "HIP_CPU_KERNEL(k).configure(1, 1)()";
  for (const std::string front :
       {"if (x) ", "else ", "do ", "x = c ? y :", "case 1:", "(void)", "{", "a < b; ", "f(a, ",
        "for (;;) ", "x, ", "do { } while (x < y); "}) {
    EXPECT_EQ(rewritten(front + "k<<<1, 1>>>();"), front + launch + ";");
  }
  EXPECT_EQ(rewritten("if (x) (*p)<<<1, 1>>>();"),
            "if (x) HIP_CPU_KERNEL((*p)).configure(1, 1)();");
  EXPECT_EQ(rewritten("return ::k<<<1, 1>>>();"), "return HIP_CPU_KERNEL(::k).configure(1, 1)();");
}

TEST(Launches, AreNotLookedForInCommentsAndLiterals) {
  expect_same("// k<<<1, 1>>>(x);\n");
  expect_same("// k \\\n<<<1, 1>>>(x);\n");
  expect_same("/* k<<<1, 1>>>(x); */");
  expect_same("auto s = \"k<<<1, 1>>>(x) \\\" k<<<1, 1>>>(x)\";");
  expect_same("auto s = R\"(\" k<<<1, 1>>>(x))\";");
  expect_same("auto s = u8R\"ab()\" k<<<1, 1>>>(x))ab\";");
  expect_same("int c = '<<<';");
}

TEST(Launches, AreFoundBehindCommentsAndLiterals) {
  const std::string after = "HIP_CPU_KERNEL(k).configure(1, 1)();";
  for (const std::string before :
       {"/* ' */", "// it's\n", "'\\''; ", "'\"'; ", "\"\\\\\"; ", "R\"x(\")x\"; ", "1'000'000; ",
        "0x1p-3; ", "/* \" */", "\"//\"; ", "\"/*\"; ", "#error it's\n", "VAR\"(\"; ",
        "# 7 \"it's.h\" 2\n"}) {
    EXPECT_EQ(rewritten(before + "k<<<1, 1>>>();"), before + after) << before;
  }
}

TEST(Launches, KeepEveryLineAndWhatTheirArgumentsAre) {
  const std::string source =
      "k // the kernel\n  <int>\n<<<\n  dim3(1, 2), // grid\n  f<a, b>(x),\n sizeof(int) * 4\n>>>\n"
      "(a,\n#ifdef X\n  b,\n#endif\n  {1, 2},\n  c);\n";
  const std::string result = rewritten(source);
  EXPECT_EQ(result,
            "HIP_CPU_KERNEL(k // the kernel\n  <int>\n).configure(\n  dim3(1, 2), // grid\n"
            "  f<a, b>(x),\n sizeof(int) * 4\n)\n(a,\n#ifdef X\n  b,\n#endif\n  {1, 2},\n  c);\n");
  EXPECT_EQ(std::ranges::count(result, '\n'), std::ranges::count(source, '\n'));
}

TEST(Launches, MayStandInEachOther) {
  EXPECT_EQ(rewritten("k<<<f([] { i<<<1, 1>>>(); }), 1>>>([&] { j<<<2, 2>>>(x); });"),
            "HIP_CPU_KERNEL(k).configure(f([] { HIP_CPU_KERNEL(i).configure(1, 1)(); }), 1)"
            "([&] { HIP_CPU_KERNEL(j).configure(2, 2)(x); });");
}

TEST(Launches, MayBeInMacros) {
  EXPECT_EQ(rewritten("#define RUN(k, ...) \\\n  k<<<g, \\\n b>>>(__VA_ARGS__)\nRUN(f, 1);\n"),
            "#define RUN(k, ...) \\\n  HIP_CPU_KERNEL(k).configure(g, \\\n b)(__VA_ARGS__)\n"
            "RUN(f, 1);\n");
  EXPECT_EQ(rewritten("#define RUN(t) kernel_##t<<<1, 1>>>(x)\n"),
            "#define RUN(t) HIP_CPU_KERNEL(kernel_##t).configure(1, 1)(x)\n");
  EXPECT_EQ(rewritten("#define CONFIGURED k<int><<<1, 1>>>\nCONFIGURED(x);\n"),
            "#define CONFIGURED HIP_CPU_KERNEL(k<int>).configure(1, 1)\nCONFIGURED(x);\n");
  EXPECT_EQ(rewritten("a =\n#define B (x)\nk<<<1, 1>>>(x);\n"),
            "a =\n#define B (x)\nHIP_CPU_KERNEL(k).configure(1, 1)(x);\n");
}

TEST(Launches, AreJoinedOverLines) {
  EXPECT_EQ(rewritten("ker\\\nnel<\\\n<<1, 1>\\\n>>(x);"),
            "HIP_CPU_KERNEL(ker\\\nnel).configure(\\\n1, 1)\\\n(x);");
}

TEST(Launches, AreNotShifts) {
  expect_same("std::cout << a << (b < c) << (d >> 3) << x<y<int>>::z;");
  expect_same("friend S& operator<<<>(S&, T);");
  expect_same("friend S& operator<< <T>(S&, T);");
  expect_same("a <<= 1; b >>= 2; c <=> d; e->f >= g;");
}

// A preprocessor's output may have blanks where a macro ended.
TEST(Launches, MayBeTakenApartByThePreprocessor) {
  EXPECT_EQ(rewritten("k<< < 1, 1>> >(x);"), "HIP_CPU_KERNEL(k).configure(  1, 1) (x);");
}

void expect_refused(const std::string& source, const std::string& sentence) {
  try {
    rewrite_launches(source, "prog.hip");
    ADD_FAILURE() << "was not refused: " << source;
  } catch (const Error& error) {
    EXPECT_EQ(error.outcome(), Outcome::load_failed);
    EXPECT_EQ(error.what(), sentence + "; write kernel<<<grid, block>>>(arguments)");
  }
}

TEST(Launches, ThatCannotBeReadAreRefusedAtTheirLine) {
  const std::string no_kernel = "the word before <<< is not the name of a kernel";
  expect_refused("\n\n + <<<1, 1>>>(x);", "prog.hip:3: " + no_kernel);
  expect_refused("return <<<1, 1>>>(x);", "prog.hip:1: " + no_kernel);
  expect_refused("[]{}<<<1, 1>>>(x);", "prog.hip:1: " + no_kernel);
  expect_refused("#define RUN(x) <<<1, 1>>>(x)\n", "prog.hip:1: " + no_kernel);
  expect_refused("k<<<1, 1>>;\nint x;", "prog.hip:1: this launch has no >>> that closes its <<<");
  expect_refused("f(k<<<1, 1);\ng>>>(1)", "prog.hip:1: this launch has no >>> that closes its <<<");
  expect_refused("k<<<>>>();",
                 "prog.hip:1: this launch has neither grid nor block between <<< and >>>");
  expect_refused("k<<<1, 1>>>;",
                 "prog.hip:1: this launch has no arguments in parentheses after >>>");
}

TEST(Launches, AreRefusedAtTheUsersLineOfAPreprocessedSource) {
  expect_refused("# 1 \"a \\\"b\\\".h\" 1\nint x;\n\n<<<1, 1>>>(x);",
                 "a \"b\".h:3: the word before <<< is not the name of a kernel");
  expect_refused("#line 40 \"x.y\"\n<<<1, 1>>>(x);",
                 "x.y:40: the word before <<< is not the name of a kernel");
}

TEST(Launches, AreFoundBehindASystemsHeader) {
  const std::string system = "# 1 \"/usr/include/x.h\" 1 3\nint it = 3;\n# 4 \"prog.hip\" 2\n";
  EXPECT_EQ(rewritten(system + "k<<<1, 1>>>();"), system + "HIP_CPU_KERNEL(k).configure(1, 1)();");
  EXPECT_EQ(rewritten("# 1 \"/usr/include/x.h\" 1 3\nk<<<1, 1>>>();\n"),
            "# 1 \"/usr/include/x.h\" 1 3\nHIP_CPU_KERNEL(k).configure(1, 1)();\n");
}

TEST(NoInline, IsAnAttributeWhereItIsAQualifier) {
  EXPECT_EQ(rewritten("__device__ __noinline__ int f();"),
            "__device__ __attribute__((noinline)) int f();");
  EXPECT_EQ(rewritten("#define KEEP __noinline__\n__noinline__ void f();"),
            "#define KEEP __attribute__((noinline))\n__attribute__((noinline)) void f();");
  expect_same("__attribute__((__noinline__)) void f();");
  expect_same("__attribute__((cold, __noinline__)) void f();");
  expect_same("[[gnu::__noinline__]] void f(); // __noinline__\nauto s = \"__noinline__\";");
}

TEST(Launches, AreCounted) {
  EXPECT_EQ(rewrite_launches("a<<<1, 1>>>(); b<<<1, 1>>>();", "").launches, 2u);
  EXPECT_EQ(rewrite_launches("int main() {}", "").launches, 0u);
}

// The registrations after the definitions of kernels, each without its end.
std::vector<std::string> registered(const std::string& source) {
  const std::string begin = " static const ::hip_cpu::RegisteredKernel hip_cpu_kernel_";
  const std::string result = register_kernels(source);
  std::vector<std::string> names;
  for (size_t at = 0; (at = result.find(begin, at)) != std::string::npos;) {
    at += begin.size();
    names.push_back(result.substr(at, result.find('(', at) - at));
  }
  return names;
}

TEST(Kernels, AreRegisteredBehindTheirDefinition) {
  const std::string source = "__global__ void k(int x) {\n  if (x) {}\n}\nint y;\n";
  const std::string result = register_kernels(source);
  EXPECT_EQ(result.find("__global__ void k(int x) {\n  if (x) {}\n} static const ::hip_cpu::"), 0u);
  EXPECT_EQ(std::ranges::count(result, '\n'), 4);
  EXPECT_EQ(registered(source), std::vector<std::string>{"k_0"});
}

TEST(Kernels, AreFoundInNamespacesAndAmongAttributes) {
  const std::vector<std::string> both = {"a_0", "b_1"};
  EXPECT_EQ(registered("extern \"C\" __global__ void __launch_bounds__(256) a() {}\n"
                       "namespace n::m { namespace { __attribute__((x(1))) static __global__ void "
                       "b(void (*f)(int)) {} } }"),
            both);
  EXPECT_EQ(registered("extern \"C\" { __global__ void a() {} }\n__global__ void b() {}"), both);
}

TEST(Kernels, OfTemplatesAndOfClassesAreLeftOut) {
  const std::vector<std::string> none;
  EXPECT_EQ(registered("template <int n> __global__ void k() {}"), none);
  EXPECT_EQ(registered("template <> __global__ void k<3>() {}"), none);
  EXPECT_EQ(registered("__global__ void k(int);"), none);
  EXPECT_EQ(registered("struct S { __global__ static void k() {} };"), none);
  EXPECT_EQ(registered("#define KERNEL __global__ void k() {}\n"), none);
  EXPECT_EQ(registered("// __global__ void k() {}\nint x;"), none);
}

}  // namespace rewrite_test
}  // namespace hippuzzle::cc
