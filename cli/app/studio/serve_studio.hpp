// `hippuzzle studio`: the server, from its start to its end.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cli/app/reentry/isolation.hpp"
#include "cli/app/studio/studio_task.hpp"
#include "cli/args/global_options.hpp"
#include "lessons/workspace.hpp"

namespace hippuzzle {

struct StudioSettings {
  std::string address = "127.0.0.1";         // "0.0.0.0": all of the machine's
  std::optional<int> port;                   // else the one of the workspace or the program
  std::chrono::milliseconds idle{1800'000};  // without a page before it ends
  bool is_read_only = false;
};

struct ProgramSettings {
  std::filesystem::path file;
  std::vector<std::string> flags;      // of the compiler
  std::vector<std::string> arguments;  // of the program
};

// isolation: of programs that read kernels, which the options confine. All serve until Ctrl-C or
// until nobody was there for the idle time, and print the address before. They throw
// Error(unsupported) without the library of the web server, Error(usage) when the port is taken.
void serve_puzzles(const GlobalOptions& globals, const Workspace& workspace,
                   const std::string& first, PuzzleOptions options,
                   std::optional<Isolation> isolation, const StudioSettings& settings);

// Throws Error(usage) for a file that cannot be read, too.
void serve_program(const GlobalOptions& globals, const ProgramSettings& program,
                   const StudioSettings& settings);

// Serves the page of a class's results. Throws Error(usage) for a file that holds none, too.
void serve_class(const GlobalOptions& globals, const std::vector<std::string>& files,
                 const StudioSettings& settings);

}  // namespace hippuzzle
