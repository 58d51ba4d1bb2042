// The commands of the first hours: puzzles run and checked, lessons read, a workspace kept. Each
// source here is one: its options, and what it does with them. It returns its outcome and prints
// nothing itself; report/ has the words and the formats.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "cli/app/run/check_run.hpp"
#include "cli/commands/command_entries.hpp"
#include "cli/report/verdict/findings/findings.hpp"

namespace hippuzzle {
class Curriculum;
class Lesson;
struct ListedPuzzle;
struct PlatformDescription;
}  // namespace hippuzzle

namespace hippuzzle::commands {

Add add_list, add_devices, add_check, add_init, add_start, add_show, add_watch, add_hint,
    add_progress, add_reset, add_solution, add_help;

inline constexpr Adder learning_commands[] = {
    {"list", add_list},   {"devices", add_devices},   {"check", add_check},
    {"init", add_init},   {"start", add_start},       {"show", add_show},
    {"watch", add_watch}, {"hint", add_hint},         {"progress", add_progress},
    {"reset", add_reset}, {"solution", add_solution}, {"help", add_help},
};

// `hippuzzle p16 --tiled`: a hidden command for each puzzle that is found. A puzzle's judge module
// is opened, and its variants become flags, only when its command is used.
void add_puzzles(Command app, const GlobalOptions& globals);

// A puzzle may have a command's name. Whether the command line means the puzzle: it names one of
// its variants, and no other puzzle, `hippuzzle roofline --zip`. All of its variants are run by
// `hippuzzle run`.
bool means_puzzle(const std::string& name, const GlobalOptions& globals);

// The views of races for `hippuzzle check --explain`: how they are explained, and shown as a trace
// shows them. Defined by each program, as not all link engine/judge/races and the trace.
struct RaceViews {
  ExplainRaces* explain;
  ExplainedText* text;
  void (*write_page)(const ExplainedRace& race, const std::string& file);
};
RaceViews race_views();

// Results for other programs, by --json and --sarif. words: of the command and its option, for who
// has none. Defined by each program, as not all link the documents.
struct Documents {
  std::unique_ptr<Report> (*verdicts)();
  std::unique_ptr<Report> (*sarif)();
  std::string (*devices)(const std::vector<PlatformDescription>& platforms);
  std::string (*list)(const std::vector<ListedPuzzle>& puzzles);
  std::string (*progress)(const Curriculum& curriculum);
};
Documents documents(const std::string& words);

// A device's data sheet, for the remarks of `hippuzzle check`. Throws Error(usage) with the names
// that there are. Defined by each program, as not all link rooflines.
MemoryRates memory_rates(const SearchPath& search_path, const std::string& device);

// Writes the lesson's page into the folder and returns its path, for `hippuzzle show --web`.
// Defined by each program, as not all link the book.
std::filesystem::path write_lesson_page(const Lesson& lesson, const std::filesystem::path& folder,
                                        const GlobalOptions& globals);

}  // namespace hippuzzle::commands
