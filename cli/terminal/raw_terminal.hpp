// Standard input as single keys: no echo, no waiting for a line. Ctrl-C and Ctrl-Z stay signals.
#pragma once

#include <termios.h>

namespace hippuzzle {

// At most one at a time. The terminal is put back on destruction and when this process crashes;
// other signals are the owner's to catch (RawTerminal is made for a loop with a signalfd).
class RawTerminal {
 public:
  // Does nothing at all when standard input is no terminal.
  RawTerminal();
  ~RawTerminal();
  RawTerminal(const RawTerminal&) = delete;
  RawTerminal& operator=(const RawTerminal&) = delete;

  bool is_terminal() const { return is_terminal_; }

  // For the time that this process is stopped.
  void suspend();
  void resume();

 private:
  bool is_terminal_;
  termios keys_ = {};
};

}  // namespace hippuzzle
