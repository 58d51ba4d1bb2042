// Reads what the AMD compiler recorded about each kernel in a module: register spills and scratch.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

struct KernelResources {
  std::string target;  // "gfx90a"
  std::string name;
  unsigned vgpr_spills;
  unsigned sgpr_spills;
  unsigned scratch_bytes;  // per lane, fixed part
  bool dynamic_stack;
};

// Every kernel of every code object in the module's .hip_fatbin section, in file order. Throws
// std::runtime_error, naming the file, when it is not an ELF file or holds no readable code object.
std::vector<KernelResources> read_kernel_resources(const std::filesystem::path& module);
