// Standard input as single keys: no echo, no waiting for a line. Ctrl-C and Ctrl-Z stay signals.
#pragma once

#include <termios.h>

namespace hippuzzle {

// At most one exists at a time. The destructor restores the terminal, and so does a crash of this
// process; the owner catches other signals (RawTerminal is made for a loop with a signalfd).
class RawTerminal {
 public:
  // Does nothing at all when standard input is no terminal.
  RawTerminal();
  ~RawTerminal();
  RawTerminal(const RawTerminal&) = delete;
  RawTerminal& operator=(const RawTerminal&) = delete;

  bool is_terminal() const { return is_terminal_; }

  // Restores the terminal while this process is stopped (Ctrl-Z).
  void suspend();
  void resume();

 private:
  bool is_terminal_;
  termios keys_ = {};
};

}  // namespace hippuzzle
