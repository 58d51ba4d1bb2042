// A child process, its output kept together: a compiler, or hippuzzle itself under `watch`.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/files/file_descriptor.hpp"

namespace hippuzzle {

class Process {
 public:
  // The use of its standard error: part of its output, or nothing.
  enum class Errors { kept, dropped };

  // The channel of the output. A pipe can be opened by the name of its descriptor: a compiler whose
  // input says so reads what it writes itself, and waits for ever. A socket cannot. In a dialogue
  // the socket is the standard input, too.
  enum class Output { pipe, socket, dialogue };

  // Starts arguments[0], looked for on PATH, with standard input empty but for a dialogue, in a
  // process group of its own, and with "NAME=value" entries added to its environment. A program
  // that cannot be run ends with status 127. Throws std::system_error.
  explicit Process(const std::vector<std::string>& arguments,
                   const std::vector<std::string>& environment = {}, Errors errors = Errors::kept,
                   Output output = Output::pipe);

  // Ends the whole group if it still runs. It also ends with this process, however that ends.
  ~Process();
  Process(Process&& other) noexcept;
  Process& operator=(Process&&) = delete;

  // Whether a child of this process is one of these, and not a stranger that was left to it. To be
  // asked by a thread that makes none meanwhile.
  static bool is_one(pid_t child);

  // Readable when there is output, and at its end.
  int output() const { return output_.get(); }

  // Sends a text to the standard input of a dialogue; false when the process does not take it.
  bool write(std::string_view text);

  // The next part of its output; "" at its end.
  std::string read();

  // Reads the rest, waits for the end and returns the exit status, 128 + N for signal N.
  int wait(std::string& rest);

  // The same; but when the process has not ended in time, or has printed more than so many bytes,
  // ends the whole group and returns nullopt. While it waits for a processor the limit is one of
  // computing (support/process/deadline.hpp).
  std::optional<int> wait_for(std::chrono::milliseconds limit, std::string& rest,
                              size_t most = ~size_t{0});

 private:
  std::optional<int> reap(int options);

  pid_t id_;  // -1 once it is reaped
  FileDescriptor output_;
};

}  // namespace hippuzzle
