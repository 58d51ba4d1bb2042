// The loop behind `hippuzzle watch`: waits for saves, keys, signals and the output of the running
// hippuzzle, in one place and on one thread.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/args/global_options.hpp"
#include "cli/terminal/raw_terminal.hpp"
#include "engine/support/file_descriptor.hpp"
#include "engine/support/process.hpp"
#include "workspace/curriculum.hpp"
#include "workspace/file_watch.hpp"
#include "workspace/workspace.hpp"

namespace hippuzzle {

class WatchLoop {
 public:
  // first: the puzzle to begin with. run_options: of each `hippuzzle <puzzle>`; variants among them
  // hold for the first puzzle only. Throws std::system_error.
  WatchLoop(const GlobalOptions& globals, Workspace workspace, const std::string& first,
            std::vector<std::string> variants, std::vector<std::string> run_options);

  // Until q, the end of an input that is no terminal, or a signal, which then ends this process.
  void run();

 private:
  using Clock = std::chrono::steady_clock;

  void open(const std::string& id);
  void wait();
  void take_signals();
  void take_keys();
  void take_key(char key);
  void take_output();
  std::vector<std::string> variants_to_run() const;
  void start_run();
  void finish_run();
  void show_hint();
  void show_list();
  void go_to_next();
  void stop();

  void redraw() const;
  void append(const std::string& text);
  std::string footer() const;
  std::string list() const;
  std::string puzzle_title() const;

  const GlobalOptions& globals_;
  Workspace workspace_;
  std::vector<std::string> variants_;
  std::vector<std::string> run_options_;
  FileDescriptor signals_;  // a signalfd; before the terminal, which is put back first
  RawTerminal terminal_;
  bool in_place_;  // the screen is cleared for each run

  std::optional<CoursePuzzle> puzzle_;
  std::optional<FileWatch> files_;
  std::optional<Process> running_;
  std::optional<Clock::time_point> run_at_;  // a save is waited out until then
  std::optional<int> last_exit_;             // of the last run that was not cut short
  std::string body_;                         // of the run; shown above the footer
  bool list_shown_ = false;                  // in its place
  bool input_ended_ = false;
  bool quit_ = false;
  int fatal_signal_ = 0;
};

}  // namespace hippuzzle
