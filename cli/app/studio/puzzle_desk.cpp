#include "cli/app/studio/puzzle_desk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cli/app/learner/hints.hpp"
#include "cli/app/learner/learner.hpp"
#include "cli/app/studio/studio_site.hpp"
#include "cli/terminal/text/typed_command.hpp"
#include "engine/judge/catalog/device_list.hpp"
#include "engine/platforms/platforms.hpp"
#include "lessons/curriculum.hpp"
#include "toolchain/toolchain.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;
namespace {

// The words of a hint without the page around it.
std::string hint_html(const std::string& markdown) {
  return markdown_page(as_typed(markdown), [](const std::string&, LinkKind) { return ""; }).html;
}

}  // namespace

// Lessons of puzzles that are not built are left out, since nothing could run there.
PuzzleDesk::PuzzleDesk(const GlobalOptions& globals, Workspace workspace, const std::string& first,
                       bool is_read_only, std::optional<Isolation> isolation, StudioRunner& runner)
    : globals_(globals),
      workspace_(std::move(workspace)),
      first_(first),
      is_read_only_(is_read_only),
      isolation_(std::move(isolation)),
      runner_(runner),
      kernels_(globals, workspace_, is_read_only),
      book_(globals, workspace_, false),
      guides_(book_.guides()),
      pages_(globals.catalog().ids(), guides_),
      lessons_(course_lessons(globals.catalog())),
      devices_(devices_by_data_sheet(globals.search_path())),
      clangd_(clangd_command()),
      scratch_("hippuzzle-clangd-") {
  std::erase_if(lessons_, [](const CourseLesson& lesson) { return lesson.title.empty(); });
}

StudioAnswers PuzzleDesk::answers() {
  return {{"GET /api/course", answer_of(this, &PuzzleDesk::course)},
          {"GET /api/lesson", answer_of(this, &PuzzleDesk::lesson)},
          {"POST /api/open", answer_of(this, &PuzzleDesk::open)},
          {"GET /api/kernel", answer_of(this, &PuzzleDesk::kernel)},
          {"PUT /api/kernel", answer_of(this, &PuzzleDesk::save)},
          {"POST /api/reset", answer_of(this, &PuzzleDesk::reset)},
          {"POST /api/run", answer_of(this, &PuzzleDesk::run)},
          {"POST /api/complete", answer_of(this, &PuzzleDesk::complete)},
          {"POST /api/hint", answer_of(this, &PuzzleDesk::hint)},
          {"GET /api/solution", answer_of(this, &PuzzleDesk::solution)}};
}

WebResponse PuzzleDesk::course(const WebRequest&) {
  const Curriculum curriculum(globals_.catalog(), open_progress(workspace_), workspace_);
  return json_response(course_json(curriculum, lessons_,
                                   {.first = first_,
                                    .workspace = workspace_.root().string(),
                                    .devices = devices_,
                                    .is_read_only = is_read_only_,
                                    .has_editor = !editor_files().empty(),
                                    .has_completion = clangd_.has_value()}));
}

// Lessons show their hints one by one, by hint().
BookLesson PuzzleDesk::told(const std::string& id) const {
  const CatalogEntry entry = globals_.catalog().open(id);
  BookLesson lesson =
      book_.lesson(entry, Lesson(globals_.catalog(), entry.refs.front().puzzle->id()));
  lesson.hints.clear();
  return lesson;
}

std::optional<BookPage> PuzzleDesk::page_of(const std::string& name) {
  for (const std::string& id : globals_.catalog().ids()) {
    if (name != id + ".html" && !name.starts_with(id + "-")) continue;
    for (BookPage& page : pages_.of(told(id)))
      if (page.file == name) return std::move(page);
  }
  for (const fs::path& guide : guides_) {
    if (name != fmt::format("guide-{}.html", guide.stem().string())) continue;
    if (!std::exchange(has_all_lessons_, true)) {  // a guide may lead to the lessons made before it
      for (const CourseLesson& lesson : lessons_) (void)pages_.of(told(lesson.id));
    }
    return pages_.of(book_.guide(guide));
  }
  return std::nullopt;
}

WebResponse PuzzleDesk::lesson(const WebRequest& request) {
  const auto page = page_of(request.parameter("page"));
  return page ? json_response(lesson_json(page->title, page->html)) : no_such_page();
}

// Begins the puzzle, and runs the variant at every save from now on.
WebResponse PuzzleDesk::open(const WebRequest& request) {
  const CatalogEntry entry = kernels_.puzzle(request.parameter("puzzle"));
  const std::string variant = kernels_.variant(entry, request.parameter("variant"));
  kernels_.begin(entry);
  if (kernels_.has_stub(entry)) runner_.watch(entry.id, kernels_.file(entry), variant);
  return json_response(kernel_json(kernels_.read(entry)));
}

WebResponse PuzzleDesk::kernel(const WebRequest& request) {
  return json_response(kernel_json(kernels_.read(kernels_.puzzle(request.parameter("puzzle")))));
}

// Runs the task at once. 409 with the file as it is, when it is not the version that the page had
// read.
WebResponse PuzzleDesk::save(const WebRequest& request) {
  const CatalogEntry entry = kernels_.puzzle(request.parameter("puzzle"));
  const std::string variant = kernels_.variant(entry, request.parameter("variant"));
  const StudioTask task = task_of(request);
  if (!kernels_.write(entry, request.parameter("version"), request.body)) {
    return json_response(kernel_json(kernels_.read(entry)), 409);
  }
  const StudioKernel kernel = kernels_.read(entry);
  runner_.saved(entry.id, kernel.version);
  runner_.take({entry.id, variant, task, ""});
  return json_response(kernel_json(kernel));
}

WebResponse PuzzleDesk::reset(const WebRequest& request) {
  const CatalogEntry entry = kernels_.puzzle(request.parameter("puzzle"));
  kernels_.reset(entry);
  return json_response(kernel_json(kernels_.read(entry)));
}

WebResponse PuzzleDesk::run(const WebRequest& request) {
  const CatalogEntry entry = kernels_.puzzle(request.parameter("puzzle"));
  const std::string variant = kernels_.variant(entry, request.parameter("variant"));
  const std::string device = request.parameter("device");
  if (!device.empty() && std::ranges::find(devices_, device) == devices_.end()) {
    throw Error(Outcome::usage, "there is no data sheet of this device");
  }
  const StudioTask task = task_of(request);
  return json_response(taken_json(runner_.take(
                           {entry.id, variant, task, task == StudioTask::roofline ? device : ""})),
                       202);
}

std::vector<std::string> PuzzleDesk::clangd_for(const CatalogEntry& entry) const {
  if (!isolation_) return *clangd_;
  std::vector<fs::path> readable = {
      kernels_.file(entry).parent_path(),
      Lesson(globals_.catalog(), entry.refs.front().puzzle->id()).folder()};
  const auto toolchain = Toolchain::read(globals_.search_path().prefix(), cpu_platform().name);
  readable.insert(readable.end(), toolchain.include.begin(), toolchain.include.end());
  std::vector<std::string> command = isolation_->confined_command(scratch_.path(), readable);
  command.insert(command.end(), clangd_->begin(), clangd_->end());
  return command;
}

// The answer comes when clangd has it, or after some seconds without words. Other requests do not
// wait for it.
WebResponse PuzzleDesk::complete(const WebRequest& request) {
  constexpr size_t longest = 1 << 20;
  constexpr std::chrono::seconds patience{15};
  constexpr std::chrono::milliseconds slice{200};
  const CatalogEntry entry = kernels_.puzzle(request.parameter("puzzle"));
  const auto line = run_number(request.parameter("line"));
  const auto column = run_number(request.parameter("column"));
  if (!clangd_ || !kernels_.has_stub(entry)) return no_such_page();
  if (!line || !column || request.body.size() > longest) {
    throw Error(Outcome::usage, "line and column count from 1, and a text has up to 1 MiB");
  }
  const fs::path file = kernels_.file(entry);
  if (!language_server_ || language_server_->file() != file) {
    language_server_ = std::make_shared<LanguageServer>(clangd_for(entry), file);
  }
  const int question = language_server_->ask(request.body, *line - 1, *column - 1);
  const auto until = std::chrono::steady_clock::now() + patience;
  return {.type = "application/json",
          .body = "",
          .next_part = [server = language_server_, question, until,
                        is_over = false](std::string& part) mutable {
            if (is_over) return false;
            auto words = server->answer(question, slice);
            if (!words && std::chrono::steady_clock::now() > until) words.emplace();
            is_over = words.has_value();
            if (words) part = completions_json(*words);
            return true;
          }};
}

// The solution, once the puzzle has passed.
WebResponse PuzzleDesk::solution(const WebRequest& request) {
  const CatalogEntry entry = kernels_.puzzle(request.parameter("puzzle"));
  const Lesson lesson(globals_.catalog(), entry.refs.front().puzzle->id());
  if (!book_.may_show_solution(entry, lesson)) {
    return json_response(error_json("the solution is shown once the puzzle has passed"), 403);
  }
  return json_response(solution_json(lesson.solution()));
}

WebResponse PuzzleDesk::hint(const WebRequest& request) {
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

}  // namespace hippuzzle
