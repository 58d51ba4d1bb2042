// Code objects of versions 4 and 5 of one kernel give the same. In version 5 the sizes of blocks
// and the grid are hidden arguments; before they come from the dispatch packet.
#include <gtest/gtest.h>

#include "amd_emulator/decode/decoded_program.hpp"
#include "amd_emulator/dispatch/dispatched_launch.hpp"
#include "tests/amd_emulator/checks/compiled_kernel.hpp"

namespace hippuzzle::amd {
namespace code_object_version_test {

// OpenCL C, which needs no headers.
constexpr const char* source = R"(
kernel void shape(global unsigned* out, unsigned factor) {
  unsigned x = __builtin_amdgcn_workitem_id_x(), y = __builtin_amdgcn_workitem_id_y();
  unsigned width = __builtin_amdgcn_workgroup_size_x(), height = __builtin_amdgcn_workgroup_size_y();
  unsigned block = __builtin_amdgcn_workgroup_id_y() * (__builtin_amdgcn_grid_size_x() / width) +
                   __builtin_amdgcn_workgroup_id_x();
  unsigned thread = (block * height + y) * width + x;
  out[4 * thread] = factor * thread;
  out[4 * thread + 1] = width << 16 | height;
  out[4 * thread + 2] = __builtin_amdgcn_grid_size_x() << 16 | __builtin_amdgcn_grid_size_y();
  out[4 * thread + 3] = __builtin_amdgcn_workgroup_size_z();
}
)";

constexpr uint32_t width = 24, height = 5, across = 3, down = 2, factor = 7;
constexpr uint32_t threads = width * height * across * down;

std::string of_version(const std::string& target, int version, const std::string& uniform) {
  const CompiledKernel kernel =
      compiled(source, target, {uniform, "-mcode-object-version=" + std::to_string(version)});
  EXPECT_EQ(kernel.why_not, "");
  return kernel.elf;
}

std::vector<uint32_t> launched(const CodeObject& object) {
  std::vector<uint32_t> out(4 * threads, 0xdead);
  Program program(object);
  Memory memory;
  memory.add(reinterpret_cast<uint64_t>(out.data()), 4 * out.size());
  memory.add(object.base(), object.bytes());
  uint32_t* pointer = out.data();
  uint32_t value = factor;
  void* arguments[] = {&pointer, &value};
  const Launch launch{.kernel = *object.kernel("shape"),
                      .program = program,
                      .grid = {across, down, 1},
                      .block = {width, height, 1},
                      .arguments = arguments,
                      .seed = 1};
  run(launch, memory, nullptr);
  return out;
}

bool has_hidden_block_count(const CodeObject& object) {
  for (const Argument& a : object.kernel("shape")->arguments) {
    if (a.kind == "hidden_block_count_x") return true;
  }
  return false;
}

class CodeObjectVersions : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(, CodeObjectVersions, ::testing::Values("gfx90a", "gfx1030", "gfx1100"),
                         [](const auto& test) { return std::string(test.param); });

TEST_P(CodeObjectVersions, GiveTheSame) {
  if (*LINKER == '\0') GTEST_SKIP() << "no linker of LLVM 15 or newer (lld) was found";
  for (const char* uniform : {"-DANY", "-cl-uniform-work-group-size"}) {
    const CodeObject fourth(of_version(GetParam(), 4, uniform), GetParam());
    const CodeObject fifth(of_version(GetParam(), 5, uniform), GetParam());
    EXPECT_FALSE(has_hidden_block_count(fourth));
    EXPECT_TRUE(has_hidden_block_count(fifth));
    const std::vector<uint32_t> out = launched(fifth);
    EXPECT_EQ(out, launched(fourth)) << uniform;
    for (uint32_t t = 0; t < threads; ++t) {
      ASSERT_EQ(out[4 * t], factor * t) << uniform;
      ASSERT_EQ(out[4 * t + 1], width << 16 | height) << uniform;
      ASSERT_EQ(out[4 * t + 2], width * across << 16 | height * down) << uniform;
      ASSERT_EQ(out[4 * t + 3], 1u) << uniform;
    }
  }
}

}  // namespace code_object_version_test
}  // namespace hippuzzle::amd
