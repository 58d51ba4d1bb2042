// The loop of `hippuzzle watch`: waits for saves, keys, signals and the output of the running
// hippuzzle, in one place and on one thread.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/app/watch/watch_list.hpp"
#include "cli/args/global_options.hpp"
#include "cli/report/lessons/watch_text.hpp"
#include "cli/terminal/screen/raw_terminal.hpp"
#include "lessons/curriculum.hpp"
#include "lessons/file_watch.hpp"
#include "lessons/workspace.hpp"
#include "support/files/file_descriptor.hpp"
#include "support/process/process.hpp"

namespace hippuzzle {

struct WatchSettings {
  std::string first;                     // the puzzle to begin with
  std::vector<std::string> variants;     // of it; none for all
  std::vector<std::string> run_options;  // of each `hippuzzle <puzzle>`
  std::optional<double> next_after = 5;  // seconds from a pass to the next puzzle; never without
};

class WatchLoop {
 public:
  // Throws std::system_error.
  WatchLoop(const GlobalOptions& globals, Workspace workspace, WatchSettings settings);

  // Runs until q, the end of an input that is not a terminal, or a signal, which then ends this
  // process.
  void run();

 private:
  using Clock = std::chrono::steady_clock;

  static constexpr const char* erase_line = "\r\x1b[K";

  // The view on the screen; all but the run lead back to it.
  enum class View { run, list, keys, lesson };

  void open(const std::string& id, const std::string& note);
  void wait();
  int patience() const;
  void take_signals();
  void take_keys();
  void take_key(char key);
  void take_output();
  void start_run();
  void finish_run();
  void plan_to_move_on();
  void show(View view);
  void show_hint();
  void show_lesson();
  void show_list();
  bool take_key_of_list(char key);
  void go_to_next();
  void stop();

  // Functions that draw are in watch_screen.cpp, all but append().
  void redraw() const;
  void append(const std::string& text);
  void draw_status() const;
  std::string status() const;
  WatchedRun watched() const;
  std::string footer() const;
  std::string contents() const;
  std::string puzzle_title() const;

  const GlobalOptions& globals_;
  Workspace workspace_;
  WatchSettings settings_;
  FileDescriptor signals_;  // a signalfd; before the terminal, which is put back first
  RawTerminal terminal_;
  bool in_place_;  // the screen is cleared for each run

  std::optional<CoursePuzzle> puzzle_;
  std::optional<FileWatch> files_;
  std::optional<Process> running_;
  std::optional<Clock::time_point> run_at_;      // a save is waited out until then
  std::optional<Clock::time_point> move_on_at_;  // to the next puzzle
  Clock::time_point began_;                      // the run
  std::string next_;                             // id of the puzzle that n leads to; "" for none
  std::string next_title_;
  std::optional<int> last_exit_;  // of the last run that was not cut short
  std::string body_;              // of the run; shown above the footer
  bool has_output_ = false;       // its kernels are compiled
  bool had_passed_ = false;       // before this run
  View view_ = View::run;
  std::optional<WatchList> list_;  // while it is shown
  bool input_ended_ = false;
  bool quit_ = false;
  int fatal_signal_ = 0;
};

}  // namespace hippuzzle
