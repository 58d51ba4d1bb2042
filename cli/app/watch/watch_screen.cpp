// The picture of the loop of `hippuzzle watch`: the run or the way back to it, the footer below
// it, and the status, which is written over.
#include <fmt/format.h>

#include <algorithm>

#include "cli/app/watch/watch_loop.hpp"
#include "cli/report/output.hpp"
#include "cli/terminal/screen/logging.hpp"
#include "cli/terminal/screen/terminal.hpp"
#include "cli/terminal/text/folded_text.hpp"

namespace hippuzzle {

void WatchLoop::redraw() const {
  const auto columns = static_cast<size_t>(terminal_size().columns);
  std::string text = in_place_ ? "\x1b[H\x1b[2J" + folded(contents(), columns) : contents();
  if (!running_ || view_ == View::list) text += "\n" + footer();
  write_text(text);
  draw_status();
}

// The last line, which is written over: the current action, and its duration.
void WatchLoop::draw_status() const {
  const std::string text = status();
  if (!in_place_ || (running_ && !body_.ends_with('\n'))) return;
  if (!text.empty()) write_text(erase_line + text);
}

std::string WatchLoop::status() const {
  using std::chrono::seconds;
  const auto now = Clock::now();
  if (running_) {
    const auto passed = std::chrono::floor<seconds>(now - began_).count();
    // A quiet run does not say when its kernels are compiled.
    const char* quietly = logging::shows(logging::Level::info) ? "compiling" : "compiling, running";
    return fmt::format("{} … {} s", has_output_ ? "running" : quietly, passed);
  }
  if (!move_on_at_) return "";
  const auto left = std::max<int64_t>(std::chrono::ceil<seconds>(*move_on_at_ - now).count(), 0);
  return fmt::format("On to {} in {} s; Enter stays here.", next_, left);
}

WatchedRun WatchLoop::watched() const {
  const std::string next = next_.empty()          ? ""
                           : next_ == puzzle_->id ? "the others"
                                                  : next_ + " " + next_title_;
  return {*puzzle_, settings_.variants, last_exit_.value_or(0), next};
}

std::string WatchLoop::contents() const {
  if (view_ == View::keys) return watch_help();
  if (view_ != View::list) return body_;
  // In addition to the list there are a blank line, the footer, and the line of the status.
  const std::string below = footer();
  const auto lines = static_cast<size_t>(std::ranges::count(below, '\n')) + 2;
  const auto [columns, rows] = terminal_size();
  const auto height = static_cast<size_t>(rows);
  return list_->text(height - std::min(height, lines), static_cast<size_t>(columns),
                     wants_colour(stdout));
}

std::string WatchLoop::puzzle_title() const {
  std::string title = fmt::format("{} {}", puzzle_->id, puzzle_->title);
  for (const std::string& flag : settings_.variants) title += " --" + flag;
  return wants_colour(stdout) ? fmt::format("\x1b[1m{}\x1b[0m", title) : title;
}

std::string WatchLoop::footer() const {
  if (view_ == View::list)
    return folded(watched_choice(list_->chosen()) + '\n',
                  static_cast<size_t>(terminal_size().columns));
  std::string text = watched_verdict(watched());
  if (!terminal_.is_terminal()) {
    text += " Waiting for a save.";
  } else if (view_ == View::run) {
    text += ' ' + watch_keys(watched());
  } else {
    text += " Enter goes back, q quit";
  }
  return folded(text + '\n', static_cast<size_t>(terminal_size().columns));
}

}  // namespace hippuzzle
