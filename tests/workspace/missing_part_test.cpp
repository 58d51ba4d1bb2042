// The messages of compilers and linkers when a part of them is not installed, and their messages
// about a mistake in the kernels.
#include "toolchain/missing_part.hpp"

#include <gtest/gtest.h>

namespace hippuzzle {
namespace missing_part_test {

std::string missing(const std::string& output) {
  return missing_part(output, "/home/w/p01_map/kernel.hip").value_or("");
}

TEST(MissingPart, IsAHeaderThatAHeaderIncludes) {
  EXPECT_EQ(missing("In file included from /home/w/p01_map/kernel.hip:3:\n"
                    "/opt/hippuzzle/include/hip/hip_runtime.h:7:10: fatal error: "
                    "hip/hip_runtime_api.h: No such file or directory\n"
                    "    7 | #include <hip/hip_runtime_api.h>\n"
                    "compilation terminated.\n"),
            "hip/hip_runtime_api.h is missing; install HIP's headers (Debian and Ubuntu: "
            "libamdhip64-dev)");
  EXPECT_EQ(
      missing("/usr/include/hip/hip_common.h:3:10: fatal error: 'cuda_runtime.h' file not found\n"),
      "cuda_runtime.h is missing; install the CUDA toolkit again");
  EXPECT_EQ(
      missing(
          "/usr/share/p01/bindings.hip:2:10: \x1b[01;31mfatal error: \x1b[0mcstdint: No such file "
          "or directory\n"),
      "cstdint is missing; install the package g++");
}

TEST(MissingPart, IsTheHeaderThatEveryKernelIncludes) {
  EXPECT_EQ(
      missing("/home/w/p01_map/kernel.hip:3:10: fatal error: hip/hip_runtime.h: No such file or "
              "directory\n"),
      "hip/hip_runtime.h is missing; install HIP's headers (Debian and Ubuntu: "
      "libamdhip64-dev)");
}

TEST(MissingPart, IsAProgramOfTheCompiler) {
  EXPECT_EQ(
      missing("g++: fatal error: cannot execute 'cc1plus': execvp: No such file or directory\n"
              "compilation terminated.\n"),
      "cc1plus is missing; install the package g++");
  EXPECT_EQ(missing("g++: fatal error: cannot execute ‘as’: execvp: No such file or directory\n"),
            "as is missing; install the package binutils");
  EXPECT_EQ(missing("sh: 1: cicc: not found\n"), "cicc is missing; install the CUDA toolkit again");
}

TEST(MissingPart, IsALibraryThatTheLinkerLooksFor) {
  EXPECT_EQ(
      missing("/usr/bin/ld: cannot find /usr/local/cuda/lib64/libcudart_static.a: No such file or "
              "directory\ncollect2: error: ld returned 1 exit status\n"),
      "/usr/local/cuda/lib64/libcudart_static.a is missing; install the CUDA toolkit again");
  EXPECT_EQ(missing("/usr/bin/ld: cannot find -lstdc++: No such file or directory\n"),
            "stdc++ is missing; install the package g++");
}

TEST(MissingPart, IsNoMistakeInTheKernels) {
  EXPECT_EQ(
      missing("/home/w/p01_map/kernel.hip:3:10: fatal error: hip/hip_runtim.h: No such file or "
              "directory\n"),
      "");
  EXPECT_EQ(missing("/home/w/p01_map/kernel.hip:3:10: fatal error: 'mine.hpp' file not found\n"),
            "");
  EXPECT_EQ(missing("/home/w/p01_map/kernel.hip:6:44: error: ‘g’ was not declared in this scope\n"),
            "");
  EXPECT_EQ(missing("/usr/bin/ld: p01.o: undefined reference to `g()'\n"), "");
}

TEST(MissingPart, IsNotWhatTheUserBrings) {
  const IsUsers is_users = [](const std::string& name, const std::string& line) {
    return name == "mine" || line.starts_with("prog.hip:");
  };
  EXPECT_EQ(
      missing_part("prog.hip:3:10: fatal error: mpi.h: No such file or directory\n", is_users),
      std::nullopt);
  EXPECT_EQ(missing_part("/usr/bin/ld: cannot find -lmine: No such file or directory\n", is_users),
            std::nullopt);
  EXPECT_EQ(missing_part("c++: fatal error: cannot execute 'cc1plus': execvp: No such file or "
                         "directory\n",
                         is_users),
            "cc1plus is missing; install the package g++");
}

}  // namespace missing_part_test
}  // namespace hippuzzle
