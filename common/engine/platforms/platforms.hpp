// A platform that kernels run on: all that host code knows of it before its device runtime is
// opened. Each platform has a source of its own here; elsewhere nothing compares a platform's name.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hippuzzle {

// A program that reads a GPU's counters, and where it is looked for.
struct ProfilerTool {
  const char* name;
  std::optional<std::filesystem::path> (*find)(const std::string& name);
};

// The way in which the platform's kernels are checked.
enum class CheckedBy {
  compiler,   // it compiles the checker's calls into a module of its own
  sanitizer,  // a tool watches the device
  emulator,   // the emulated device checks the machine code that it runs
};

struct Platform {
  // The word of --backend; also the folder of the platform's modules, and the name in their notes.
  const char* name;

  const char* compiler;  // of its kernels
  CheckedBy checked_by;
  bool is_simulated = false;  // its devices are this machine's processors: their times say nothing
                              // about a GPU

  // The reason why this machine cannot have a device, from device nodes alone (no GPU runtime is
  // loaded); nullopt when it may have one.
  std::optional<std::string> (*missing_hardware)();

  // The architectures of this machine's devices, if device nodes name them: "gfx1100".
  std::vector<std::string> (*architectures_here)() = [] { return std::vector<std::string>(); };

  // The architectures that a module's bytes hold code for; none if the bytes do not show it. Null
  // where the device runtime answers this when it opens the module.
  std::vector<std::string> (*architectures_in)(std::string_view module) = nullptr;

  // The prefix of its devices' architectures, and CMake's option that lists the ones modules are
  // built for. Null where a module serves every device.
  const char* architecture_prefix = nullptr;
  const char* architectures_option = nullptr;
  bool option_omits_prefix = false;

  // The lanes of a warp of its devices.
  uint32_t (*warp_lanes)(std::string_view architecture) = [](std::string_view) { return 32u; };

  const char* emulator = nullptr;  // the shipped library that stands in for its runtime

  std::vector<const char*> libraries = {};  // that its kernels are measured against

  std::vector<ProfilerTool> profilers = {};  // the first that is found is used
  const char* missing_profiler = nullptr;    // the sentence where none is found
  bool profilers_are_untried = false;        // written after their documentation, never run

  // "HIPPUZZLE_CUDA_ARCHITECTURES=90" of "sm_90", for a sentence.
  std::string build_option(std::string_view architecture) const;
};

// The platforms in the order in which `--backend auto` tries them. The last one always has
// a device.
std::span<const Platform> platforms();

// Null for any other word, "auto" among them.
const Platform* find_platform(std::string_view name);

// The platform that every machine has, whose kernels the checker and traces run on.
const Platform& cpu_platform();

// The platform whose devices can be emulated.
const Platform& emulated_platform();

// The GPU platform of an architecture: "sm_90", "gfx90a".
const Platform& platform_of(std::string_view architecture);

// Whether it is the name of a platform with simulated devices.
bool is_simulated(std::string_view platform);

// The words of --backend: "auto" and the platforms, the CPU's first.
std::vector<std::string> backend_words();

// For sentences: "cpu, nvidia or amd".
std::string platform_words();

}  // namespace hippuzzle
