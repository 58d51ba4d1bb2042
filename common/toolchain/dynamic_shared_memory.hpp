// `extern __shared__ T s[]` on the CPU platform: thread-local memory that a kernel declares and
// nobody defines, because its length is known at the launch only.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace hippuzzle {

// Names of the thread-local symbols that an object (64-bit ELF, of this machine) uses without
// defining them, the standard library's apart. Throws std::runtime_error when the file is not such
// an object.
std::vector<std::string> undefined_thread_locals(const std::filesystem::path& object);

// Names of the thread-local symbols that a shared library exports. Throws as above.
std::set<std::string> exported_thread_locals(const std::filesystem::path& library);

// Assembly that defines all names at one address, the start of 64 KiB, the most dynamic shared
// memory that a block can have.
std::string define_dynamic_shared(const std::vector<std::string>& names);

}  // namespace hippuzzle
