#include "cli/app/studio/program_desk.hpp"

#include <algorithm>
#include <regex>

#include "cli/app/studio/studio_site.hpp"
#include "support/files/source_file.hpp"
#include "support/files/text_file.hpp"
#include "support/outcome.hpp"
#include "support/text/sha256.hpp"

namespace hippuzzle {
namespace {

// "scale:3": the third launch of a kernel. Such a text is no option and no path.
bool is_launch(const std::string& text) {
  static const std::regex launch("[A-Za-z_][A-Za-z0-9_]{0,200}(:[1-9][0-9]{0,8})?");
  return std::regex_match(text, launch);
}

}  // namespace

ProgramDesk::ProgramDesk(std::filesystem::path file, bool is_read_only, StudioRunner& runner)
    : file_(std::move(file)),
      name_(file_.filename().string()),
      is_read_only_(is_read_only),
      runner_(runner) {}

StudioAnswers ProgramDesk::answers() {
  return {{"GET /api/course", answer_of(this, &ProgramDesk::course)},
          {"POST /api/open", answer_of(this, &ProgramDesk::open)},
          {"GET /api/kernel", answer_of(this, &ProgramDesk::kernel)},
          {"PUT /api/kernel", answer_of(this, &ProgramDesk::save)},
          {"POST /api/run", answer_of(this, &ProgramDesk::run)}};
}

void ProgramDesk::require_name(const WebRequest& request) const {
  if (request.parameter("puzzle") == name_) return;
  throw Error(Outcome::usage, "this studio has one program and no puzzles");
}

StudioKernel ProgramDesk::read() const {
  StudioKernel kernel{.puzzle = name_,
                      .title = "",
                      .variants = {},
                      .file = file_.string(),
                      .text = read_source_file(file_),
                      .version = "",
                      .stub = ""};
  if (kernel.text) kernel.version = sha256(*kernel.text);
  return kernel;
}

WebResponse ProgramDesk::course(const WebRequest&) {
  return json_response(course_without_puzzles_json({.first = name_,
                                                    .workspace = file_.parent_path().string(),
                                                    .devices = {},
                                                    .is_read_only = is_read_only_,
                                                    .has_editor = !editor_files().empty()}));
}

// Runs at every save from now on.
WebResponse ProgramDesk::open(const WebRequest& request) {
  require_name(request);
  runner_.watch(name_, file_, "");
  return json_response(kernel_json(read()));
}

WebResponse ProgramDesk::kernel(const WebRequest& request) {
  require_name(request);
  return json_response(kernel_json(read()));
}

// As the puzzles' PUT: 409 with the file where it has another version.
WebResponse ProgramDesk::save(const WebRequest& request) {
  require_name(request);
  const StudioTask task = task_of(request);
  if (is_read_only_) throw Error(Outcome::usage, "the studio is read-only: nothing is written");
  const StudioKernel before = read();
  if (request.parameter("version") != before.version) {
    return json_response(kernel_json(before), 409);
  }
  if (before.text != request.body) replace_file(file_, request.body);
  const StudioKernel kernel = read();
  runner_.saved(name_, kernel.version);
  runner_.take({name_, "", task, ""});
  return json_response(kernel_json(kernel));
}

WebResponse ProgramDesk::run(const WebRequest& request) {
  require_name(request);
  const StudioTask task = task_of(request);
  const std::string launch = request.parameter("launch");
  if (task == StudioTask::trace && !is_launch(launch)) {
    throw Error(Outcome::usage, "a trace needs a launch: the kernel's name and its number");
  }
  return json_response(
      taken_json(runner_.take({name_, "", task, task == StudioTask::trace ? launch : ""})), 202);
}

}  // namespace hippuzzle
