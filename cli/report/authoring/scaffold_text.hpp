// The text of `hippuzzle new` when the puzzle's folder is there: how to build and run it.
#pragma once

#include <filesystem>
#include <string>

#include "lessons/authoring/scaffold.hpp"

namespace hippuzzle {

// prefix: of this hippuzzle, installed or a build tree.
std::string scaffold_text(const Scaffold& scaffold, const std::string& id,
                          const std::filesystem::path& prefix);

}  // namespace hippuzzle
