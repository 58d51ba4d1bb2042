#include "cli/report/advice_text.hpp"

#include <fmt/format.h>

#include "cli/terminal/text/typed_command.hpp"

namespace hippuzzle {
namespace {

std::string words(const Advice& advice) {
  switch (advice.kind) {
    case Advice::allow_more_time:
      return "give it longer with --timeout";
    case Advice::allow_more_measuring:
      return "give it more with --budget";
    case Advice::choose_smaller_size:
      return "choose a smaller --size";
    case Advice::look_at_all_blocks:
      return "look at all blocks with --blocks 0";
    case Advice::leave_out_counters:
      return "leave out --measured for the other two models";
    case Advice::run_in_this_process:
      return "under a profiler use --in-process";
    case Advice::use_cpu:
      return "use --backend cpu";
    case Advice::list_puzzles:
      return "see `hippuzzle list`";
    case Advice::create_workspace:
      return "make one with `hippuzzle init`";
    case Advice::build_everything:
      return "`./dev build` builds all that is missing";
    case Advice::read_lesson:
      return fmt::format("`hippuzzle show {0}` is its lesson, `hippuzzle {0}` runs its kernels",
                         advice.puzzle);
  }
  return "";
}

}  // namespace

std::string in_words(const std::string& sentence, const std::optional<Advice>& advice) {
  if (!advice) return as_typed(sentence);
  const bool goes_on = sentence.find("; ") != std::string::npos;
  return as_typed(sentence + (goes_on ? ", or " : "; ") + words(*advice));
}

std::string in_words(const Error& error) { return in_words(error.what(), error.advice()); }

}  // namespace hippuzzle
