// Command lines and the names of arrays, without a compiler.
#include "cc/findings/program_findings.hpp"

#include <gtest/gtest.h>

#include "cc/driver/command_line.hpp"
#include "engine/support/outcome.hpp"

namespace hippuzzle::cc {
namespace {

using Words = std::vector<std::string>;

TEST(AllocatedVariable, IsWhatAnAllocationIsGiven) {
  EXPECT_EQ(allocated_variable("hipMalloc(&d_in, n * sizeof(float));"), "d_in");
  EXPECT_EQ(allocated_variable("CHECK(hipMalloc((void**)&d_out, bytes));"), "d_out");
  EXPECT_EQ(allocated_variable("hipHostMalloc(&s.rows[i], 8)"), "s.rows[i]");
  EXPECT_EQ(allocated_variable("HIP_CHECK(hipMallocManaged(reinterpret_cast<void**>(&p->x), 4));"),
            "p->x");
  EXPECT_EQ(allocated_variable("T* p = make(n); hipFree(&q);"), "");
  EXPECT_EQ(allocated_variable(""), "");
}

TEST(CommandLine, IsTakenApart) {
  const CommandLine line =
      read_command_line({"-O3", "a.hip", "-I", "inc", "-DX=1", "b.cpp", "-o", "prog", "-lm", "c.o",
                         "-Wl,-x", "d.c", "-std=c++20", "-L", "lib"});
  EXPECT_EQ(line.last_step, LastStep::link);
  EXPECT_EQ(line.sources, (std::vector<std::filesystem::path>{"a.hip", "b.cpp"}));
  EXPECT_EQ(line.in_c, (std::vector<std::filesystem::path>{"d.c"}));
  EXPECT_EQ(line.options, (Words{"-O3", "-I", "inc", "-DX=1", "-std=c++20"}));
  EXPECT_EQ(line.link, (Words{"-lm", "c.o", "-Wl,-x", "-L", "lib"}));
  EXPECT_EQ(line.output, "prog");
  EXPECT_TRUE(line.optimises && line.chooses_language);
}

TEST(CommandLine, LeavesOutWhatIsForGpus) {
  const CommandLine line = read_command_line(
      {"--offload-arch=gfx90a", "-fgpu-rdc", "-mllvm", "-x=y", "-Xarch_device", "-g", "a.hip",
       "--rocm-path=/opt/rocm", "-Xarch_host", "-DHOST", "-munsafe-fp-atomics"});
  EXPECT_EQ(line.options, (Words{"-DHOST"}));
  EXPECT_TRUE(line.link.empty());
  EXPECT_EQ(line.sources.size(), 1u);
}

TEST(CommandLine, KnowsStepsAndDependencies) {
  const CommandLine line =
      read_command_line({"-c", "a.x", "-x", "hip", "b.x", "-MMD", "-MF", "b.d", "-MT", "b"});
  EXPECT_EQ(line.last_step, LastStep::object);
  EXPECT_EQ(line.link, (Words{"a.x"}));
  EXPECT_EQ(line.sources, (std::vector<std::filesystem::path>{"b.x"}));
  EXPECT_EQ(line.dependencies, (Words{"-MMD", "-MT", "b"}));
  EXPECT_EQ(line.dependencies_file, "b.d");
  EXPECT_TRUE(line.names_target);
  EXPECT_EQ(read_command_line({"-E", "a.hip"}).last_step, LastStep::preprocess);
  EXPECT_EQ(read_command_line({"-M", "a.hip"}).last_step, LastStep::dependencies);
  EXPECT_EQ(read_command_line({"-S", "a.hip"}).last_step, LastStep::assembly);
}

TEST(CommandLine, RefusesAnOptionWithoutItsValue) {
  for (const char* option : {"-o", "-I", "-x", "-MF", "-L", "-mllvm"}) {
    EXPECT_THROW(read_command_line({"a.hip", option}), Error) << option;
  }
  EXPECT_THROW(read_command_line({"-c", "a.hip", "b.hip", "-o", "x.o"}), Error);
}

}  // namespace
}  // namespace hippuzzle::cc
