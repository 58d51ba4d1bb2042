#include "cli/app/watch/watch_signals.hpp"

#include <signal.h>
#include <sys/signalfd.h>

#include <initializer_list>

#include "support/system_error.hpp"

namespace hippuzzle {

FileDescriptor catch_signals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int s : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGTSTP}) sigaddset(&set, s);
  sigprocmask(SIG_BLOCK, &set, nullptr);
  const int descriptor = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
  if (descriptor < 0) throw_system_error("cannot watch for signals");
  return FileDescriptor(descriptor);
}

void let_through(int signal_number) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal_number);
  sigprocmask(SIG_UNBLOCK, &set, nullptr);
}

}  // namespace hippuzzle
