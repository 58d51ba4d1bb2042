// The commands of hippuzzle. Each source here is one: its options, and what it does with them. It
// returns its outcome and prints nothing itself; report/ has the words and the formats.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/args/command.hpp"
#include "cli/args/global_options.hpp"

namespace hippuzzle::commands {

// Adds a command's options and its action. The globals live until the action has run.
using Add = void(Command command, const GlobalOptions& globals);

Add add_list, add_devices, add_run, add_grade, add_merge, add_report, add_bench, add_roofline,
    add_occupancy, add_check, add_trace, add_cc, add_layout, add_record_mistakes,
    add_record_findings, add_init, add_start, add_show, add_watch, add_hint, add_progress,
    add_reset, add_solution, add_book, add_new, add_lint, add_completion, add_help, add_man_pages;

struct CommandEntry {
  const char* name;
  const char* summary;
  const char* heading;  // that help lists it under; "" hides it
  Add* add;
};

inline constexpr const char* tools = "Commands";
inline constexpr const char* learning = "Working through the puzzles";
inline constexpr const char* hidden = "";

// In the order in which help lists them.
inline constexpr CommandEntry all[] = {
    {"list", "List the puzzles, their variants and platforms", tools, add_list},
    {"devices", "List the platforms and devices of this machine", tools, add_devices},
    {"run", "Run all variants of the puzzles a pattern names", tools, add_run},
    {"grade", "Grade a class: one folder a student, confined", tools, add_grade},
    {"merge", "Join the results of several machines", tools, add_merge},
    {"report", "Make a page of results, for a browser", tools, add_report},
    {"bench", "Measure a puzzle's variants, correct first", tools, add_bench},
    {"roofline", "Measure a device's roofs and place kernels there", tools, add_roofline},
    {"occupancy", "Count the blocks that fit a multiprocessor", tools, add_occupancy},
    {"check", "Find what a right answer hides: races, bounds, …", tools, add_check},
    {"trace", "Show what a block does between its barriers", tools, add_trace},
    {"cc", "Compile a HIP program for the CPU, as hipcc does", tools, add_cc},
    {"layout", "Show a layout, shape:stride, as a table", tools, add_layout},
    {"record-mistakes", "Record what wrong kernels show", hidden, add_record_mistakes},
    {"record-findings", "Record what checks find in wrong kernels", hidden, add_record_findings},
    {"init", "Make a workspace, a folder to solve puzzles in", learning, add_init},
    {"start", "Put a puzzle's file into the workspace", learning, add_start},
    {"show", "Read a puzzle's lesson", learning, add_show},
    {"watch", "Run a puzzle at every save", learning, add_watch},
    {"hint", "Get the next hint for a puzzle", learning, add_hint},
    {"progress", "See what has passed and what has not", learning, add_progress},
    {"reset", "Restore a puzzle's stub and keep your file aside", learning, add_reset},
    {"solution", "Read the solution once yours passes", learning, add_solution},
    {"book", "Make pages of all lessons, for a browser", learning, add_book},
    {"new", "Make the folder of a new puzzle", tools, add_new},
    {"lint", "Check the shape of puzzles' folders", tools, add_lint},
    {"completion", "Print a shell's completion script", tools, add_completion},
    {"help", "Explain a command or a puzzle", tools, add_help},
    {"man-pages", "Write the manual's pages", hidden, add_man_pages},
};

// `hippuzzle p16 --tiled`: a hidden command for each puzzle that is found. A puzzle's judge module
// is opened, and its variants become flags, only when its command is used.
void add_puzzles(Command app, const GlobalOptions& globals);

// A puzzle may have a command's name. Whether the command line means the puzzle: it names one of
// its variants, and no other puzzle, `hippuzzle roofline --zip`. All of its variants are run by
// `hippuzzle run`.
bool means_puzzle(const std::string& name, const GlobalOptions& globals);

// `hippuzzle cc …` takes what a compiler takes, which this program's parser would misread: its
// words as they were typed; nullopt for any other command line, and where help is asked for.
std::optional<std::vector<std::string>> compiler_words(int argc, char** argv);
Outcome run_cc(const std::vector<std::string>& words, const GlobalOptions& globals);

// `hippuzzle bench compare`.
void add_bench_compare(Command command);

}  // namespace hippuzzle::commands
