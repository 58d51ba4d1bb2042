#include "cli/terminal/screen/progress_bar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "cli/terminal/screen/terminal.hpp"
#include "cli/terminal/text/text_layout.hpp"

namespace hippuzzle {
namespace {

constexpr size_t longest = 30;  // of the bar
constexpr std::chrono::milliseconds between_frames{100};

ProgressBar* shown_bar = nullptr;

// The end of a longer line would stay on the screen when the row is cleared.
size_t usable_columns() { return static_cast<size_t>(std::max(terminal_size().columns, 2)) - 1; }

}  // namespace

ProgressBar::ProgressBar() : is_terminal_(can_redraw(stderr)) {}

bool ProgressBar::is_due(const std::string& step) {
  if (!is_terminal_) return false;
  const auto now = std::chrono::steady_clock::now();
  if (step == step_ && now - drawn_ < between_frames) return false;
  step_ = step;
  drawn_ = now;
  return true;
}

void ProgressBar::draw(const std::string& line) {
  is_shown_ = true;
  shown_bar = this;
  fmt::print(stderr, "\r\x1b[K{}", shown_on(stderr, line));
  std::fflush(stderr);
}

void ProgressBar::show(const std::string& step) {
  if (is_due(step)) draw(fmt::format("{:.{}}", step + " …", usable_columns()));
}

void ProgressBar::show(const std::string& step, double fraction) {
  if (!is_due(step)) return;
  const size_t columns = usable_columns();
  const std::string text =
      fmt::format(" {:3.0f} % {:.40}", 100 * std::clamp(fraction, 0.0, 1.0), step);
  const size_t used = std::min(display_width(text), columns);
  const size_t width = std::min(longest, columns - used);
  const auto done =
      static_cast<size_t>(std::clamp(fraction, 0.0, 1.0) * static_cast<double>(width));
  std::string bar;
  for (size_t i = 0; i < width; ++i) bar += i < done ? "━" : "╌";
  draw(fmt::format("{}{:.{}}", bar, text, columns - width));
}

void ProgressBar::clear() {
  if (!is_shown_) return;
  fmt::print(stderr, "\r\x1b[K");
  std::fflush(stderr);
  is_shown_ = false;
  if (shown_bar == this) shown_bar = nullptr;
}

void ProgressBar::clear_shown() {
  if (shown_bar != nullptr) shown_bar->clear();
}

}  // namespace hippuzzle
