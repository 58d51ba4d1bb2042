#include "engine/judge/child/kernel_output.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "support/text/plain_text.hpp"

namespace hippuzzle {
namespace {

constexpr size_t most = size_t{64} << 10;
constexpr size_t longest_shown_line = 4096;  // of a stranger
constexpr std::string_view left_out =
    "(the rest is left out: the kernels have printed more than 64 KiB)\n";

// Whether it arrives does not concern the verdict.
void show(std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = write(STDERR_FILENO, text.data(), text.size());
    if (n > 0) text.remove_prefix(static_cast<size_t>(n));
    if (n < 0 && errno != EINTR) return;
  }
}

}  // namespace

KernelOutput::KernelOutput(std::string stranger, std::function<void()> before)
    : start_(stranger.empty() ? "" : fmt::format("{}: ", stranger)), before_(std::move(before)) {}

KernelOutput::~KernelOutput() { end_line(); }

void KernelOutput::end_line() {
  if (!line_.empty()) show(start_ + without_control_bytes(std::exchange(line_, "")) + '\n');
  if (std::exchange(is_within_line_, false)) show("\n");
}

void KernelOutput::take(std::string_view text) {
  if (text.empty()) return;
  if (start_.empty()) {
    show(text);
    is_within_line_ = text.back() != '\n';
    return;
  }
  for (const char c : text) {
    if (c != '\n') line_ += c;
    if (c == '\n' && line_.empty()) show(start_ + '\n');
    if (c == '\n' || line_.size() >= longest_shown_line) end_line();
  }
}

bool KernelOutput::pass_on(int pipe) {
  std::array<char, 4096> chunk;
  const ssize_t n = read(pipe, chunk.data(), chunk.size());
  if (n <= 0) return n < 0 && errno == EINTR;
  const auto size = static_cast<size_t>(n);
  const size_t room = most - std::min(most, read_);
  const std::string_view shown(chunk.data(), std::min(size, room));
  if (!shown.empty() && before_) before_();
  take(shown);
  if (read_ <= most && read_ + size > most) {
    end_line();
    show(start_ + std::string(left_out));
  }
  read_ += size;
  return true;
}

void KernelOutput::drain(int pipe) {
  fcntl(pipe, F_SETFL, O_NONBLOCK);
  int rest = 0;
  if (ioctl(pipe, FIONREAD, &rest) != 0) return;
  for (const size_t end = read_ + static_cast<size_t>(rest); read_ < end && pass_on(pipe);) {
  }
}

}  // namespace hippuzzle
