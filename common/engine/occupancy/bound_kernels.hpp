// The kernels that a variant launches, read from the module's host code.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace hippuzzle {

// Selects the `kernels`, mangled names, that the variant's launch function refers to, itself or
// through functions that it refers to: all that it may launch, whatever decides. All of them where
// that cannot be told: another processor than x86-64, or a module without its symbol table. Throws
// Error(load_failed) when the file is not a kernel module, or does not bind the variant.
std::vector<std::string> launched_kernels(const std::filesystem::path& module,
                                          const std::string& variant,
                                          const std::vector<std::string>& kernels);

}  // namespace hippuzzle
