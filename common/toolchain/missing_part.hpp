// A part of a toolchain that is not on this machine, found in a message of the compiler or the
// linker: a header, a program of the compiler's own, a library. Such an error is not the fault of
// the kernels' author.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace hippuzzle {

// "hip/hip_runtime_api.h is missing; install HIP's headers (Debian and Ubuntu: libamdhip64-dev)";
// nothing where the output has another reason. A header that the kernels' own files include is
// theirs to find, unless every kernel includes it. output: of g++, clang, nvcc or ld, without
// colours or with them.
std::optional<std::string> missing_part(const std::string& output,
                                        const std::filesystem::path& kernels);

// The same where users bring more than a file of kernels. is_users(name, line): whether the user
// wrote the line's #include or asked for the library of that name, so that it is not the
// toolchain's.
using IsUsers = std::function<bool(const std::string& name, const std::string& line)>;
std::optional<std::string> missing_part(const std::string& output, const IsUsers& is_users);

}  // namespace hippuzzle
