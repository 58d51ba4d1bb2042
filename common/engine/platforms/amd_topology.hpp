// The AMD GPUs that the kernel knows, without a GPU runtime: the amdgpu driver writes a topology of
// nodes, processors and GPUs, and of each GPU the target that its code is compiled for.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace hippuzzle {

inline constexpr const char* amd_topology_folder = "/sys/class/kfd/kfd/topology";

// Each target once, in the order of the nodes: "gfx90a". Empty where there are processors only;
// nullopt where the topology cannot be read, as in some containers.
std::optional<std::vector<std::string>> amd_targets(
    const std::filesystem::path& topology = amd_topology_folder);

}  // namespace hippuzzle
