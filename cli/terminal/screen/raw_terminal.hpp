// Standard input as single keys: no echo, no waiting for a line. Ctrl-C and Ctrl-Z stay signals.
#pragma once

#include <termios.h>

#include <string>
#include <string_view>

namespace hippuzzle {

// The names of Enter, Escape and two arrows among key_presses(); the arrows also stand for Ctrl-P
// and Ctrl-N.
inline constexpr char enter_key = '\n';
inline constexpr char escape_key = '\x1b';
inline constexpr char up_key = '\x10';
inline constexpr char down_key = '\x0e';

// The keys in a terminal's input. Only the escape sequences of the two arrows count: the letters of
// "ESC [ H" are not key presses.
std::string key_presses(std::string_view sent);

// A terminal in raw mode; at most one exists at a time. The destructor restores the terminal, and
// so does a crash of this process; the owner catches other signals (RawTerminal is made for a loop
// with a signalfd).
class RawTerminal {
 public:
  // Does nothing at all when standard input is not a terminal.
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
