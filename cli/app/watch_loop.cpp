#include "cli/app/watch_loop.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "cli/app/hints.hpp"
#include "cli/app/learner.hpp"
#include "cli/report/advice.hpp"
#include "cli/report/progress_text.hpp"
#include "cli/terminal/terminal.hpp"
#include "cli/terminal/text_layout.hpp"
#include "engine/support/system_error.hpp"

namespace hippuzzle {
namespace {

using std::chrono::milliseconds;

// An editor may write a file in several steps: a run begins after this long without a change.
constexpr milliseconds quiet_time{40};

FileDescriptor catch_signals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int s : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGTSTP}) sigaddset(&set, s);
  sigprocmask(SIG_BLOCK, &set, nullptr);
  const int descriptor = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
  if (descriptor < 0) {
    throw_system_error("cannot watch for signals");
  }
  return FileDescriptor(descriptor);
}

// Arrow keys send escape sequences such as "ESC [ A", whose letters are no key presses.
std::string without_escape_sequences(std::string_view keys) {
  std::string plain;
  for (size_t i = 0; i < keys.size(); ++i) {
    if (keys[i] != '\x1b') {
      plain += keys[i];
      continue;
    }
    if (++i < keys.size() && (keys[i] == '[' || keys[i] == 'O')) {
      for (++i; i < keys.size() && (keys[i] < '@' || keys[i] > '~'); ++i) {
      }
    }
  }
  return plain;
}

void let_through(int signal_number) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal_number);
  sigprocmask(SIG_UNBLOCK, &set, nullptr);
}

}  // namespace

WatchLoop::WatchLoop(const GlobalOptions& globals, Workspace workspace, const std::string& first,
                     std::vector<std::string> variants, std::vector<std::string> run_options)
    : globals_(globals),
      workspace_(std::move(workspace)),
      variants_(std::move(variants)),
      run_options_(std::move(run_options)),
      signals_(catch_signals()),
      in_place_(terminal_.is_terminal() && can_redraw(stdout)) {
  open(first);
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

void WatchLoop::open(const std::string& id) {
  const Lesson lesson(globals_.catalog(), globals_.catalog().open(id).refs.front().puzzle->id());
  workspace_.start(lesson);
  files_.emplace(workspace_.kernels(lesson).parent_path());
  puzzle_ = course_puzzle(globals_.catalog().open(id), open_progress(workspace_));
  start_run();
}

void WatchLoop::wait() {
  std::array<pollfd, 4> watched = {{{signals_.get(), POLLIN, 0},
                                    {files_->descriptor(), POLLIN, 0},
                                    {running_ ? running_->output() : -1, POLLIN, 0},
                                    {input_ended_ ? -1 : STDIN_FILENO, POLLIN, 0}}};
  int timeout = -1;
  if (run_at_) {
    const auto left = std::chrono::ceil<milliseconds>(*run_at_ - Clock::now()).count();
    timeout = static_cast<int>(std::max<int64_t>(left, 0));
  }
  if (poll(watched.data(), watched.size(), timeout) < 0 && errno != EINTR) {
    throw_system_error("cannot wait for saves");
  }
  if (watched[0].revents != 0) take_signals();
  if (watched[1].revents != 0 && files_->saved()) run_at_ = Clock::now() + quiet_time;
  if (watched[2].revents != 0) take_output();
  if (watched[3].revents != 0) take_keys();
  if (run_at_ && Clock::now() >= *run_at_) start_run();
  if (input_ended_ && !running_ && !run_at_) quit_ = true;
}

void WatchLoop::take_signals() {
  signalfd_siginfo signal;
  while (read(signals_.get(), &signal, sizeof signal) == sizeof signal) {
    const int number = static_cast<int>(signal.ssi_signo);
    if (number == SIGWINCH) {
      if (!running_) redraw();
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
  if (!running_) redraw();
}

void WatchLoop::take_keys() {
  std::array<char, 64> keys;
  const ssize_t n = read(STDIN_FILENO, keys.data(), keys.size());
  if (n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN)) input_ended_ = true;
  if (!terminal_.is_terminal()) return;
  const std::string_view all(keys.data(), n > 0 ? static_cast<size_t>(n) : 0);
  for (const char key : without_escape_sequences(all)) take_key(key);
}

void WatchLoop::take_key(char key) {
  constexpr char end_of_input = 4;  // Ctrl-D
  try {
    if (key == 'h') show_hint();
    if (key == 'l') show_list();
    if (key == 'n') go_to_next();
    if (key == 'q' || key == end_of_input) quit_ = true;
  } catch (const Error& error) {
    append(fmt::format("\n{}\n", in_words(error)));
  }
}

void WatchLoop::start_run() {
  run_at_.reset();
  running_.reset();  // ends a run of what was saved before
  std::vector<std::string> command = {std::filesystem::read_symlink("/proc/self/exe"), puzzle_->id};
  for (const std::string& flag : variants_to_run()) command.push_back("--" + flag);
  command.insert(command.end(), run_options_.begin(), run_options_.end());
  std::vector<std::string> environment;
  if (wants_colour(stdout)) environment.emplace_back("CLICOLOR_FORCE=1");
  running_.emplace(command, environment);
  body_ = puzzle_title() + "\n\n";
  list_shown_ = false;
  if (in_place_) {
    redraw();
  } else {
    fmt::print("{}", body_);
    std::fflush(stdout);
  }
}

// The variants that the user named, else all up to the first that has not passed.
std::vector<std::string> WatchLoop::variants_to_run() const {
  if (!variants_.empty()) return variants_;
  std::vector<std::string> flags;
  for (const CourseVariant& variant : puzzle_->variants) {
    if (!variant.flag.empty()) flags.push_back(variant.flag);
    if (variant.progress.standing < Standing::passed) break;
  }
  return flags;
}

void WatchLoop::take_output() {
  const std::string text = running_->read();
  if (text.empty()) return finish_run();
  if (list_shown_) append("");
  body_ += text;
  fmt::print("{}", text);
  std::fflush(stdout);
}

void WatchLoop::finish_run() {
  std::string rest;
  last_exit_ = running_->wait(rest);
  running_.reset();
  puzzle_ = course_puzzle(globals_.catalog().open(puzzle_->id), open_progress(workspace_));
  fmt::print("\n{}", footer());
  std::fflush(stdout);
}

void WatchLoop::show_hint() {
  const CourseVariant& variant = puzzle_->current();
  Progress progress = open_progress(workspace_);
  const Lesson lesson(globals_.catalog(), variant.puzzle);
  append("\n" + hint_text(take_hints(lesson, variant, progress, Hint::next), lesson, variant));
}

void WatchLoop::show_list() {
  list_shown_ = true;
  redraw();
}

void WatchLoop::go_to_next() {
  const Curriculum curriculum(globals_.catalog(), open_progress(workspace_));
  const auto next = curriculum.next(puzzle_->id);
  if (!next) return append("\nThere is no other puzzle left to solve.\n");
  variants_.clear();
  open(*next);
}

void WatchLoop::append(const std::string& text) {
  body_ += text;
  list_shown_ = false;
  redraw();
}

void WatchLoop::redraw() const {
  if (in_place_) fmt::print("\x1b[H\x1b[2J");
  fmt::print("{}", list_shown_ ? list() : body_);
  if (!running_) fmt::print("\n{}", footer());
  std::fflush(stdout);
}

std::string WatchLoop::list() const {
  const Curriculum curriculum(globals_.catalog(), open_progress(workspace_));
  return progress_text(curriculum, static_cast<size_t>(terminal_size().columns),
                       wants_colour(stdout));
}

std::string WatchLoop::puzzle_title() const {
  std::string title = fmt::format("{} {}", puzzle_->id, puzzle_->title);
  for (const std::string& flag : variants_) title += " --" + flag;
  return wants_colour(stdout) ? fmt::format("\x1b[1m{}\x1b[0m", title) : title;
}

std::string WatchLoop::footer() const {
  const bool solved = puzzle_->standing() >= Standing::passed;
  std::string text = fmt::format("{}: {}.", puzzle_->id, to_text(puzzle_->standing(), false));
  if (terminal_.is_terminal()) {
    text += solved ? " n next puzzle, l list, q quit" : " h hint, l list, n next puzzle, q quit";
  } else {
    text += " Waiting for a save.";
  }
  std::string lines;
  for (const std::string& line : wrapped(text, static_cast<size_t>(terminal_size().columns))) {
    lines += line + '\n';
  }
  return lines;
}

}  // namespace hippuzzle
