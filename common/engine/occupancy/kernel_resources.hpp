// Resources of a multiprocessor that compiled kernels need, as the compilers wrote them into a
// module's code objects. Nothing is run, and no GPU or vendor's tool is needed.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace hippuzzle {

struct KernelResources {
  std::string target = {};        // "sm_90", "gfx90a"
  std::string name = {};          // mangled
  unsigned registers = 0;         // of a thread, 32 bits each; AMD's vector registers of both kinds
  unsigned accumulators = 0;      // of these, AMD only: for matrix instructions (AGPRs)
  unsigned scalar_registers = 0;  // of a wavefront, AMD only
  unsigned shared_bytes = 0;      // of a block, without the part that a launch adds
  unsigned barriers = 0;          // of a block, NVIDIA only: those it may name
  unsigned most_threads = 0;      // of a block it was compiled for; 0 where that was not said
  unsigned warp_size = 0;         // lanes that it was compiled for; 0 where that was not said
  unsigned vgpr_spills = 0, sgpr_spills = 0;  // AMD only
  unsigned scratch_bytes = 0;                 // of a thread, fixed part; AMD only
  bool has_matrix_instructions = false;       // AMD only: MFMA, which work in accumulators
  bool dynamic_stack = false;                 // AMD only
  bool prints = false;                        // AMD only: it may call printf
};

// The machine code of one source for one target: an ELF file in the module.
struct CodeObject {
  std::string target;      // "sm_90", "gfx90a"
  std::string_view bytes;  // in the module's
};

// The code objects of a section .nv_fatbin (nvcc's) or .hip_fatbin (hipcc's), in file order. Throws
// Error(load_failed), naming the file, when it is no ELF file or holds none that can be read.
// bytes: the module's, which the result refers to.
std::vector<CodeObject> code_objects(std::string_view bytes, const std::filesystem::path& module);

// Every kernel of every code object in the module, in file order: of a section .nv_fatbin (nvcc's)
// or .hip_fatbin (hipcc's). Throws Error(load_failed), naming the file, when it is not an ELF file
// or holds no code object that can be read.
std::vector<KernelResources> read_kernel_resources(const std::filesystem::path& module);

// The same of those sections' bytes; throw std::runtime_error.
std::vector<KernelResources> kernels_of_nvidia(std::string_view fatbin);
std::vector<KernelResources> kernels_of_amd(std::string_view fatbin);
std::vector<CodeObject> code_objects_of_nvidia(std::string_view fatbin);
std::vector<CodeObject> code_objects_of_amd(std::string_view fatbin);

}  // namespace hippuzzle
