// A compiler's or linker's output, put where it belongs once it is whole: a program that is ended
// in between, and a full disk, leave the old file.
#pragma once

#include <filesystem>
#include <string>

#include "hip_cc/driver/removed_when_ended.hpp"

namespace hippuzzle::cc {

// Whether a file can take the place of what the path names: not of a device, as /dev/null.
bool can_be_replaced(const std::filesystem::path& path);

// `made` goes away. Throws std::system_error.
void put_in_place(const std::filesystem::path& made, const std::filesystem::path& path,
                  RemovedWhenEnded& ending);

// A sentence that ends in a line break where so little space is left there that compilers may have
// failed for want of it, which they do not always say; else "".
std::string little_room(const std::filesystem::path& folder);

}  // namespace hippuzzle::cc
