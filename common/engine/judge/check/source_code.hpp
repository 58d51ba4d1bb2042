// The structure of a kernel's source, as far as advice needs it: loops, functions and barriers by
// their lines. It is read from the text, so a macro that hides one of them is not seen.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace hippuzzle {

class SourceCode {
 public:
  explicit SourceCode(std::span<const std::string> lines);

  // Lines from `first` to `last`, both among them; lines count from 1.
  struct Range {
    int first = 0, last = 0;

    bool has(int line) const { return first <= line && line <= last; }
  };

  // The innermost loop with both lines; first is 0 where there is none.
  Range loop_around(int line, int other) const;

  // Both lines belong to the body of one function.
  bool is_one_function(int line, int other) const;

  // Whether one of these lines has a barrier of a block.
  bool has_barrier(Range lines) const;

  // The line without comments and quoted text.
  std::string line(int number) const;

 private:
  void find_functions();
  void find_loops();
  size_t end_of_statement(size_t begin) const;
  size_t matching(size_t opening) const;
  int line_of(size_t offset) const;

  std::string code_;            // comments, quotes and preprocessor lines are blanks
  std::vector<size_t> begins_;  // of the lines, in code_
  std::vector<Range> loops_, functions_;
};

// An assignment, x[i] += y, as a line's text has it.
struct Assignment {
  std::string base;          // "x"
  std::string element;       // "x[i]", without blanks
  bool is_compound = false;  // of +=, ++ and their like
  std::string value;         // the right-hand side

  // The value reads the element itself, as in x[0] = max(x[0], y).
  bool reads_itself() const;
  // The value reads another element of the same base, as in x[i] += x[i + 1].
  bool reads_another() const;
};

// The first assignment of the line to a name that begins with `array`, or else the first one to
// an element; its base is "" where there is none.
Assignment assignment_in(const std::string& code, const std::string& array);

// The name whose element a line reads or writes, "from" of `to[i] = from[i - 1]`; "" where there is
// none, or more than one.
enum class Indexed { read, written };
std::string indexed_name(const std::string& code, Indexed how);

}  // namespace hippuzzle
