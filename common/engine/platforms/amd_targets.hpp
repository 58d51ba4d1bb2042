// The AMD GPUs that a module holds code for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hippuzzle {

// "gfx90a" of each code object for an AMD GPU in a module's bytes, once each, sorted: clang's
// offload bundler names them "hipv4-amdgcn-amd-amdhsa--gfx90a". None in a compressed bundle.
std::vector<std::string> amd_targets_in(std::string_view module);

}  // namespace hippuzzle
