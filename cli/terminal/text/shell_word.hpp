// A word as a POSIX shell takes it for one: quoted where it must be.
#pragma once

#include <string>

namespace hippuzzle {

std::string shell_word(const std::string& word);

}  // namespace hippuzzle
