#include "cli/terminal/screen/raw_terminal.hpp"

#include <signal.h>
#include <unistd.h>

#include <array>

namespace hippuzzle {
namespace {

constexpr std::array crash_signals = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

termios as_found;  // a signal handler can reach nothing but statics

void put_back_and_die(int signal_number) {
  tcsetattr(STDIN_FILENO, TCSANOW, &as_found);
  raise(signal_number);  // SA_RESETHAND: this time it is fatal
}

}  // namespace

std::string key_presses(std::string_view sent) {
  std::string keys;
  for (size_t i = 0; i < sent.size(); ++i) {
    if (sent[i] != '\x1b') {
      keys += sent[i] == '\r' ? enter_key : sent[i];
      continue;
    }
    if (i + 1 == sent.size()) keys += escape_key;
    if (++i < sent.size() && (sent[i] == '[' || sent[i] == 'O')) {
      for (++i; i < sent.size() && (sent[i] < '@' || sent[i] > '~'); ++i) {
      }
      if (i < sent.size() && sent[i] == 'A') keys += up_key;
      if (i < sent.size() && sent[i] == 'B') keys += down_key;
    }
  }
  return keys;
}

RawTerminal::RawTerminal() : is_terminal_(tcgetattr(STDIN_FILENO, &as_found) == 0) {
  if (!is_terminal_) return;
  keys_ = as_found;
  keys_.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
  keys_.c_cc[VMIN] = 1;
  keys_.c_cc[VTIME] = 0;
  struct sigaction action = {};
  action.sa_handler = put_back_and_die;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (const int crash : crash_signals) sigaction(crash, &action, nullptr);
  resume();
}

RawTerminal::~RawTerminal() {
  if (!is_terminal_) return;
  suspend();
  for (const int crash : crash_signals) signal(crash, SIG_DFL);
}

void RawTerminal::suspend() {
  if (is_terminal_) tcsetattr(STDIN_FILENO, TCSANOW, &as_found);
}

void RawTerminal::resume() {
  if (is_terminal_) tcsetattr(STDIN_FILENO, TCSANOW, &keys_);
}

}  // namespace hippuzzle
