// The events of the studio on their way to its pages, as server-sent events. A page that comes late
// gets the last run of each puzzle again.
#pragma once

#include <condition_variable>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "cli/web/web_server.hpp"

namespace hippuzzle {

class EventHub {
 public:
  // The stream of a new page; an empty function where too many pages listen already.
  WebResponse::NextPart subscribe();

  // Sends an event to all pages. data: JSON on one line.
  void send(const std::string& name, const std::string& data);

  // The same for an event of a run, which is kept until the puzzle's next run begins. begins: it is
  // the run's first one.
  void send_of_run(const std::string& puzzle, bool begins, const std::string& name,
                   const std::string& data);

  // Ends all pages' streams.
  void close();

  size_t listeners() const;

 private:
  struct Listener {
    std::deque<std::string> waiting;
    bool is_lost = false;  // it did not keep up, and begins again
  };

  bool next(const std::shared_ptr<Listener>& listener, std::string& part);
  void push(const std::string& text);

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::list<std::weak_ptr<Listener>> listeners_;
  std::map<std::string, std::deque<std::string>> kept_;  // events of each puzzle's last run
  bool is_closed_ = false;
};

}  // namespace hippuzzle
