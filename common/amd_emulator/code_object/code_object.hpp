// A code object for an AMD GPU, loaded as the GPU's loader would: segments at their distances from
// each other, relocations applied, its metadata about its kernels. Versions 3 to 5 of the format.
// Source: LLVM, User Guide for AMDGPU Backend, "Code Object".
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hippuzzle {
class ElfObject;
}

namespace hippuzzle::amd {

struct Argument {
  uint32_t offset = 0, size = 0;  // in the kernel's argument block, in bytes
  std::string kind;               // "by_value", "hidden_block_count_x"

  bool is_hidden() const { return kind.starts_with("hidden_"); }
};

struct Kernel {
  std::string name;                    // mangled
  uint64_t descriptor = 0, entry = 0;  // addresses
  uint32_t shared_bytes = 0;           // of LDS, without the part that a launch adds
  uint32_t private_bytes = 0;          // of a thread
  uint32_t argument_bytes = 0;
  uint32_t rsrc1 = 0, rsrc2 = 0, rsrc3 = 0, properties = 0;  // COMPUTE_PGM_RSRC1 and on
  unsigned warp_size = 64;
  unsigned most_threads = 1024;
  unsigned registers = 256, accumulators = 0;  // vector ones, of both kinds together; of these
  bool has_dynamic_stack = false;
  std::vector<Argument> arguments;
};

struct Function {
  uint64_t begin = 0, end = 0;  // addresses
  std::string name;
};

class CodeObject {
 public:
  // target: "gfx90a". Throws Fault(not_loadable).
  CodeObject(std::string_view elf, std::string target);
  ~CodeObject();
  CodeObject(const CodeObject&) = delete;
  CodeObject& operator=(const CodeObject&) = delete;

  const std::string& target() const { return target_; }
  uint64_t base() const { return base_; }
  uint64_t bytes() const { return bytes_; }

  // nullptr when it has none of that name.
  const Kernel* kernel(const std::string& name) const;
  // Begin and end of a __device__ or __constant__ variable.
  std::span<uint8_t> variable(const std::string& name) const;
  // The functions by their begin.
  const std::map<uint64_t, Function>& functions() const { return functions_; }

 private:
  void load(const ElfObject& elf);
  void relocate(const ElfObject& elf);
  void read_symbols(const ElfObject& elf);
  void read_metadata(const ElfObject& elf);
  void take_descriptor(Kernel& kernel) const;

  std::string target_;
  uint64_t base_ = 0, bytes_ = 0;
  std::map<std::string, uint64_t> descriptors_;  // address of "<kernel>.kd" by name
  std::map<std::string, Kernel> kernels_;
  std::map<std::string, std::span<uint8_t>> variables_;
  std::map<uint64_t, Function> functions_;
};

}  // namespace hippuzzle::amd
