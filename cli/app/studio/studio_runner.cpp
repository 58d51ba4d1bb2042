#include "cli/app/studio/studio_runner.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>

#include "cli/app/watch/watch_signals.hpp"
#include "cli/report/studio/studio_json.hpp"
#include "support/outcome.hpp"
#include "support/system_error.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;
namespace {

using std::chrono::milliseconds;

constexpr size_t most_waiting = 8;
constexpr size_t most_pages = 8;

}  // namespace

StudioRunner::StudioRunner(EventHub& hub, StudioCommand command, std::chrono::milliseconds idle)
    : hub_(hub),
      command_(std::move(command)),
      idle_(idle),
      folder_("hippuzzle-studio-"),
      files_{folder_.path() / "results.jsonl", folder_.path() / "document.json",
             folder_.path() / "page.html"},
      signals_(catch_signals()),
      woken_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      touched_(Clock::now()) {
  if (woken_.get() < 0) throw_system_error("cannot make an event");
}

void StudioRunner::watch(const std::string& puzzle, const fs::path& file,
                         const std::string& variant) {
  const std::lock_guard lock(mutex_);
  saved_.watch(puzzle, file, variant);
  wake();
}

void StudioRunner::saved(const std::string& puzzle, const std::string& version) {
  const std::lock_guard lock(mutex_);
  saved_.expect(puzzle, version);
  hub_.send("file", file_json(puzzle, version));
}

int StudioRunner::take(StudioRequest request) {
  (void)command_(request, files_);  // throws
  const std::lock_guard lock(mutex_);
  std::erase_if(queue_, [&](const StudioRequest& r) {
    if (r.puzzle != request.puzzle) return false;
    hub_.send("end", end_json(r.number, r.puzzle, std::nullopt, true, 0, false));
    return true;
  });
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
  if (const auto run_at = saved_.until()) until = std::min(until, *run_at);
  const auto left = std::chrono::ceil<milliseconds>(until - Clock::now()).count();
  return static_cast<int>(std::clamp<int64_t>(left, 0, 60'000));
}

void StudioRunner::wait() {
  std::vector<pollfd> all = {{signals_.get(), POLLIN, 0},
                             {woken_.get(), POLLIN, 0},
                             {running_ ? running_->output() : -1, POLLIN, 0}};
  {
    const std::lock_guard lock(mutex_);
    for (const int descriptor : saved_.descriptors()) all.push_back({descriptor, POLLIN, 0});
  }
  if (poll(all.data(), all.size(), patience()) < 0 && errno != EINTR) {
    throw_system_error("cannot wait for requests");
  }
  if (all[0].revents != 0) take_signals();
  if (all[1].revents != 0) {
    uint64_t count = 0;
    [[maybe_unused]] const ssize_t n = read(woken_.get(), &count, sizeof count);
  }
  if (all[2].revents != 0 && !running_->take_output()) finish();
  take_saves();
  bool ends_run = false;
  {
    const std::lock_guard lock(mutex_);
    ends_run = running_ && cancelled_ == running_->request().number;
    cancelled_.reset();
    if (hub_.listeners() > 0 || running_) touched_ = Clock::now();
    if (Clock::now() >= touched_ + idle_) is_over_ = true;
  }
  if (ends_run) end_run();
  if (!running_ && !is_over_) begin_next();
}

void StudioRunner::take_signals() {
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

// A file that has changed is told to the pages, and runs.
void StudioRunner::take_saves() {
  std::vector<SavedFiles::Saved> all;
  {
    const std::lock_guard lock(mutex_);
    all = saved_.take();
  }
  for (const auto& [puzzle, variant, version] : all) {
    hub_.send("file", file_json(puzzle, version));
    if (version.empty()) continue;
    try {
      take({.puzzle = puzzle, .variant = variant, .detail = ""});
    } catch (const Error& error) {
      hub_.send("trouble", error_json(error.what()));
    }
  }
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
  running_.emplace(hub_, request, files_, command_(request, files_));
}

void StudioRunner::finish() {
  const int number = running_->request().number;
  const std::string page = running_->wait();
  {
    const std::lock_guard lock(mutex_);
    if (!page.empty()) pages_[number] = page;
    if (pages_.size() > most_pages) pages_.erase(pages_.begin());
  }
  end_run();
}

void StudioRunner::end_run() {
  running_->end();
  running_.reset();
  const std::lock_guard lock(mutex_);
  running_request_.reset();
}

}  // namespace hippuzzle
