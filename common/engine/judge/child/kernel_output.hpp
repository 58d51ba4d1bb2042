// The output of a runner's kernels, on its way to the user.
#pragma once

#include <cstddef>

namespace hippuzzle {

// Called before each part that is shown: a progress bar makes room.
inline void (*before_kernel_output)() = [] {};

// Passes on to standard error what comes out of a pipe, 64 KiB at most. Of a kernel that prints in
// a loop without end the rest is read and left out, which is said once: a log would fill the disk.
class KernelOutput {
 public:
  KernelOutput() = default;
  KernelOutput(const KernelOutput&) = delete;
  KernelOutput& operator=(const KernelOutput&) = delete;
  ~KernelOutput();  // ends the last line, so that what follows begins one

  // Takes a part of what is there. Returns false at the pipe's end.
  bool pass_on(int pipe);

  // Takes the rest once the process has ended. A descendant of it may still hold the pipe and write
  // on and on; a pipe's worth is all that the process itself can have left.
  void drain(int pipe);

 private:
  size_t read_ = 0;
  bool is_within_line_ = false;  // what was shown does not end with a line break
};

}  // namespace hippuzzle
