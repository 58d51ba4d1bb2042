// The resources of one multiprocessor (AMD: compute unit, or work-group processor), by its vendor's
// documents.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/modules/search_path.hpp"

namespace hippuzzle {

struct Multiprocessor {
  std::string architecture;         // "sm_90", "gfx90a": whose code it runs
  std::string device;               // "NVIDIA H200"; its architecture where none was named
  std::string source;               // of the figures
  unsigned warp_size = 0;           // lanes
  unsigned warps = 0, blocks = 0;   // at a time
  unsigned barriers = 0;            // at a time; 0: they limit nothing
  unsigned single_warp_blocks = 0;  // blocks of one warp, where that is another number
  unsigned block_threads = 0;       // of a block at most
  unsigned partitions = 1;     // NVIDIA's sub-partitions, AMD's SIMDs: each has its share of warps
  unsigned registers = 0;      // of 32 bits
  unsigned register_unit = 0;  // allocated to a warp in multiples of
  unsigned thread_registers = 0;                   // of a thread at most
  unsigned scalar_registers = 0, scalar_unit = 0;  // likewise, of wavefronts; 0: they limit nothing
  unsigned shared_bytes = 0, shared_unit = 0;      // allocated to a block in multiples of
  unsigned reserved_bytes = 0;                     // of each block's shared memory, by the system
  unsigned block_shared_bytes = 0;                 // of a block at most, reserved ones aside
};

// The multiprocessor of an architecture, configs/multiprocessors/<name>.toml in the shipped data,
// or of a device whose file in configs/devices names its architecture. Throws Error(usage) with the
// names that there are, Error(load_failed) when a file is not as it should be.
Multiprocessor multiprocessor_of(const SearchPath& search_path, const std::string& name);

// Reads such an architecture's file, which has its name. Throws Error(load_failed).
Multiprocessor read_multiprocessor(const std::filesystem::path& file);

// The architectures that there are files of, sorted.
std::vector<std::string> known_architectures(const SearchPath& search_path);

// Whether code for the target runs on the architecture: "sm_80" does on "sm_86", not on "sm_90".
bool runs(const std::string& architecture, const std::string& target);

}  // namespace hippuzzle
