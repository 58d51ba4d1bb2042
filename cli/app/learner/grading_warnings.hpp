// Warnings of kernels that pass here, and that `hippuzzle grade` refuses or cannot verify.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>

namespace hippuzzle {

// Warns of the source's tokens and of functions that its module uses. needed: the functions that
// the shipped module uses. Returns whether `grade` refuses it.
bool warn_of_refusals(const std::filesystem::path& kernels, const std::filesystem::path& module,
                      const std::string& platform, const std::set<std::string>& needed);

// Warns of the module that is compiled for the check. `grade` has this module alone: without
// optimisation it uses more functions than the other one. shipped: the puzzle's own checked module.
void warn_of_checked_module(const std::filesystem::path& kernels,
                            const std::filesystem::path& module,
                            const std::optional<std::filesystem::path>& shipped,
                            const std::set<std::string>& needed);

}  // namespace hippuzzle
