#include "cli/app/watch/watch_loop.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "cli/app/learner/hints.hpp"
#include "cli/app/learner/learner.hpp"
#include "cli/app/watch/watch_signals.hpp"
#include "cli/report/advice_text.hpp"
#include "cli/report/lessons/lesson_text.hpp"
#include "cli/report/output.hpp"
#include "cli/terminal/screen/pager.hpp"
#include "cli/terminal/screen/terminal.hpp"
#include "support/system_error.hpp"

namespace hippuzzle {
namespace {

using std::chrono::milliseconds;

// An editor may write a file in several steps: a run begins after this long without a change.
constexpr milliseconds quiet_time{40};

}  // namespace

WatchLoop::WatchLoop(const GlobalOptions& globals, Workspace workspace, WatchSettings settings)
    : globals_(globals),
      workspace_(std::move(workspace)),
      settings_(std::move(settings)),
      signals_(catch_signals()),
      in_place_(terminal_.is_terminal() && can_redraw(stdout)) {
  open(settings_.first, "");
}

void WatchLoop::run() {
  while (!quit_) wait();
  running_.reset();
  terminal_.suspend();
  if (fatal_signal_ != 0) {
    let_through(fatal_signal_);
    raise(fatal_signal_);
  }
}

void WatchLoop::open(const std::string& id, const std::string& note) {
  const CatalogEntry entry = globals_.catalog().open(id);
  const Lesson lesson(globals_.catalog(), entry.refs.front().puzzle->id());
  begin_puzzle(workspace_, lesson, globals_.search_path().prefix());
  files_.emplace(workspace_.kernels(lesson).parent_path());
  puzzle_ = course_puzzle(entry, globals_.catalog(), open_progress(workspace_), workspace_);
  start_run();
  if (!note.empty()) append(note);
}

// The time in milliseconds until something has to be done or drawn; -1 for any time.
int WatchLoop::patience() const {
  std::optional<Clock::time_point> until = run_at_ ? run_at_ : move_on_at_;
  const auto now = Clock::now();
  if (in_place_ && (running_ || move_on_at_)) {
    const auto second = std::chrono::seconds(1);
    const auto tick = move_on_at_ ? now + ((*move_on_at_ - now) % second)
                                  : now + second - ((now - began_) % second);
    until = until ? std::min(*until, tick) : tick;
  }
  if (!until) return -1;
  return static_cast<int>(
      std::max<int64_t>(std::chrono::ceil<milliseconds>(*until - now).count(), 0));
}

void WatchLoop::wait() {
  std::array<pollfd, 4> watched = {{{signals_.get(), POLLIN, 0},
                                    {files_->descriptor(), POLLIN, 0},
                                    {running_ ? running_->output() : -1, POLLIN, 0},
                                    {input_ended_ ? -1 : STDIN_FILENO, POLLIN, 0}}};
  const int ready = poll(watched.data(), watched.size(), patience());
  if (ready < 0 && errno != EINTR) throw_system_error("cannot wait for saves");
  if (ready == 0) draw_status();
  if (watched[0].revents != 0) take_signals();
  if (watched[1].revents != 0 && files_->saved()) run_at_ = Clock::now() + quiet_time;
  if (watched[2].revents != 0) take_output();
  if (watched[3].revents != 0) take_keys();
  if (run_at_ && Clock::now() >= *run_at_) start_run();
  if (move_on_at_ && Clock::now() >= *move_on_at_) go_to_next();
  if (input_ended_ && !running_ && !run_at_) quit_ = true;
}

void WatchLoop::take_signals() {
  signalfd_siginfo signal;
  while (read(signals_.get(), &signal, sizeof signal) == sizeof signal) {
    const int number = static_cast<int>(signal.ssi_signo);
    if (number == SIGWINCH) {
      redraw();
    } else if (number == SIGTSTP) {
      stop();
    } else {
      fatal_signal_ = number;
      quit_ = true;
    }
  }
}

void WatchLoop::stop() {
  terminal_.suspend();
  raise(SIGSTOP);  // returns when the shell lets this process go on
  terminal_.resume();
  redraw();
}

void WatchLoop::take_keys() {
  std::array<char, 64> keys;
  const ssize_t n = read(STDIN_FILENO, keys.data(), keys.size());
  if (n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN)) input_ended_ = true;
  if (!terminal_.is_terminal()) return;
  const std::string_view all(keys.data(), n > 0 ? static_cast<size_t>(n) : 0);
  for (const char key : key_presses(all)) take_key(key);
}

void WatchLoop::take_key(char key) {
  constexpr char end_of_input = 4;  // Ctrl-D
  const bool was_leaving = std::exchange(move_on_at_, std::nullopt).has_value();
  try {
    if (view_ == View::list && take_key_of_list(key)) return;
    if (key == 'h') return show_hint();
    if (key == 's') return show_lesson();
    if (key == 'r') return start_run();
    if (key == 'l') return view_ == View::list ? show(View::run) : show_list();
    if (key == '?') return show(view_ == View::keys ? View::run : View::keys);
    if (key == 'n') return go_to_next();
    if (key == 'q' || key == end_of_input) quit_ = true;
    if (key == enter_key || key == escape_key || was_leaving) show(View::run);
  } catch (const Error& error) {
    append(fmt::format("\n{}\n", in_words(error)));
  }
}

// Enter at the puzzle that is watched leads back, like Escape.
bool WatchLoop::take_key_of_list(char key) {
  if (list_->take(key)) {
    redraw();
    return true;
  }
  const std::string id = list_->chosen().id;
  if (key != enter_key || id == puzzle_->id) return false;
  settings_.variants.clear();
  open(id, "");
  return true;
}

void WatchLoop::start_run() {
  run_at_.reset();
  move_on_at_.reset();
  running_.reset();  // ends a run of an earlier save
  had_passed_ = puzzle_->standing() >= Standing::passed;
  std::vector<std::string> command = {std::filesystem::read_symlink("/proc/self/exe"), puzzle_->id};
  for (const std::string& flag : settings_.variants) command.push_back("--" + flag);
  // Without a named variant, the output of later variants would hide the first failure.
  if (settings_.variants.empty()) command.emplace_back("--fail-fast");
  command.insert(command.end(), settings_.run_options.begin(), settings_.run_options.end());
  if (terminal_.is_terminal()) {
    command.insert(command.end(), {"--screen", std::to_string(terminal_size().columns)});
  }
  std::vector<std::string> environment;
  if (wants_colour(stdout)) environment.emplace_back("CLICOLOR_FORCE=1");
  running_.emplace(command, environment);
  began_ = Clock::now();
  has_output_ = false;
  body_ = puzzle_title() + "\n\n";
  view_ = View::run;
  if (in_place_) return redraw();
  write_text(body_);
}

void WatchLoop::take_output() {
  const std::string text = running_->read();
  if (text.empty()) return finish_run();
  if (view_ != View::run) show(View::run);
  has_output_ = true;
  // A line may come in pieces: then it stands where the status was.
  write_text((in_place_ && body_.ends_with('\n') ? erase_line : "") + text);
  body_ += text;
  draw_status();
}

void WatchLoop::finish_run() {
  std::string rest;
  last_exit_ = running_->wait(rest);
  running_.reset();
  const Progress progress = open_progress(workspace_);
  puzzle_ =
      course_puzzle(globals_.catalog().open(puzzle_->id), globals_.catalog(), progress, workspace_);
  const Curriculum curriculum(globals_.catalog(), progress, workspace_);
  next_ = curriculum.next(puzzle_->id).value_or("");
  // After variants that were named the others of the puzzle come first.
  if (!settings_.variants.empty() && puzzle_->standing() < Standing::passed) next_ = puzzle_->id;
  const auto found = std::ranges::find(curriculum.puzzles(), next_, &CoursePuzzle::id);
  next_title_ = found == curriculum.puzzles().end() ? "" : found->title;
  plan_to_move_on();
  write_text(fmt::format("{}\n{}", in_place_ ? erase_line : "", footer()));
  draw_status();
}

// Plans to move on after the first pass of a puzzle, where somebody can see it: not of variants
// that were asked for by name, nor of a puzzle that had passed before.
void WatchLoop::plan_to_move_on() {
  if (!settings_.next_after || !terminal_.is_terminal() || had_passed_ || next_.empty()) return;
  if (!settings_.variants.empty() || !has_passed(watched())) return;
  move_on_at_ = Clock::now() + milliseconds(static_cast<int64_t>(*settings_.next_after * 1000));
}

void WatchLoop::show_hint() {
  const CourseVariant& variant = puzzle_->current();
  Progress progress = open_progress(workspace_);
  const Lesson lesson(globals_.catalog(), variant.puzzle);
  append("\n" + hint_text(take_hints(lesson, variant, progress, Hint::next), lesson, variant));
}

void WatchLoop::show_lesson() {
  const Lesson lesson(globals_.catalog(), puzzle_->source);
  terminal_.suspend();
  if (in_place_) write_text("\x1b[H\x1b[2J");
  const bool was_paged = print_paged(lesson_text(lesson.readme(), lesson.folder()));
  signalfd_siginfo ignored;  // Ctrl-C was meant for the pager
  while (read(signals_.get(), &ignored, sizeof ignored) == sizeof ignored) {
  }
  terminal_.resume();
  if (was_paged) return show(View::run);
  view_ = View::lesson;
  write_text("\n" + footer());
}

void WatchLoop::show_list() {
  list_.emplace(Curriculum(globals_.catalog(), open_progress(workspace_), workspace_), puzzle_->id);
  show(View::list);
}

void WatchLoop::show(View view) {
  view_ = view;
  redraw();
}

void WatchLoop::go_to_next() {
  const bool has_moved_by_itself = std::exchange(move_on_at_, std::nullopt).has_value();
  const bool stays = next_ == puzzle_->id;
  const Curriculum curriculum(globals_.catalog(), open_progress(workspace_), workspace_);
  const std::string next = stays ? next_ : curriculum.next(puzzle_->id).value_or("");
  if (next.empty()) return append("\nThere is no other puzzle left to solve.\n");
  const std::string note =
      has_moved_by_itself ? fmt::format("{}\n", watched_verdict(watched())) : "";
  settings_.variants.clear();
  open(next, note);
}

void WatchLoop::append(const std::string& text) {
  body_ += text;
  view_ = View::run;
  redraw();
}

}  // namespace hippuzzle
