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
#include "lessons/file_watch.hpp"
#include "support/files/file_descriptor.hpp"
#include "support/files/temporary_folder.hpp"
#include "support/process/process.hpp"

namespace hippuzzle {

enum class StudioTask { run, check, trace, explain };

// The task of a word, "check"; nullopt for any other word.
std::optional<StudioTask> studio_task(const std::string& word);
std::string to_word(StudioTask task);

struct StudioRequest {
  std::string puzzle;   // a catalog's id
  std::string variant;  // a flag of it; "" for all, or the only one
  StudioTask task = StudioTask::run;
  int number = 0;  // given when it is taken
};

class StudioRunner {
 public:
  // run_options: of every hippuzzle that runs kernels. all_options: of every hippuzzle.
  // Throws std::system_error.
  StudioRunner(EventHub& hub, std::vector<std::string> run_options,
               std::vector<std::string> all_options, std::chrono::seconds idle);

  // Runs the puzzle at every save of its file from now on. variant: of these runs.
  void watch(const std::string& puzzle, const std::filesystem::path& file,
             const std::string& variant);

  // The studio itself wrote this version: the pages hear of it, and nothing runs.
  void saved(const std::string& puzzle, const std::string& version);

  // Puts a request into the queue and returns its number. A request for the same puzzle that runs
  // or waits is given up. Throws Error(usage) when too many wait.
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

  struct Watched {
    std::filesystem::path file;
    std::string variant;
    std::string version;  // of the file that ran last
    FileWatch files;
    std::optional<Clock::time_point> run_at;
  };

  struct Running {
    StudioRequest request;
    Process process;
    Clock::time_point began;
    std::streamoff read_results = 0;
    std::string text = {};  // a line that has not ended
    size_t text_bytes = 0;  // sent so far
    bool is_cancelled = false;
  };

  void wait();
  void begin_next();
  void take_output();
  void send_text(bool is_end);
  void send_results();
  void finish();
  void take_saves();
  std::vector<std::string> command_of(const StudioRequest& request) const;
  std::filesystem::path results_file() const { return folder_.path() / "results.jsonl"; }
  std::filesystem::path page_file() const { return folder_.path() / "page.html"; }
  int patience() const;
  void wake() const;

  EventHub& hub_;
  std::vector<std::string> run_options_, all_options_;
  std::chrono::seconds idle_;
  TemporaryFolder folder_;
  FileDescriptor signals_, woken_;
  mutable std::mutex mutex_;  // of the members below
  std::deque<StudioRequest> queue_;
  std::map<std::string, Watched> watched_;
  std::map<int, std::string> pages_;  // the last ones, by their requests' numbers
  int last_number_ = 0;
  Clock::time_point touched_;
  std::optional<int> cancelled_;
  std::optional<StudioRequest> running_request_;
  std::optional<Running> running_;  // of run()'s thread alone
  int signal_ = 0;
  bool is_over_ = false;
};

}  // namespace hippuzzle
