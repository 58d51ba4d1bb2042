// Answers of the studio's API: each to one kind of request.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "cli/app/studio/studio_task.hpp"
#include "cli/web/web_server.hpp"

namespace hippuzzle {

// By method and path, "GET /api/course". They are called one at a time. Error(usage) becomes a
// refusal with its sentence.
using StudioAnswers = std::map<std::string, std::function<WebResponse(const WebRequest&)>>;

// The answer by a member function of an object, which must live on.
template <class Desk>
StudioAnswers::mapped_type answer_of(Desk* desk, WebResponse (Desk::*answer)(const WebRequest&)) {
  return [desk, answer](const WebRequest& request) { return (desk->*answer)(request); };
}

WebResponse json_response(const std::string& document, int status = 200);
WebResponse no_such_page();

// The parameter `task`. Throws Error(usage) for a word that is none.
StudioTask task_of(const WebRequest& request);

// The number of a run; nullopt for any other text.
std::optional<int> run_number(const std::string& text);

}  // namespace hippuzzle
