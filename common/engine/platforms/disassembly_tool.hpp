// The program that disassembles a platform's machine code.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/platforms/platforms.hpp"

namespace hippuzzle {

struct Disassembler {
  const char* name;
  std::optional<std::filesystem::path> (*find)();
  std::vector<const char*> options;  // before the file's name
  const char* missing;               // the sentence where it is not found
};

Disassembler disassembler_of(const Platform& platform);

}  // namespace hippuzzle
