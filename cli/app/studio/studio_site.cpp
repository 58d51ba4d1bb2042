#include "cli/app/studio/studio_site.hpp"

#include "cli/report/studio/studio_json.hpp"
#include "cli/report/studio/studio_page.hpp"
#include "support/files/text_file.hpp"
#include "support/outcome.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;
namespace {

constexpr const char* frame_policy =
    "sandbox allow-scripts; default-src 'none'; style-src 'unsafe-inline'; script-src "
    "'unsafe-inline'; frame-ancestors 'self'";
constexpr const char* picture_policy = "sandbox; default-src 'none'; style-src 'unsafe-inline'";

std::string type_of(const fs::path& file) {
  const fs::path ending = file.extension();
  if (ending == ".svg") return "image/svg+xml";
  if (ending == ".png") return "image/png";
  if (ending == ".css") return "text/css; charset=utf-8";
  return "text/javascript; charset=utf-8";
}

}  // namespace

const std::map<std::string, fs::path>& editor_files() {
  static const std::map<std::string, fs::path> files = [] {
    const fs::path folder = "/usr/share/javascript/codemirror";
    const std::map<std::string, fs::path> wanted = {
        {"/editor/codemirror.css", folder / "lib/codemirror.css"},
        {"/editor/codemirror.js", folder / "lib/codemirror.js"},
        {"/editor/clike.js", folder / "mode/clike/clike.js"},
        {"/editor/matchbrackets.js", folder / "addon/edit/matchbrackets.js"},
        {"/editor/show-hint.css", folder / "addon/hint/show-hint.css"},
        {"/editor/show-hint.js", folder / "addon/hint/show-hint.js"}};
    std::error_code ignored;
    for (const auto& [path, file] : wanted)
      if (!fs::exists(file, ignored)) return std::map<std::string, fs::path>{};
    return wanted;
  }();
  return files;
}

WebResponse page_in_frame(std::string html) {
  return {.type = "text/html; charset=utf-8",
          .body = std::move(html),
          .headers = {{"Content-Security-Policy", frame_policy}}};
}

StudioSite::StudioSite(StudioAnswers answers, const std::map<std::string, fs::path>& pictures,
                       StudioRunner& runner, EventHub& hub, WebGuard& guard)
    : answers_(std::move(answers)), pictures_(pictures), runner_(runner), hub_(hub), guard_(guard) {
  answers_["POST /api/cancel"] = [this](const WebRequest& request) { return cancel(request); };
  answers_["GET /api/trace"] = [this](const WebRequest& request) { return trace(request); };
  answers_["GET /api/events"] = [this](const WebRequest&) { return events(); };
}

bool StudioSite::accept(const WebRequest& request, WebResponse& refusal) {
  if (guard_.accept(request, refusal)) return true;
  WebGuard::add_headers(refusal);
  return false;
}

WebResponse StudioSite::respond(const WebRequest& request) {
  runner_.touch();
  WebResponse response;
  try {
    response = answer(request);
  } catch (const Error& error) {
    const int status = error.outcome() == Outcome::usage ? 400 : 500;
    response = json_response(error_json(error.what()), status);
  } catch (const std::exception& error) {
    response = json_response(error_json(error.what()), 500);
  }
  WebGuard::add_headers(response);
  return response;
}

WebResponse StudioSite::answer(const WebRequest& request) {
  const std::lock_guard lock(mutex_);
  const auto found = answers_.find(request.method + " " + request.path);
  if (found != answers_.end()) return found->second(request);
  if (request.method != "GET") return no_such_page();
  return file(request.path).value_or(no_such_page());
}

// Every path that is served is a key of a map.
std::optional<WebResponse> StudioSite::file(const std::string& path) const {
  if (const auto found = studio_files().find(path); found != studio_files().end()) {
    return WebResponse{.type = found->second.type, .body = found->second.text};
  }
  if (const auto found = editor_files().find(path); found != editor_files().end()) {
    return WebResponse{.type = type_of(found->second),
                       .body = read_file(found->second).value_or("")};
  }
  const auto picture = path.empty() ? pictures_.end() : pictures_.find(path.substr(1));
  if (picture == pictures_.end()) return std::nullopt;
  return WebResponse{.type = type_of(picture->second),
                     .body = read_file(picture->second).value_or(""),
                     .headers = {{"Content-Security-Policy", picture_policy}}};
}

WebResponse StudioSite::cancel(const WebRequest& request) {
  const std::optional<int> run = run_number(request.parameter("run"));
  if (!run || !runner_.cancel(*run)) return no_such_page();
  return json_response(taken_json(*run));
}

WebResponse StudioSite::trace(const WebRequest& request) const {
  const std::optional<int> run = run_number(request.parameter("run"));
  std::string page = run ? runner_.page(*run) : "";
  return page.empty() ? no_such_page() : page_in_frame(std::move(page));
}

WebResponse StudioSite::events() {
  WebResponse::NextPart next = hub_.subscribe();
  if (!next) return json_response(error_json("too many pages are open: close one"), 503);
  return {.type = "text/event-stream", .body = "", .next_part = std::move(next)};
}

}  // namespace hippuzzle
