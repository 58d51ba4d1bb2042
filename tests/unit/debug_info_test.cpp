// Reads debug information of files without any, and recognises sources that are nobody's kernel.
// The golden suite and the tests of traces test lines and variables of real modules.
#include <gtest/gtest.h>

#include "engine/debug_info/kernel_variables.hpp"
#include "engine/debug_info/source_lines.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hippuzzle {
namespace debug_info_test {

TEST(ALibrary, IsTheSystemAndTheHeadersThatKernelsAreWrittenWith) {
  for (const char* file :
       {"/usr/include/c++/12/bits/stl_algo.h", "/usr/lib/gcc/x86_64-linux-gnu/12/include/stddef.h",
        "/usr/local/cuda-13.0/targets/x86_64-linux/include/cuda_runtime.h",
        "/home/me/hippuzzle/common/hip_cpu/include/hip_cpu/warp_functions.hpp",
        "/opt/hippuzzle/include/hippuzzle/tile.hpp",
        "/home/me/hippuzzle/common/puzzle/hippuzzle/layout_parts/tensor_bounds.hpp",
        "/opt/hippuzzle/include/hippuzzle/matrix/warpgroup.hpp",
        "/opt/rocm/include/hip/hip_runtime.h"}) {
    EXPECT_TRUE(is_library(file)) << file;
  }
}

TEST(ALibrary, IsNoKernelWhereverItLies) {
  for (const char* file :
       {"/usr/src/hippuzzle/plugins/p16_matmul/solution.hip", "/usr/local/src/mine/helpers.hpp",
        "/home/me/hippuzzle/kernel.hip", "/home/me/work/p16_matmul/config.hpp",
        "/home/me/matrix/config.hpp", "kernel.hip"}) {
    EXPECT_FALSE(is_library(file)) << file;
  }
}

TEST(DebugInfo, OfNoModuleGivesNothing) {
  const testing::TemporaryDirectory here;
  for (const auto& file : {here.path() / "none.so", here.write("text.so", "no ELF file")}) {
    const CodeAddress address = {file.string(), 0x1000};
    EXPECT_EQ(SourceLines().find({&address, 1}).line, 0) << file;
    EXPECT_EQ(read_kernel_variables(file.string(), 0x1000).end, 0u) << file;
  }
}

TEST(DebugInfo, ShowsALineOfASourceWithoutItsBlanks) {
  const testing::TemporaryDirectory here;
  const std::string file = here.write("kernel.hip", "one\n\t  two  \r\n\n").string();
  SourceLines lines;
  EXPECT_EQ(lines.text(file, 1), "one");
  EXPECT_EQ(lines.text(file, 2), "two");
  EXPECT_EQ(lines.text(file, 3), "");
  EXPECT_EQ(lines.text(file, 4), "");
  EXPECT_EQ(lines.text(file, 0), "");
}

}  // namespace debug_info_test
}  // namespace hippuzzle
