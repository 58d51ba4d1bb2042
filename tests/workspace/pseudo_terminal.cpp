#include "tests/workspace/pseudo_terminal.hpp"

#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <system_error>

#include "tests/support/build_tree.hpp"

namespace hippuzzle::testing {
namespace {

constexpr int patience_ms = 30'000;

// False at the end of the terminal's output, and when nothing came in time.
bool read_more(int terminal, std::string& text) {
  pollfd watched = {terminal, POLLIN, 0};
  if (poll(&watched, 1, patience_ms) <= 0) return false;
  std::array<char, 4096> chunk;
  const ssize_t n = read(terminal, chunk.data(), chunk.size());
  if (n <= 0) return false;
  text.append(chunk.data(), static_cast<size_t>(n));
  return true;
}

}  // namespace

std::string no_pseudo_terminals() {
  int terminal = -1, its_program = -1;
  if (openpty(&terminal, &its_program, nullptr, nullptr, nullptr) != 0) {
    return "no pseudo-terminal can be opened here: " + std::generic_category().message(errno);
  }
  close(terminal);
  close(its_program);
  return "";
}

PseudoTerminal::PseudoTerminal(const std::vector<std::string>& arguments,
                               const std::string& folder) {
  const winsize size = {40, 120, 0, 0};
  program_ = forkpty(&terminal_, nullptr, nullptr, &size);
  if (program_ < 0) throw std::system_error(errno, std::generic_category(), "forkpty");
  if (program_ > 0) return;

  if (chdir(folder.c_str()) != 0) _exit(126);
  setenv("TERM", "xterm", 1);
  setenv("XDG_CACHE_HOME", tests_cache().c_str(), 1);
  unsetenv("NO_COLOR");
  unsetenv("HIPPUZZLE_PLUGIN_PATH");
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  execv(argv[0], argv.data());
  _exit(127);
}

PseudoTerminal::~PseudoTerminal() {
  if (program_ > 0) {
    kill(program_, SIGKILL);
    waitpid(program_, nullptr, 0);
  }
  close(terminal_);
}

void PseudoTerminal::expect(const std::string& text) {
  size_t at;
  while ((at = unread_.find(text)) == unread_.npos) {
    if (!read_more(terminal_, unread_)) {
      FAIL() << "expected '" << text << "' in what was shown:\n" << unread_;
    }
  }
  shown_ = unread_.substr(0, at + text.size());
  unread_.erase(0, at + text.size());
}

void PseudoTerminal::press(const std::string& keys) {
  ASSERT_EQ(write(terminal_, keys.data(), keys.size()), static_cast<ssize_t>(keys.size()));
}

void PseudoTerminal::resize(unsigned short columns, unsigned short rows) {
  const winsize size = {rows, columns, 0, 0};
  ASSERT_EQ(ioctl(terminal_, TIOCSWINSZ, &size), 0);
}

int PseudoTerminal::wait() {
  while (read_more(terminal_, unread_)) {
  }
  int status = 0;
  if (waitpid(program_, &status, 0) == program_) program_ = -1;
  return status;
}

termios PseudoTerminal::settings() const {
  termios settings = {};
  EXPECT_EQ(tcgetattr(terminal_, &settings), 0);
  return settings;
}

}  // namespace hippuzzle::testing
