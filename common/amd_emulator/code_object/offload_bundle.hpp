// The fat binary that hipcc puts into a module: a code object for each target. Source: Clang,
// Offload Bundler.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hippuzzle::amd {

struct BundleEntry {
  std::string target;  // "gfx90a"
  std::string_view elf;
};

// The entries in the bundle's order; the host's is left out. Throws Fault(not_loadable). bundle:
// uncompressed; further bytes may follow it.
std::vector<BundleEntry> entries_of(std::string_view bundle);

// The same of a bundle of unknown length in this process's memory, compressed or not. unpacked: has
// to live as long as the entries, which may lie in it.
std::vector<BundleEntry> entries_at(const void* bundle, std::string& unpacked);

}  // namespace hippuzzle::amd
