// The studio's answers: its page, its lessons and its API (docs/reference/studio.md).
#pragma once

#include <map>
#include <mutex>
#include <string>

#include "cli/app/book/book_source.hpp"
#include "cli/app/studio/event_hub.hpp"
#include "cli/app/studio/kernel_files.hpp"
#include "cli/app/studio/studio_runner.hpp"
#include "cli/web/web_guard.hpp"
#include "cli/web/web_server.hpp"

namespace hippuzzle {

class StudioSite : public WebHandler {
 public:
  // All are kept. first: the puzzle to begin with.
  StudioSite(const GlobalOptions& globals, Workspace workspace, const std::string& first,
             bool is_read_only, StudioRunner& runner, EventHub& hub, WebGuard& guard);

  bool accept(const WebRequest& request, WebResponse& refusal) override;
  WebResponse respond(const WebRequest& request) override;

 private:
  using Answer = WebResponse (StudioSite::*)(const WebRequest& request);

  WebResponse answer(const WebRequest& request);
  WebResponse course(const WebRequest& request);
  WebResponse lesson(const WebRequest& request);
  WebResponse open(const WebRequest& request);
  WebResponse kernel(const WebRequest& request);
  WebResponse save(const WebRequest& request);
  WebResponse reset(const WebRequest& request);
  WebResponse run(const WebRequest& request);
  WebResponse cancel(const WebRequest& request);
  WebResponse hint(const WebRequest& request);
  WebResponse trace(const WebRequest& request);
  WebResponse events(const WebRequest& request);
  std::optional<WebResponse> file(const std::string& path) const;
  std::optional<BookPage> page_of(const std::string& name);

  const GlobalOptions& globals_;
  Workspace workspace_;
  std::string first_;
  bool is_read_only_;
  StudioRunner& runner_;
  EventHub& hub_;
  WebGuard& guard_;
  std::mutex mutex_;  // of the members below, and of everything that a request reads or writes
  KernelFiles kernels_;
  BookSource book_;
  std::vector<std::filesystem::path> guides_;
  BookPages pages_;
  std::vector<CourseLesson> lessons_;
};

// Files of the editor that the system has, by the paths under which they are served; none where
// Debian's package libjs-codemirror is missing.
const std::map<std::string, std::filesystem::path>& editor_files();

}  // namespace hippuzzle
