// The commands of hippuzzle, in the order in which help lists them. Each has a source of its own
// here: its options and its action.
#pragma once

#include "cli/args/command.hpp"
#include "cli/args/global_options.hpp"

namespace hippuzzle::commands {

// Adds a command's options and its action. The globals live until the action has run.
using Add = void(Command command, const GlobalOptions& globals);

Add add_bench, add_book, add_cc, add_check, add_completion, add_devices, add_explain, add_grade,
    add_help, add_hint, add_init, add_layout, add_lint, add_list, add_man_pages, add_merge, add_new,
    add_occupancy, add_progress, add_record_findings, add_record_mistakes, add_report, add_reset,
    add_roofline, add_run, add_show, add_show_asm, add_solution, add_start, add_studio, add_trace,
    add_watch;

// The parser reads the words after a command's name, or the command gets them as the user typed
// them.
enum class Arguments { parsed, as_typed };

struct CommandEntry {
  const char* name;
  const char* summary;
  const char* heading;  // that help lists it under; "" hides it
  Add* add;             // called when the parser meets the command
  Arguments arguments = Arguments::parsed;
};

inline constexpr const char* tools = "Commands";
inline constexpr const char* learning = "Working through the puzzles";
inline constexpr const char* hidden = "";

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
    {"show-asm", "Show machine code beside its source lines", tools, add_show_asm},
    {"check", "Find what a right answer hides: races, bounds, …", tools, add_check},
    {"trace", "Show what a block does between its barriers", tools, add_trace},
    {"cc", "Compile a HIP program for the CPU, as hipcc does", tools, add_cc, Arguments::as_typed},
    {"layout", "Show a layout, shape:stride, as a table", tools, add_layout},
    {"record-mistakes", "Record the results of wrong kernels", hidden, add_record_mistakes},
    {"record-findings", "Record the findings in wrong kernels", hidden, add_record_findings},
    {"init", "Make a workspace, a folder to solve puzzles in", learning, add_init},
    {"start", "Put a puzzle's file into the workspace", learning, add_start},
    {"show", "Read a puzzle's lesson", learning, add_show},
    {"watch", "Run a puzzle at every save", learning, add_watch},
    {"studio", "Lesson, editor and verdict in a browser page", learning, add_studio},
    {"explain", "Explain a word: a finding, a column, a unit", learning, add_explain},
    {"hint", "Get the next hint for a puzzle", learning, add_hint},
    {"progress", "List passed and open puzzles", learning, add_progress},
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

// `hippuzzle bench compare`.
void add_bench_compare(Command command);

}  // namespace hippuzzle::commands
