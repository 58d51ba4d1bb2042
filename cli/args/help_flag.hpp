// The flag that every command has.
#pragma once

#include <CLI/CLI.hpp>

namespace hippuzzle {

inline void add_help_flag(CLI::App& command) {
  command.set_help_flag("-h,--help", "Print this help message and exit");
}

}  // namespace hippuzzle
