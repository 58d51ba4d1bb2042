// The parts of a compiler's output that hippuzzle keeps. The outputs come from g++ 12, clang 15 and
// nvcc 13 on a learner's file, shortened.
#include "toolchain/diagnostics.hpp"

#include <gtest/gtest.h>

#include "support/text/colour.hpp"

namespace hippuzzle {
namespace diagnostics_test {

Diagnostics filtered(const std::string& output) {
  return learner_diagnostics(output, "/home/w/p16_matmul/kernel.hip", "/home/w");
}

TEST(Diagnostics, OfGccKeepTheLearnersFilesWithRelativePaths) {
  const Diagnostics d = filtered(
      "In file included from /usr/share/p16/bindings.hip:6:\n"
      "/home/w/p16_matmul/kernel.hip: In function ‘void f(float*)’:\n"
      "/home/w/p16_matmul/kernel.hip:6:44: error: no matching function for call to ‘g(int)’\n"
      "    6 |   g(1);\n"
      "      |   ~^~~\n"
      "In file included from /usr/share/p16/bindings.hip:3:\n"
      "/usr/include/hippuzzle/tile.hpp:22:16: note: candidate: ‘void g()’\n"
      "   22 |   void g();\n"
      "/home/w/p16_matmul/kernel.hip:1:6: note: candidate: ‘void g(char*)’\n"
      "    1 | void g(char*);\n"
      "/usr/share/p16/bindings.hip: At global scope:\n"
      "/usr/share/p16/bindings.hip:11:45: error: ‘tiled’ was not declared in this scope\n");
  EXPECT_EQ(d.text,
            "p16_matmul/kernel.hip: In function ‘void f(float*)’:\n"
            "p16_matmul/kernel.hip:6:44: error: no matching function for call to ‘g(int)’\n"
            "    6 |   g(1);\n"
            "      |   ~^~~\n"
            "p16_matmul/kernel.hip:1:6: note: candidate: ‘void g(char*)’\n"
            "    1 | void g(char*);\n");
  EXPECT_EQ(d.errors, 1);
  EXPECT_TRUE(d.at_a_line);
}

TEST(Diagnostics, NameMistakesWithTensorsAndHostClassesInPlainWords) {
  const std::string tensor =
      "p16_matmul/kernel.hip:2:43: error: a tensor takes all its coordinates at once; write "
      "tensor(row, col), not tensor[row][col]\n";
  EXPECT_EQ(
      filtered("/home/w/p16_matmul/kernel.hip:2:43: error: no match for ‘operator[]’ (operand "
               "types are ‘hippuzzle::LayoutTensor<float, Layout<int> >’ and ‘unsigned int’)\n"
               "    2 |   out[row][col] = 1;\n")
          .text,
      tensor + "    2 |   out[row][col] = 1;\n");
  EXPECT_EQ(
      filtered("/home/w/p16_matmul/kernel.hip:2:43: error: type 'LayoutTensor<float, L>' does "
               "not provide a subscript operator\n")
          .text,
      tensor);
  const std::string array = filtered(
                                "/home/w/p16_matmul/kernel.hip:3:17: error: ‘vector’ is not a "
                                "member of ‘std’\n"
                                "    3 |   std::vector<int> v;\n"
                                "/home/w/p16_matmul/kernel.hip:1:1: note: ‘std::vector’ is defined "
                                "in header ‘<vector>’; did you forget to ‘#include <vector>’?\n")
                                .text;
  EXPECT_EQ(array,
            "p16_matmul/kernel.hip:3:17: error: std::vector is for host code, and a kernel cannot "
            "use it; take an array of a fixed size (a host function includes <vector>)\n"
            "    3 |   std::vector<int> v;\n");
  EXPECT_EQ(
      filtered("/home/w/p16_matmul/kernel.hip:4:1: error: no match for ‘operator[]’ (operand "
               "types are ‘float’ and ‘int’)\n")
          .text,
      "p16_matmul/kernel.hip:4:1: error: no match for ‘operator[]’ (operand types are ‘float’ "
      "and ‘int’)\n");
}

TEST(Diagnostics, OfClangKeepTheLearnersFiles) {
  const Diagnostics d = filtered(
      "In file included from /usr/share/p16/bindings.hip:6:\n"
      "/home/w/p16_matmul/kernel.hip:3:61: error: expected ';' at end of declaration\n"
      "  const unsigned row = 1\n"
      "                        ^\n"
      "                        ;\n"
      "1 error generated when compiling for gfx90a.\n");
  EXPECT_EQ(d.text,
            "p16_matmul/kernel.hip:3:61: error: expected ';' at end of declaration\n"
            "  const unsigned row = 1\n"
            "                        ^\n"
            "                        ;\n");
}

TEST(Diagnostics, OfNvccKeepTheLearnersFiles) {
  const Diagnostics d = filtered(
      "/home/w/p16_matmul/kernel.hip(5): error: identifier \"foo\" is undefined\n"
      "    output[row] = foo(a);\n"
      "                  ^\n"
      "\n"
      "/usr/include/hippuzzle/tile.hpp(18): warning #177-D: variable was declared\n"
      "    int unused;\n"
      "\n"
      "1 error detected in the compilation of \"/usr/share/p16/bindings.hip\".\n");
  EXPECT_EQ(d.text,
            "p16_matmul/kernel.hip(5): error: identifier \"foo\" is undefined\n"
            "    output[row] = foo(a);\n"
            "                  ^\n");
  EXPECT_EQ(d.errors, 1);
}

TEST(Diagnostics, AnErrorInAHeaderIsToldAtTheLearnersLineThatCausedIt) {
  const Diagnostics d = filtered(
      "/usr/include/hippuzzle/tensor.hpp: In instantiation of ‘void tile() [with int N = 0]’:\n"
      "/home/w/p16_matmul/kernel.hip:9:12:   required from here\n"
      "/usr/include/hippuzzle/tensor.hpp:40:3: error: static assertion failed: N is positive\n"
      "   40 |   static_assert(N > 0);\n");
  EXPECT_EQ(d.text, "p16_matmul/kernel.hip:9:12: error: static assertion failed: N is positive\n");
}

TEST(Diagnostics, AnErrorThatOnlyTheBindingShowsNamesTheKernel) {
  const Diagnostics d = filtered(
      "/usr/include/hippuzzle/bindings.hpp: In instantiation of ‘Parameter next()’:\n"
      "/usr/include/hippuzzle/bindings.hpp:75:34:   required from ‘launch(const L*) [with auto "
      "kernel = naive_matmul; L = int]’\n"
      "/usr/include/hippuzzle/bindings.hpp:31:26: error: static assertion failed: a kernel's "
      "parameters are pointers\n"
      "/usr/include/hippuzzle/bindings.hpp:91:71: error: and what follows from it\n");
  EXPECT_EQ(d.text,
            "p16_matmul/kernel.hip: error: naive_matmul: static assertion failed: a kernel's "
            "parameters are pointers\n");
  EXPECT_FALSE(d.at_a_line);
}

TEST(Diagnostics, ColourStaysAndDoesNotHideAnything) {
  const Diagnostics d = filtered(
      "\x1b[01m\x1b[K/home/w/p16_matmul/kernel.hip:1:2:\x1b[m\x1b[K \x1b[01;31m\x1b[Kerror: "
      "\x1b[m\x1b[Kno\n"
      "\x1b[01m\x1b[K/usr/include/x.hpp:1:2:\x1b[m\x1b[K \x1b[01;36m\x1b[Knote: "
      "\x1b[m\x1b[Kours\n");
  EXPECT_EQ(without_colour(d.text), "p16_matmul/kernel.hip:1:2: error: no\n");
  EXPECT_NE(d.text.find("\x1b[01;31m"), std::string::npos);
}

TEST(Diagnostics, OfTheLinkerNameEachMissingFunctionOnce) {
  const Diagnostics d = linker_diagnostics(
      "/usr/bin/ld: k.o: in function `a()':\n"
      "k.hip:(.text+0x1): undefined reference to `missing(float)'\n"
      "k.hip:(.text+0x9): undefined reference to `missing(float)'\n"
      "collect2: error: ld returned 1 exit status\n",
      "/home/w/p16_matmul/kernel.hip", "/home/w/p16_matmul");
  EXPECT_EQ(d.text, "kernel.hip: error: undefined reference to `missing(float)'\n");
}

}  // namespace diagnostics_test
}  // namespace hippuzzle
