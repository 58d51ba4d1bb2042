// Runs the studio's requests, one after the other, each as a hippuzzle of its own, as `watch` does;
// and runs a puzzle when its file is saved, by the page or by any editor. Everything but run() may
// be called on any thread.
#pragma once

#include <chrono>
#include <deque>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "cli/app/studio/event_hub.hpp"
#include "cli/app/studio/saved_files.hpp"
#include "cli/app/studio/studio_run.hpp"
#include "cli/app/studio/studio_task.hpp"
#include "support/files/file_descriptor.hpp"
#include "support/files/temporary_folder.hpp"

namespace hippuzzle {

class StudioRunner {
 public:
  // command: of each request. Throws std::system_error.
  StudioRunner(EventHub& hub, StudioCommand command, std::chrono::milliseconds idle);

  // Runs the puzzle at every save of its file from now on. variant: of these runs.
  void watch(const std::string& puzzle, const std::filesystem::path& file,
             const std::string& variant);

  // The studio itself wrote this version: the pages hear of it, and nothing runs.
  void saved(const std::string& puzzle, const std::string& version);

  // Puts a request into the queue and returns its number. A request for the same puzzle that runs
  // or waits is given up. Throws Error(usage) when too many wait, and for a task that is not there.
  int take(StudioRequest request);

  // Ends the run with this number, or takes it out of the queue; false when there is none.
  bool cancel(int number);

  // The page that a trace or an explanation wrote; "" for none.
  std::string page(int number) const;

  // Somebody is there.
  void touch();

  // Returns at SIGINT, SIGTERM or SIGHUP, which it gives back, or 0 when nobody was there for the
  // idle time.
  int run();

 private:
  using Clock = std::chrono::steady_clock;

  void wait();
  void take_signals();
  void take_saves();
  void begin_next();
  void finish();
  void end_run();
  int patience() const;
  void wake() const;

  EventHub& hub_;
  StudioCommand command_;
  std::chrono::milliseconds idle_;
  TemporaryFolder folder_;
  TaskFiles files_;
  FileDescriptor signals_, woken_;
  mutable std::mutex mutex_;  // of the members below
  std::deque<StudioRequest> queue_;
  SavedFiles saved_;
  std::map<int, std::string> pages_;  // the last ones, by their requests' numbers
  int last_number_ = 0;
  Clock::time_point touched_;
  std::optional<int> cancelled_;
  std::optional<StudioRequest> running_request_;
  std::optional<StudioRun> running_;  // of run()'s thread alone
  int signal_ = 0;
  bool is_over_ = false;
};

}  // namespace hippuzzle
