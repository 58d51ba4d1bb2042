// The options of a checked program, key=value with colons between: the options that `hippuzzle cc`
// was given when it linked the program, and over them the options in HIPPUZZLE_CHECK.
//   blocks=64          check at most so many blocks of a launch, spread over the grid
//   max_findings=20    report at most so many
//   schedules=3        orders in which launches run whose result may depend on it
//   seed=1             of the shuffled orders
//   max_steps=1000000  basic blocks that a thread may run through
//   format=json        text, json, sarif
//   log_path=FILE      instead of standard error
//   suppressions=FILE  findings that are suppressed
//   counts=1           report for each kernel its accesses to memory
//   leaks=1            list the arrays that are never freed
//   verbose=1          report lines of that file that suppressed nothing
//   trace=kernel:3     show the work of a block in this kernel's third launch; without a number the
//                      first. A kernel's name may have colons
//   block=1,0          of the trace, x,y,z; 0,0,0 if it is not named
//   thread=4           of the block, to be shown alone
//   html=FILE          write the trace as a page there
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace hippuzzle::program {

// One sentence on standard error; the program ends with 2.
[[noreturn]] void refuse(const std::string& sentence);

struct TraceOption {
  std::string kernel;
  uint64_t number = 1;  // of its launches, from 1 on
  uint32_t block[3] = {}, thread[3] = {};
};

class Options {
 public:
  // Refuses unknown options and invalid values.
  Options();

  const std::string& text(const char* name) const { return values_.at(name); }
  uint64_t number(const char* name) const;
  bool are_for_programs() const { return text("format") != "text"; }  // who read a document
  const std::map<std::string, std::string>& all() const { return values_; }

  // The values of trace, block and thread.
  TraceOption trace() const;

 private:
  void read(const char* text);
  void refuse_what_no_trace_has() const;

  std::map<std::string, std::string> values_ = {
      {"blocks", "0"},    {"max_findings", "20"}, {"max_steps", "0"}, {"format", "text"},
      {"log_path", ""},   {"suppressions", ""},   {"counts", "0"},    {"verbose", "0"},
      {"schedules", "3"}, {"seed", "1"},          {"trace", ""},      {"block", ""},
      {"thread", ""},     {"html", ""},           {"leaks", "0"}};
};

}  // namespace hippuzzle::program
