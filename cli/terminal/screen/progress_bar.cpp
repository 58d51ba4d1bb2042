#include "cli/terminal/screen/progress_bar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "cli/terminal/screen/terminal.hpp"

namespace hippuzzle {
namespace {

constexpr int width = 30;  // of the bar
constexpr std::chrono::milliseconds between_frames{100};

}  // namespace

ProgressBar::ProgressBar() : is_terminal_(can_redraw(stderr)) {}

void ProgressBar::show(const std::string& step, double fraction) {
  if (!is_terminal_) return;
  const auto now = std::chrono::steady_clock::now();
  if (step == step_ && now - drawn_ < between_frames) return;
  step_ = step;
  drawn_ = now;
  is_shown_ = true;
  const int done = static_cast<int>(std::clamp(fraction, 0.0, 1.0) * width);
  std::string bar;
  for (int i = 0; i < width; ++i) bar += i < done ? "━" : "╌";
  fmt::print(stderr, "\r\x1b[K{} {:3.0f} % {:.40}", bar, 100 * std::clamp(fraction, 0.0, 1.0),
             step);
  std::fflush(stderr);
}

void ProgressBar::clear() {
  if (!is_shown_) return;
  fmt::print(stderr, "\r\x1b[K");
  std::fflush(stderr);
  is_shown_ = false;
}

}  // namespace hippuzzle
