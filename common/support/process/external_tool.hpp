// Other projects' programs that hippuzzle starts: their paths, their output, and a folder for their
// reports.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace hippuzzle {

// The first executable file of that name in the folders of PATH, then in the others; nullopt when
// it is in none.
std::optional<std::filesystem::path> find_program(
    const std::string& name, const std::vector<std::filesystem::path>& others = {});

// The program on PATH, in $CUDA_PATH/bin or in /usr/local/cuda/bin; nullopt when it is in none.
std::optional<std::filesystem::path> find_cuda_tool(const std::string& name);

// The same with $ROCM_PATH/bin and /opt/rocm/bin.
std::optional<std::filesystem::path> find_rocm_tool(const std::string& name);

// The tool's answer on standard output when it is started with that option; options and names
// differ from version to version. A program that has not ended within the limit is ended, and its
// output so far is returned.
inline constexpr std::chrono::seconds answer_limit{30};
std::string output_of(const std::filesystem::path& program, const std::string& option,
                      std::chrono::milliseconds limit = answer_limit);

}  // namespace hippuzzle
