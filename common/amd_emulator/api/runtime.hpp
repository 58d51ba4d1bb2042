// The state of this library's HIP functions: one device, its memory, and the modules that were
// registered with it. One for the process.
#pragma once

#include <hip/hip_runtime_api.h>

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "amd_emulator/check/wave_checker.hpp"
#include "amd_emulator/code_object/code_object.hpp"
#include "amd_emulator/decode/decoded_program.hpp"
#include "amd_emulator/dispatch/printer.hpp"
#include "amd_emulator/wave/fault.hpp"
#include "amd_emulator/wave/wave_memory.hpp"

namespace hippuzzle::amd {

// A fat binary; its code object for the device is loaded when a kernel of it is first asked for.
struct Module {
  const void* bundle = nullptr;
  std::string unpacked;  // its contents, if it is compressed
  std::string_view elf;  // of that code object, where the loader put the fat binary, or unpacked
  std::unique_ptr<CodeObject> object;
  std::unique_ptr<Program> program;
  bool was_loaded = false;
};

class Runtime {
 public:
  static Runtime& get();

  // Throws Fault(not_emulated).
  void use(const std::string& target, uint64_t seed);
  const std::string& target() const { return target_; }

  Module* add_module(const void* bundle);
  void remove_module(Module* module);
  void add_function(const void* host, Module* module, const std::string& name);
  void add_variable(const void* host, Module* module, const std::string& name, size_t bytes);

  // Memory of the device, or of the host that the device sees; nullptr when there is none left.
  void* allocate(size_t bytes);
  bool release(void* memory);  // false: it is none
  bool holds(const void* memory, size_t bytes) const;
  size_t free_bytes() const { return most_bytes - allocated_bytes_; }
  static constexpr size_t most_bytes = size_t{8} << 30;

  // The place of a kernel or variable; nullptr when nobody registered it, or there is no code for
  // the device. Throws Fault(not_loadable).
  struct Found {
    Module* module;
    const Kernel* kernel;
  };
  Found find_kernel(const void* host);
  std::span<uint8_t> find_variable(const void* host);

  hipError_t launch(const void* host, dim3 grid, dim3 block, void** arguments, size_t shared_bytes);

  // Keeps an error for hipGetLastError and returns it.
  hipError_t keep(hipError_t error);
  hipError_t last_error(bool clears);

  // The module in whose code an address lies; nullptr where it is in none.
  const Module* module_at(uint64_t address) const;

  std::optional<Checker> checker;  // of all launches, once somebody wants one
  std::string why;                 // of the last launch that failed
  bool not_emulated = false;
  uint64_t executed = 0;  // instructions
  std::mutex mutex;       // of all that is here; the functions above do not take it

 private:
  struct Named {
    Module* module;
    std::string name;
  };
  bool load(Module& module);
  hipError_t keep(const Fault& fault);

  std::string target_ = "gfx90a";
  uint64_t seed_ = 1;
  Memory memory_;
  std::map<void*, size_t> allocations_;  // bytes that are mapped
  size_t allocated_bytes_ = 0;
  std::vector<std::unique_ptr<Module>> modules_;
  std::map<const void*, Named> functions_, variables_;
  hipError_t last_error_ = hipSuccess;
  Printer printer_;
};

}  // namespace hippuzzle::amd
