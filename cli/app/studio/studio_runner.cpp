#include "cli/app/studio/studio_runner.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>

#include "cli/app/watch/watch_signals.hpp"
#include "cli/report/studio/studio_json.hpp"
#include "support/files/text_file.hpp"
#include "support/outcome.hpp"
#include "support/system_error.hpp"
#include "support/text/sha256.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;
namespace {

using std::chrono::milliseconds;

// An editor may write a file in several steps: a run begins after this long without a change.
constexpr milliseconds quiet{40};
constexpr size_t most_waiting = 8;
constexpr size_t most_pages = 8;
constexpr size_t most_text = 256 << 10;  // bytes of a run's text that pages get

constexpr std::array<std::pair<StudioTask, const char*>, 4> task_words = {
    {{StudioTask::run, "run"},
     {StudioTask::check, "check"},
     {StudioTask::trace, "trace"},
     {StudioTask::explain, "explain"}}};

// "" for a file that is missing or cannot be read.
std::string version_of(const fs::path& file) {
  try {
    const auto text = read_file(file);
    return text ? sha256(*text) : "";
  } catch (const std::exception&) {
    return "";
  }
}

}  // namespace

std::optional<StudioTask> studio_task(const std::string& word) {
  for (const auto& [task, name] : task_words)
    if (word == name) return task;
  return std::nullopt;
}

std::string to_word(StudioTask task) {
  return std::ranges::find(task_words, task, &decltype(task_words)::value_type::first)->second;
}

StudioRunner::StudioRunner(EventHub& hub, std::vector<std::string> run_options,
                           std::vector<std::string> all_options, std::chrono::seconds idle)
    : hub_(hub),
      run_options_(std::move(run_options)),
      all_options_(std::move(all_options)),
      idle_(idle),
      folder_("hippuzzle-studio-"),
      signals_(catch_signals()),
      woken_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      touched_(Clock::now()) {
  if (woken_.get() < 0) throw_system_error("cannot make an event");
}

void StudioRunner::watch(const std::string& puzzle, const fs::path& file,
                         const std::string& variant) {
  const std::lock_guard lock(mutex_);
  const auto found = watched_.find(puzzle);
  if (found != watched_.end()) {
    found->second.variant = variant;
  } else {
    watched_.emplace(puzzle, Watched{file, variant, version_of(file), FileWatch(file.parent_path()),
                                     std::nullopt});
  }
  wake();
}

void StudioRunner::saved(const std::string& puzzle, const std::string& version) {
  const std::lock_guard lock(mutex_);
  if (const auto found = watched_.find(puzzle); found != watched_.end()) {
    found->second.version = version;
  }
  hub_.send("file", file_json(puzzle, version));
}

int StudioRunner::take(StudioRequest request) {
  const std::lock_guard lock(mutex_);
  std::erase_if(queue_, [&](const StudioRequest& r) { return r.puzzle == request.puzzle; });
  if (queue_.size() >= most_waiting) {
    throw Error(Outcome::usage, "too many runs wait: wait for one, or cancel it");
  }
  if (running_request_ && running_request_->puzzle == request.puzzle) {
    cancelled_ = running_request_->number;
  }
  request.number = ++last_number_;
  hub_.send("queued",
            queued_json(request.number, request.puzzle, request.variant, to_word(request.task)));
  queue_.push_back(request);
  wake();
  return request.number;
}

bool StudioRunner::cancel(int number) {
  const std::lock_guard lock(mutex_);
  const auto waits = [&](const StudioRequest& r) { return r.number == number; };
  if (std::erase_if(queue_, waits) > 0) {
    hub_.send("end", end_json(number, "", std::nullopt, true, 0, false));
    return true;
  }
  if (!running_request_ || running_request_->number != number) return false;
  cancelled_ = number;
  wake();
  return true;
}

std::string StudioRunner::page(int number) const {
  const std::lock_guard lock(mutex_);
  const auto found = pages_.find(number);
  return found == pages_.end() ? "" : found->second;
}

void StudioRunner::touch() {
  const std::lock_guard lock(mutex_);
  touched_ = Clock::now();
}

void StudioRunner::wake() const {
  const uint64_t one = 1;
  [[maybe_unused]] const ssize_t n = write(woken_.get(), &one, sizeof one);  // full: is awake
}

int StudioRunner::run() {
  while (!is_over_) wait();
  running_.reset();
  hub_.send("stopped", "{}");
  return signal_;
}

int StudioRunner::patience() const {
  const std::lock_guard lock(mutex_);
  auto until = touched_ + idle_;
  for (const auto& [puzzle, watched] : watched_) {
    if (watched.run_at) until = std::min(until, *watched.run_at);
  }
  const auto left = std::chrono::ceil<milliseconds>(until - Clock::now()).count();
  return static_cast<int>(std::clamp<int64_t>(left, 0, 60'000));
}

void StudioRunner::wait() {
  std::vector<pollfd> all = {{signals_.get(), POLLIN, 0},
                             {woken_.get(), POLLIN, 0},
                             {running_ ? running_->process.output() : -1, POLLIN, 0}};
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [puzzle, watched] : watched_)
      all.push_back({watched.files.descriptor(), POLLIN, 0});
  }
  if (poll(all.data(), all.size(), patience()) < 0 && errno != EINTR) {
    throw_system_error("cannot wait for requests");
  }
  if (all[0].revents != 0) {
    signalfd_siginfo signal;
    while (read(signals_.get(), &signal, sizeof signal) == sizeof signal) {
      const int number = static_cast<int>(signal.ssi_signo);
      if (number == SIGWINCH) continue;
      if (number == SIGTSTP) {
        raise(SIGSTOP);
        continue;
      }
      signal_ = number;
      is_over_ = true;
    }
  }
  if (all[1].revents != 0) {
    uint64_t count = 0;
    [[maybe_unused]] const ssize_t n = read(woken_.get(), &count, sizeof count);
  }
  if (all[2].revents != 0) take_output();
  take_saves();
  bool ends_run = false;
  {
    const std::lock_guard lock(mutex_);
    ends_run = running_ && cancelled_ == running_->request.number;
    cancelled_.reset();
    if (hub_.listeners() > 0 || running_) touched_ = Clock::now();
    if (Clock::now() >= touched_ + idle_) is_over_ = true;
  }
  if (ends_run) {
    running_->is_cancelled = true;
    finish();
  }
  if (!running_ && !is_over_) begin_next();
}

// A file that has changed is told to the pages, and runs.
void StudioRunner::take_saves() {
  std::vector<StudioRequest> requests;
  {
    const std::lock_guard lock(mutex_);
    for (auto& [puzzle, watched] : watched_) {
      if (watched.files.saved()) watched.run_at = Clock::now() + quiet;
      if (!watched.run_at || Clock::now() < *watched.run_at) continue;
      watched.run_at.reset();
      const std::string version = version_of(watched.file);
      if (version == watched.version) continue;
      watched.version = version;
      hub_.send("file", file_json(puzzle, version));
      if (!version.empty()) requests.push_back({puzzle, watched.variant, StudioTask::run, 0});
    }
  }
  for (const StudioRequest& request : requests) {
    try {
      take(request);
    } catch (const Error& error) {
      hub_.send("trouble", error_json(error.what()));
    }
  }
}

std::vector<std::string> StudioRunner::command_of(const StudioRequest& request) const {
  std::vector<std::string> command = {fs::read_symlink("/proc/self/exe")};
  const bool runs = request.task == StudioTask::run;
  if (!runs) command.emplace_back(request.task == StudioTask::trace ? "trace" : "check");
  command.push_back(request.puzzle);
  if (!request.variant.empty()) {
    command.push_back("--" + request.variant);
  } else if (runs) {
    command.emplace_back("--fail-fast");  // as `watch`
  }
  const auto& options = runs ? run_options_ : all_options_;
  command.insert(command.end(), options.begin(), options.end());
  if (request.task == StudioTask::trace) {
    command.insert(command.end(), {"--html", page_file().string()});
    return command;
  }
  command.insert(command.end(), {"--format", "json", "--output", results_file().string()});
  if (request.task == StudioTask::explain) {
    command.insert(command.end(), {"--explain", "--html", page_file().string()});
  }
  return command;
}

void StudioRunner::begin_next() {
  StudioRequest request;
  {
    const std::lock_guard lock(mutex_);
    if (queue_.empty()) return;
    request = queue_.front();
    queue_.pop_front();
    running_request_ = request;
  }
  std::error_code ignored;
  fs::remove(results_file(), ignored);
  fs::remove(page_file(), ignored);
  running_.emplace(Running{request, Process(command_of(request)), Clock::now()});
  const bool replaces = request.task == StudioTask::run || request.task == StudioTask::check;
  hub_.send_of_run(
      request.puzzle, replaces, "start",
      queued_json(request.number, request.puzzle, request.variant, to_word(request.task)));
}

void StudioRunner::take_output() {
  const std::string text = running_->process.read();
  if (text.empty()) return finish();
  running_->text += text;
  send_text(false);
  send_results();
}

// Whole lines, so that no character is cut; a line without an end goes in pieces.
void StudioRunner::send_text(bool is_end) {
  constexpr size_t longest = 4096;
  std::string& text = running_->text;
  const size_t newline = text.rfind('\n');
  const size_t size = is_end || (newline == text.npos && text.size() > longest) ? text.size()
                      : newline == text.npos                                    ? 0
                                                                                : newline + 1;
  if (size == 0) return;
  running_->text_bytes += size;
  if (running_->text_bytes <= most_text) {
    hub_.send_of_run(running_->request.puzzle, false, "text",
                     text_json(running_->request.number, text.substr(0, size)));
  }
  text.erase(0, size);
}

// The results that were added to their file since the last call: whole lines.
void StudioRunner::send_results() {
  std::ifstream in(results_file());
  in.seekg(running_->read_results);
  for (std::string line; std::getline(in, line) && !in.eof();) {
    running_->read_results += static_cast<std::streamoff>(line.size()) + 1;
    hub_.send_of_run(running_->request.puzzle, false, "result",
                     result_json(running_->request.number, line));
  }
}

void StudioRunner::finish() {
  std::optional<int> status;
  std::string rest;
  const StudioRequest request = running_->request;
  if (!running_->is_cancelled) {  // else its destructor ends the process
    status = running_->process.wait(rest);
    send_text(true);
    send_results();
  }
  std::string page;
  if (status) page = read_file(page_file()).value_or("");
  const std::chrono::duration<double> seconds = Clock::now() - running_->began;
  const bool is_cancelled = running_->is_cancelled;
  running_.reset();
  {
    const std::lock_guard lock(mutex_);
    running_request_.reset();
    if (!page.empty()) pages_[request.number] = page;
    if (pages_.size() > most_pages) pages_.erase(pages_.begin());
  }
  hub_.send_of_run(request.puzzle, false, "end",
                   end_json(request.number, request.puzzle, status, is_cancelled, seconds.count(),
                            !page.empty()));
}

}  // namespace hippuzzle
