// The studio's web site: who may ask, the files of its page, its runs and its events. The desk
// answers requests about puzzles or a program (docs/reference/studio.md).
#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <string>

#include "cli/app/studio/event_hub.hpp"
#include "cli/app/studio/studio_answers.hpp"
#include "cli/app/studio/studio_runner.hpp"
#include "cli/web/web_guard.hpp"
#include "cli/web/web_server.hpp"

namespace hippuzzle {

class StudioSite : public WebHandler {
 public:
  // All but the answers are kept. answers: the desk's. pictures: by their paths.
  StudioSite(StudioAnswers answers, const std::map<std::string, std::filesystem::path>& pictures,
             StudioRunner& runner, EventHub& hub, WebGuard& guard);

  bool accept(const WebRequest& request, WebResponse& refusal) override;
  WebResponse respond(const WebRequest& request) override;

 private:
  WebResponse answer(const WebRequest& request);
  WebResponse cancel(const WebRequest& request);
  WebResponse trace(const WebRequest& request) const;
  WebResponse events();
  std::optional<WebResponse> file(const std::string& path) const;

  StudioAnswers answers_;
  const std::map<std::string, std::filesystem::path>& pictures_;
  StudioRunner& runner_;
  EventHub& hub_;
  WebGuard& guard_;
  std::mutex mutex_;  // of everything that a request reads or writes
};

// A page that is a document of its own, without an origin: its scripts reach nothing here.
WebResponse page_in_frame(std::string html);

// Files of the editor that the system has, by the paths under which they are served; none where
// Debian's package libjs-codemirror is missing.
const std::map<std::string, std::filesystem::path>& editor_files();

}  // namespace hippuzzle
