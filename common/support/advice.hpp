// Advice against a failure, as data: nothing below the command line knows flags or commands, so it
// is the command line that puts advice into words.
#pragma once

#include <string>

namespace hippuzzle {

struct Advice {
  enum class Kind {
    allow_more_time,
    allow_more_measuring,
    choose_smaller_size,
    look_at_all_blocks,
    leave_out_counters,
    run_in_this_process,
    use_cpu,
    list_puzzles,
    create_workspace,
    build_everything,
    read_lesson  // of `puzzle`, and run its kernels
  };
  using enum Kind;

  Kind kind = allow_more_time;
  std::string puzzle = "";

  bool operator==(const Advice&) const = default;
};

}  // namespace hippuzzle
