#include "cli/report/studio/studio_page.hpp"

#include "cli/report/book/book.hpp"
#include "studio_page_parts.hpp"

namespace hippuzzle {

const std::map<std::string, StudioFile>& studio_files() {
  constexpr const char* script = "text/javascript; charset=utf-8";
  static const std::map<std::string, StudioFile> files = {
      {"/", {"text/html; charset=utf-8", studio_html}},
      {"/book.css", {"text/css; charset=utf-8", book_style()}},
      {"/book_code.js", {script, book_code_script()}},
      {"/studio.css", {"text/css; charset=utf-8", studio_css}},
      {"/studio.js", {script, studio_js}},
      {"/studio_server.js", {script, studio_server_js}},
      {"/studio_lesson.js", {script, studio_lesson_js}},
      {"/studio_editor.js", {script, studio_editor_js}},
      {"/studio_drafts.js", {script, studio_drafts_js}},
      {"/studio_results.js", {script, studio_results_js}},
      {"/studio_text.js", {script, studio_text_js}},
      {"/studio_runs.js", {script, studio_runs_js}},
      {"/studio_views.js", {script, studio_views_js}},
      {"/studio_measures.js", {script, studio_measures_js}},
      {"/studio_panes.js", {script, studio_panes_js}}};
  return files;
}

}  // namespace hippuzzle
