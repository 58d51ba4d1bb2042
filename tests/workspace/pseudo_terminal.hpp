// A program on a terminal of its own, driven as a person would: read the screen, press keys,
// resize.
#pragma once

#include <sys/types.h>
#include <termios.h>

#include <string>
#include <vector>

namespace hippuzzle::testing {

// Why pseudo-terminals are missing here (a container may have none); "" when they are not.
std::string no_pseudo_terminals();

class PseudoTerminal {
 public:
  // Starts arguments[0] with the terminal as its standard input, output and error.
  PseudoTerminal(const std::vector<std::string>& arguments, const std::string& folder);
  ~PseudoTerminal();  // ends the program if it still runs
  PseudoTerminal(const PseudoTerminal&) = delete;
  PseudoTerminal& operator=(const PseudoTerminal&) = delete;

  // Reads until the text appears after the text that was expected last; the test fails after half a
  // minute without it.
  void expect(const std::string& text);

  void press(const std::string& keys);
  void resize(unsigned short columns, unsigned short rows);

  // All output since the last call of expect() ended, up to the text that it found.
  const std::string& shown() const { return shown_; }

  // The wait status of the program, once it has ended; all its output is read.
  int wait();

  // The terminal's settings now.
  termios settings() const;

  pid_t program() const { return program_; }

 private:
  int terminal_ = -1;
  pid_t program_ = -1;
  std::string unread_;
  std::string shown_;
};

}  // namespace hippuzzle::testing
