// The commands of hippuzzle by name, in the order in which help lists them. Which of them can be
// used is up to a program: what it links adds them.
#pragma once

#include <span>

#include "cli/args/command.hpp"
#include "cli/args/global_options.hpp"

namespace hippuzzle::commands {

struct CommandEntry {
  const char* name;
  const char* summary;
  const char* heading;  // that help lists it under; "" hides it
};

inline constexpr const char* tools = "Commands";
inline constexpr const char* learning = "Working through the puzzles";
inline constexpr const char* hidden = "";

inline constexpr CommandEntry all[] = {
    {"list", "List the puzzles, their variants and platforms", tools},
    {"devices", "List the platforms and devices of this machine", tools},
    {"run", "Run all variants of the puzzles a pattern names", tools},
    {"grade", "Grade a class: one folder a student, confined", tools},
    {"merge", "Join the results of several machines", tools},
    {"report", "Make a page of results, for a browser", tools},
    {"bench", "Measure a puzzle's variants, correct first", tools},
    {"roofline", "Measure a device's roofs and place kernels there", tools},
    {"occupancy", "Count the blocks that fit a multiprocessor", tools},
    {"check", "Find what a right answer hides: races, bounds, …", tools},
    {"trace", "Show what a block does between its barriers", tools},
    {"cc", "Compile a HIP program for the CPU, as hipcc does", tools},
    {"layout", "Show a layout, shape:stride, as a table", tools},
    {"record-mistakes", "Record what wrong kernels show", hidden},
    {"record-findings", "Record what checks find in wrong kernels", hidden},
    {"init", "Make a workspace, a folder to solve puzzles in", learning},
    {"start", "Put a puzzle's file into the workspace", learning},
    {"show", "Read a puzzle's lesson", learning},
    {"watch", "Run a puzzle at every save", learning},
    {"hint", "Get the next hint for a puzzle", learning},
    {"progress", "See what has passed and what has not", learning},
    {"reset", "Restore a puzzle's stub and keep your file aside", learning},
    {"solution", "Read the solution once yours passes", learning},
    {"book", "Make pages of all lessons, for a browser", learning},
    {"new", "Make the folder of a new puzzle", tools},
    {"lint", "Check the shape of puzzles' folders", tools},
    {"completion", "Print a shell's completion script", tools},
    {"help", "Explain a command or a puzzle", tools},
    {"man-pages", "Write the manual's pages", hidden},
};

// Adds a command's options and its action. The globals live until the action has run.
using Add = void(Command command, const GlobalOptions& globals);

struct Adder {
  const char* name;
  Add* add;
};

// Adds the command by the adder of its name, whose options come when it is met. Without one it can
// be named, but says that it is not built, whatever stands behind it.
void add_command(Command app, const CommandEntry& entry, std::span<const Adder> adders,
                 const GlobalOptions& globals);

// "`hippuzzle bench` is not built yet; `./dev build` builds it"
Error not_built(const std::string& what);

}  // namespace hippuzzle::commands
