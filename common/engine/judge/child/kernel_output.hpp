// The output of a runner's kernels, on its way to the user.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace hippuzzle {

// Copies a pipe's text to standard error, 64 KiB at most. If a kernel prints in an endless loop,
// the rest is read and dropped, with one message, because a log would fill the disk. A stranger's
// output comes in whole lines without control bytes, each after the stranger's name.
class KernelOutput {
 public:
  // stranger: "" for the user's own kernels. before: called before each part that is shown.
  explicit KernelOutput(std::string stranger = "", std::function<void()> before = {});
  KernelOutput(const KernelOutput&) = delete;
  KernelOutput& operator=(const KernelOutput&) = delete;
  ~KernelOutput();  // ends the last line, so that later output begins a new line

  // Takes a part of the available output. Returns false at the pipe's end.
  bool pass_on(int pipe);

  // Takes the rest once the process has ended. A descendant of it may still hold the pipe and write
  // on and on; a pipe's worth is all that the process itself can have left.
  void drain(int pipe);

 private:
  void take(std::string_view text);
  void end_line();

  std::string start_;  // of each line
  std::string line_;   // a stranger's, until it ends
  std::function<void()> before_;
  size_t read_ = 0;
  bool is_within_line_ = false;  // the output shown so far does not end with a line break
};

}  // namespace hippuzzle
