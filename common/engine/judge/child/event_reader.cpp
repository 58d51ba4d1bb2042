#include "engine/judge/child/event_reader.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <exception>
#include <variant>

#include "engine/protocol/codec.hpp"
#include "support/outcome.hpp"

namespace hippuzzle {
namespace {

constexpr size_t longest_line = 1 << 20;  // of an event; a runner's own are far shorter

// A candidate shares its process with the runner and may write where it should not.
[[noreturn]] void refuse() {
  throw Error(Outcome::crashed,
              "the process of the kernels wrote over the runner's report; a kernel module must "
              "not touch file descriptors");
}

Event decode(const std::string& line) {
  try {
    return decode_event(line);
  } catch (const std::exception&) {
    refuse();
  }
}

}  // namespace

uint64_t most_event_bytes(const Job& job) {
  constexpr uint64_t mebibyte = 1 << 20, of_case = 1 << 16;
  const auto* task = std::get_if<RunCases>(&job.task);
  if (task == nullptr) return ~uint64_t{0};  // of measurements nobody is graded
  const auto* checked = std::get_if<Checked>(&task->mode);
  const uint64_t more = std::holds_alternative<Traced>(task->mode)      ? 1024 * mebibyte
                        : checked != nullptr && checked->count_accesses ? 128 * mebibyte
                        : checked != nullptr                            ? 32 * mebibyte
                                                                        : 0;
  return mebibyte + of_case * task->cases.size() + more;
}

bool EventReader::read_from(int descriptor) {
  std::array<char, 4096> chunk;
  const ssize_t n = read(descriptor, chunk.data(), chunk.size());
  if (n <= 0) return n < 0 && errno == EINTR;
  text_.append(chunk.data(), static_cast<size_t>(n));
  total_ += static_cast<size_t>(n);
  if (total_ > most_) {
    throw Error(Outcome::crashed,
                fmt::format("the process of the kernels reported more than {} bytes; a kernel "
                            "module must not touch file descriptors",
                            most_));
  }
  for (size_t end; (end = text_.find('\n')) != std::string::npos; text_.erase(0, end + 1)) {
    sink_(decode(text_.substr(0, end)));
  }
  if (text_.size() > longest_line) refuse();
  return true;
}

void EventReader::drain(int descriptor) {
  fcntl(descriptor, F_SETFL, O_NONBLOCK);
  int rest = 0;
  if (ioctl(descriptor, FIONREAD, &rest) != 0) return;
  for (size_t end = total_ + static_cast<size_t>(rest); total_ < end && read_from(descriptor);) {
  }
}

}  // namespace hippuzzle
