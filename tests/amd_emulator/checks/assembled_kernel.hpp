// A kernel written in AMD's assembly, assembled by LLVM and run on the emulator under its checks.
// Its one argument is the address of a buffer.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "amd_emulator/check/wave_checker.hpp"
#include "amd_emulator/dispatch/dispatched_launch.hpp"
#include "tests/support/command.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/support/whole_file.hpp"

namespace hippuzzle::amd {

// Its lines, between the common beginning and s_endpgm.
struct KernelText {
  std::string target = "gfx90a";
  std::string body;
  uint32_t lds_bytes = 1024;
};

// s[0:1] holds the arguments' address and s2 the workgroup's number, v0 the thread's.
inline std::string assembly_of(const KernelText& kernel) {
  const bool is_gfx9 = kernel.target.starts_with("gfx9");
  const bool has_accumulators = kernel.target == "gfx90a" || kernel.target.starts_with("gfx94");
  return ".text\n.globl k\n.p2align 8\n.type k,@function\nk:\n" + kernel.body +
         "\ns_endpgm\n.Lend:\n.size k, .Lend-k\n"
         ".rodata\n.p2align 6\n.amdhsa_kernel k\n"
         ".amdhsa_user_sgpr_kernarg_segment_ptr 1\n.amdhsa_next_free_vgpr 64\n"
         ".amdhsa_next_free_sgpr 32\n.amdhsa_group_segment_fixed_size " +
         std::to_string(kernel.lds_bytes) + "\n" +
         (has_accumulators ? ".amdhsa_accum_offset 64\n" : "") +
         (is_gfx9 ? "" : ".amdhsa_wavefront_size32 1\n") +
         ".amdhsa_float_denorm_mode_32 3\n.end_amdhsa_kernel\n"
         ".amdgpu_metadata\namdhsa.version: [1, 1]\namdhsa.kernels:\n"
         "  - .name: k\n    .symbol: k.kd\n    .kernarg_segment_size: 8\n"
         "    .group_segment_fixed_size: 0\n    .private_segment_fixed_size: 0\n"
         "    .kernarg_segment_align: 8\n    .wavefront_size: " +
         std::string(is_gfx9 ? "64" : "32") +
         "\n    .sgpr_count: 32\n    .vgpr_count: 64\n    .max_flat_workgroup_size: 1024\n"
         "    .args:\n      - {.offset: 0, .size: 8, .value_kind: global_buffer, "
         ".address_space: global}\n.end_amdgpu_metadata\n";
}

// Runs a kernel with these many threads and workgroups on a buffer of 1024 bytes between two guard
// zones of the same size, and returns the findings of the checks.
class AssembledKernel {
 public:
  explicit AssembledKernel(const KernelText& kernel) {
    const hippuzzle::testing::TemporaryDirectory folder;
    const auto source = folder.path() / "k.s", object = folder.path() / "k.co";
    std::ofstream(source) << assembly_of(kernel);
    const auto assembled = hippuzzle::testing::run(
        {CLANG, "-target", "amdgcn-amd-amdhsa", "-mcpu=" + kernel.target, "-mcode-object-version=4",
         "-x", "assembler", source.string(), "-o", object.string()});
    EXPECT_EQ(assembled.code, 0) << assembled.err << kernel.body;
    elf_ = hippuzzle::testing::contents(object);
    object_ = std::make_unique<CodeObject>(elf_, kernel.target);
    program_ = std::make_unique<Program>(*object_);
    buffer.resize(3 * size / 4, 0);
    memory_.add(reinterpret_cast<uint64_t>(buffer.data()), 3 * size);
    memory_.add(object_->base(), object_->bytes());
  }

  std::vector<Finding> run(uint32_t threads = 64, uint32_t workgroups = 1, uint64_t seed = 1) {
    Checker checker;
    const uint64_t begin = reinterpret_cast<uint64_t>(buffer.data()) + size;
    checker.arrays().add({begin, begin + size, "buffer", true});
    uint64_t pointer = begin;
    void* arguments[] = {&pointer};
    const Launch launch{.kernel = *object_->kernel("k"),
                        .program = *program_,
                        .grid = {workgroups, 1, 1},
                        .block = {threads, 1, 1},
                        .arguments = arguments,
                        .seed = seed};
    try {
      amd::run(launch, memory_, &checker);
    } catch (const Fault& fault) {
      why = fault.what();
    }
    return checker.findings();
  }

  static constexpr uint64_t size = 1024;
  std::vector<uint32_t> buffer;  // after the first guard zone: of `size` bytes
  std::string why;               // a fault's sentence

 private:
  std::string elf_;
  std::unique_ptr<CodeObject> object_;
  std::unique_ptr<Program> program_;
  Memory memory_;
};

}  // namespace hippuzzle::amd
