#include "cli/app/studio/studio_site.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "cli/app/learner/hints.hpp"
#include "cli/app/learner/learner.hpp"
#include "cli/report/studio/studio_page.hpp"
#include "cli/terminal/text/typed_command.hpp"
#include "lessons/curriculum.hpp"
#include "support/files/text_file.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;
namespace {

constexpr const char* json_type = "application/json";

// A page of a trace is a document of its own without an origin: its scripts reach nothing here.
constexpr const char* trace_policy =
    "sandbox allow-scripts; default-src 'none'; style-src 'unsafe-inline'; script-src "
    "'unsafe-inline'; frame-ancestors 'self'";
constexpr const char* picture_policy = "sandbox; default-src 'none'; style-src 'unsafe-inline'";

WebResponse json_response(const std::string& document, int status = 200) {
  return {.status = status, .type = json_type, .body = document};
}

WebResponse not_found() { return json_response(error_json("there is no such page"), 404); }

std::string type_of(const fs::path& file) {
  const fs::path ending = file.extension();
  if (ending == ".svg") return "image/svg+xml";
  if (ending == ".png") return "image/png";
  if (ending == ".css") return "text/css; charset=utf-8";
  return "text/javascript; charset=utf-8";
}

StudioTask task_of(const WebRequest& request) {
  if (const auto task = studio_task(request.parameter("task"))) return *task;
  throw Error(Outcome::usage, "the task is none of run, check, trace and explain");
}

std::optional<int> run_number(const std::string& text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || number <= 0) return std::nullopt;
  return number;
}

// The words of a hint without the page around it.
std::string hint_html(const std::string& markdown) {
  return markdown_page(as_typed(markdown), [](const std::string&, LinkKind) { return ""; }).html;
}

}  // namespace

const std::map<std::string, fs::path>& editor_files() {
  static const std::map<std::string, fs::path> files = [] {
    const fs::path folder = "/usr/share/javascript/codemirror";
    const std::map<std::string, fs::path> wanted = {
        {"/editor/codemirror.css", folder / "lib/codemirror.css"},
        {"/editor/codemirror.js", folder / "lib/codemirror.js"},
        {"/editor/clike.js", folder / "mode/clike/clike.js"},
        {"/editor/matchbrackets.js", folder / "addon/edit/matchbrackets.js"}};
    std::error_code ignored;
    for (const auto& [path, file] : wanted)
      if (!fs::exists(file, ignored)) return std::map<std::string, fs::path>{};
    return wanted;
  }();
  return files;
}

// Lessons of puzzles that are not built are left out, since nothing could run there.
StudioSite::StudioSite(const GlobalOptions& globals, Workspace workspace, const std::string& first,
                       bool is_read_only, StudioRunner& runner, EventHub& hub, WebGuard& guard)
    : globals_(globals),
      workspace_(std::move(workspace)),
      first_(first),
      is_read_only_(is_read_only),
      runner_(runner),
      hub_(hub),
      guard_(guard),
      kernels_(globals, workspace_, is_read_only),
      book_(globals, workspace_, false),
      guides_(book_.guides()),
      pages_(globals.catalog().ids(), guides_),
      lessons_(course_lessons(globals.catalog())) {
  std::erase_if(lessons_, [](const CourseLesson& lesson) { return lesson.title.empty(); });
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
  static const std::map<std::string, Answer> answers = {
      {"GET /api/course", &StudioSite::course}, {"GET /api/lesson", &StudioSite::lesson},
      {"POST /api/open", &StudioSite::open},    {"GET /api/kernel", &StudioSite::kernel},
      {"PUT /api/kernel", &StudioSite::save},   {"POST /api/reset", &StudioSite::reset},
      {"POST /api/run", &StudioSite::run},      {"POST /api/cancel", &StudioSite::cancel},
      {"POST /api/hint", &StudioSite::hint},    {"GET /api/trace", &StudioSite::trace},
      {"GET /api/events", &StudioSite::events},
  };
  const std::lock_guard lock(mutex_);
  const auto found = answers.find(request.method + " " + request.path);
  if (found != answers.end()) return (this->*found->second)(request);
  if (request.method != "GET") return not_found();
  return file(request.path).value_or(not_found());
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
  const auto picture =
      path.empty() ? pages_.pictures().end() : pages_.pictures().find(path.substr(1));
  if (picture == pages_.pictures().end()) return std::nullopt;
  return WebResponse{.type = type_of(picture->second),
                     .body = read_file(picture->second).value_or(""),
                     .headers = {{"Content-Security-Policy", picture_policy}}};
}

WebResponse StudioSite::course(const WebRequest&) {
  const Curriculum curriculum(globals_.catalog(), open_progress(workspace_), workspace_);
  return json_response(
      course_json(curriculum, lessons_,
                  {first_, workspace_.root().string(), is_read_only_, !editor_files().empty()}));
}

// Lessons show their hints one by one, by hint().
std::optional<BookPage> StudioSite::page_of(const std::string& name) {
  for (const std::string& id : globals_.catalog().ids()) {
    if (name != id + ".html" && !name.starts_with(id + "-")) continue;
    const CatalogEntry entry = globals_.catalog().open(id);
    BookLesson told =
        book_.lesson(entry, Lesson(globals_.catalog(), entry.refs.front().puzzle->id()));
    told.hints.clear();
    for (BookPage& page : pages_.of(told))
      if (page.file == name) return std::move(page);
  }
  for (const fs::path& guide : guides_) {
    if (name != fmt::format("guide-{}.html", guide.stem().string())) continue;
    return pages_.of(book_.guide(guide));
  }
  return std::nullopt;
}

WebResponse StudioSite::lesson(const WebRequest& request) {
  const auto page = page_of(request.parameter("page"));
  return page ? json_response(lesson_json(page->title, page->html)) : not_found();
}

// Begins the puzzle, and runs the variant at every save from now on.
WebResponse StudioSite::open(const WebRequest& request) {
  const CatalogEntry entry = kernels_.puzzle(request.parameter("puzzle"));
  const std::string variant = kernels_.variant(entry, request.parameter("variant"));
  kernels_.begin(entry);
  if (kernels_.has_stub(entry)) runner_.watch(entry.id, kernels_.file(entry), variant);
  return json_response(kernel_json(kernels_.read(entry)));
}

WebResponse StudioSite::kernel(const WebRequest& request) {
  return json_response(kernel_json(kernels_.read(kernels_.puzzle(request.parameter("puzzle")))));
}

// Runs the task at once. 409 with the file as it is, when it is not the version that the page had
// read.
WebResponse StudioSite::save(const WebRequest& request) {
  const CatalogEntry entry = kernels_.puzzle(request.parameter("puzzle"));
  const std::string variant = kernels_.variant(entry, request.parameter("variant"));
  const StudioTask task = task_of(request);
  if (!kernels_.write(entry, request.parameter("version"), request.body)) {
    return json_response(kernel_json(kernels_.read(entry)), 409);
  }
  const StudioKernel kernel = kernels_.read(entry);
  runner_.saved(entry.id, kernel.version);
  runner_.take({entry.id, variant, task});
  return json_response(kernel_json(kernel));
}

WebResponse StudioSite::reset(const WebRequest& request) {
  const CatalogEntry entry = kernels_.puzzle(request.parameter("puzzle"));
  kernels_.reset(entry);
  return json_response(kernel_json(kernels_.read(entry)));
}

WebResponse StudioSite::run(const WebRequest& request) {
  const CatalogEntry entry = kernels_.puzzle(request.parameter("puzzle"));
  const std::string variant = kernels_.variant(entry, request.parameter("variant"));
  return json_response(taken_json(runner_.take({entry.id, variant, task_of(request)})), 202);
}

WebResponse StudioSite::cancel(const WebRequest& request) {
  const std::optional<int> run = run_number(request.parameter("run"));
  if (!run || !runner_.cancel(*run)) return not_found();
  return json_response(taken_json(*run));
}

WebResponse StudioSite::hint(const WebRequest& request) {
  const CatalogEntry entry = kernels_.puzzle(request.parameter("puzzle"));
  const std::string flag = kernels_.variant(entry, request.parameter("variant"));
  Progress progress = open_progress(workspace_);
  const CoursePuzzle puzzle = course_puzzle(entry, globals_.catalog(), progress, workspace_);
  const auto named = std::ranges::find(puzzle.variants, flag, &CourseVariant::flag);
  const CourseVariant& variant = named == puzzle.variants.end() ? puzzle.current() : *named;
  const Lesson lesson(globals_.catalog(), variant.puzzle);
  const bool is_next = request.parameter("which") == "next";
  const int before = variant.progress.hints_shown;
  std::vector<std::string> html;
  size_t count = 0;
  if (is_next && !is_read_only_) {
    const ShownHints shown = take_hints(lesson, variant, progress, Hint::next);
    for (size_t i = 0; i < shown.end; ++i) html.push_back(hint_html(shown.all[i]));
    count = shown.all.size();
  } else {
    const std::vector<std::string> all = lesson.hints(variant.name);
    count = all.size();
    for (size_t i = 0; i < std::min(count, static_cast<size_t>(std::max(before, 0))); ++i) {
      html.push_back(hint_html(all[i]));
    }
  }
  return json_response(hints_json(html, count));
}

WebResponse StudioSite::trace(const WebRequest& request) {
  const std::optional<int> run = run_number(request.parameter("run"));
  const std::string page = run ? runner_.page(*run) : "";
  if (page.empty()) return not_found();
  return {.type = "text/html; charset=utf-8",
          .body = page,
          .headers = {{"Content-Security-Policy", trace_policy}}};
}

WebResponse StudioSite::events(const WebRequest&) {
  WebResponse::NextPart next = hub_.subscribe();
  if (!next) return json_response(error_json("too many pages are open: close one"), 503);
  return {.type = "text/event-stream", .body = "", .next_part = std::move(next)};
}

}  // namespace hippuzzle
