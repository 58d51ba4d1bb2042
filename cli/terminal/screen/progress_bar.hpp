// A progress bar on standard error; nothing where that is not a terminal.
#pragma once

#include <chrono>
#include <string>

namespace hippuzzle {

class ProgressBar {
 public:
  ProgressBar();
  ~ProgressBar() { clear(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  // Redrawn when the step is new or some time has passed. fraction: in [0, 1].
  void show(const std::string& step, double fraction);

  // Shows a step whose length nobody knows, such as a compiler's, without a bar.
  void show(const std::string& step);

  // Takes the line away, before anything else is printed.
  void clear();

  // Clears the bar that is shown, if any: for code that prints and has no bar of its own.
  static void clear_shown();

 private:
  bool is_due(const std::string& step);  // false where the same step was drawn a moment ago
  void draw(const std::string& line);

  bool is_terminal_;
  bool is_shown_ = false;
  std::string step_;
  std::chrono::steady_clock::time_point drawn_;
};

}  // namespace hippuzzle
