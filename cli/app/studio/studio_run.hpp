// One task of the studio while it runs: its process, its text and its results as they come.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "cli/app/studio/event_hub.hpp"
#include "cli/app/studio/studio_task.hpp"
#include "support/process/process.hpp"

namespace hippuzzle {

class StudioRun {
 public:
  // Starts the command and tells the pages. Removes the files of an earlier task before. All
  // references are kept. Throws std::system_error.
  StudioRun(EventHub& hub, StudioRequest request, const TaskFiles& files,
            const std::vector<std::string>& command);

  const StudioRequest& request() const { return request_; }

  // Readable when take_output() should be called.
  int output() const { return process_.output(); }

  // Sends the new output; false at its end.
  bool take_output();

  // Waits for the end and sends the rest of the output. Returns the page that the task wrote, ""
  // for none.
  std::string wait();

  // Sends the end: of a run that was cancelled unless wait() was called. The destructor ends the
  // process.
  void end();

 private:
  void send(const std::string& event, const std::string& data, bool begins = false);
  void send_text(bool is_end);
  void send_results();
  void send_document();

  EventHub& hub_;
  StudioRequest request_;
  const TaskFiles& files_;
  Process process_;
  std::chrono::steady_clock::time_point began_;
  std::streamoff read_results_ = 0;
  std::string text_;       // a line that has not ended
  size_t text_bytes_ = 0;  // sent so far
  std::optional<int> status_;
  bool has_page_ = false;
};

}  // namespace hippuzzle
