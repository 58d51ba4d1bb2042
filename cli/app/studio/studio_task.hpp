// The tasks of the studio and the command line of each: every task is a hippuzzle of its own.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace hippuzzle {

enum class StudioTask { run, check, trace, explain, counts, roofline, bench };

// The task of a word, "check"; nullopt for any other word.
std::optional<StudioTask> studio_task(const std::string& word);
std::string to_word(StudioTask task);

// Whether its result takes the place of the last verdict. Other tasks add to the verdict.
bool gives_verdict(StudioTask task);

struct StudioRequest {
  std::string puzzle;   // a catalog's id, or a program's name
  std::string variant;  // a flag of the puzzle; "" for all, or the only one
  StudioTask task = StudioTask::run;
  std::string detail;  // of roofline a device's name, of a program's trace "kernel:launch"
  int number = 0;      // given when it is taken
};

// The files that a task writes.
struct TaskFiles {
  std::filesystem::path results;   // an object on each line, sent as lines come
  std::filesystem::path document;  // one object, sent at the end
  std::filesystem::path page;      // HTML
};

using StudioCommand =
    std::function<std::vector<std::string>(const StudioRequest& request, const TaskFiles& files)>;

// Options of the hippuzzles that run a puzzle.
struct PuzzleOptions {
  std::vector<std::string> run;      // of `hippuzzle <puzzle>`
  std::vector<std::string> all;      // of check and trace, which take no backend here
  std::vector<std::string> measure;  // of bench, and of roofline without a device's name
};
StudioCommand puzzle_command(PuzzleOptions options);

// file: the source. flags: of the compiler. arguments: of the program. Throws Error(usage) for a
// task that programs do not have.
StudioCommand program_command(std::filesystem::path file, std::vector<std::string> flags,
                              std::vector<std::string> arguments);

}  // namespace hippuzzle
