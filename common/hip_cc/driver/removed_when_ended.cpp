#include "hip_cc/driver/removed_when_ended.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <array>
#include <utility>

#include "support/system_error.hpp"

namespace hippuzzle::cc {

RemovedWhenEnded::RemovedWhenEnded(std::filesystem::path folder) : folder_(std::move(folder)) {
  sigset_t ending;
  sigemptyset(&ending);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&ending, signal);
  signals_ = FileDescriptor(signalfd(-1, &ending, SFD_CLOEXEC));
  stop_ = FileDescriptor(eventfd(0, EFD_CLOEXEC));
  if (signals_.get() < 0 || stop_.get() < 0) throw_system_error("cannot watch for signals");
  pthread_sigmask(SIG_BLOCK, &ending, &before_);
  watcher_ = std::thread([this] { watch(); });
}

RemovedWhenEnded::~RemovedWhenEnded() {
  // While signals still wait: between the two none would find anybody to remove it.
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
  static_cast<void>(eventfd_write(stop_.get(), 1));
  watcher_.join();
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void RemovedWhenEnded::also_remove(const std::filesystem::path& file) {
  const std::lock_guard lock(mutex_);
  files_.push_back(file);
}

void RemovedWhenEnded::watch() const {
  std::array<pollfd, 2> files = {{{signals_.get(), POLLIN, 0}, {stop_.get(), POLLIN, 0}}};
  while (poll(files.data(), files.size(), -1) < 0) {
  }
  signalfd_siginfo signal = {};
  if ((files[0].revents & POLLIN) == 0 || read(signals_.get(), &signal, sizeof signal) <= 0) return;
  std::error_code ignored;
  {
    const std::lock_guard lock(mutex_);
    for (const std::filesystem::path& file : files_) std::filesystem::remove(file, ignored);
  }
  // Compilers may make files there as long as it is there.
  while (std::filesystem::exists(folder_, ignored)) std::filesystem::remove_all(folder_, ignored);
  // Compilers end with the process, which ends as if nobody had waited for the signal.
  const int number = static_cast<int>(signal.ssi_signo);
  ::signal(number, SIG_DFL);
  sigset_t this_one;
  sigemptyset(&this_one);
  sigaddset(&this_one, number);
  pthread_sigmask(SIG_UNBLOCK, &this_one, nullptr);
  raise(number);
}

}  // namespace hippuzzle::cc
