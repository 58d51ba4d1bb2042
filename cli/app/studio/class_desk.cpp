#include "cli/app/studio/class_desk.hpp"

#include "cli/app/studio/studio_site.hpp"
#include "cli/report/results/results_page.hpp"
#include "cli/report/studio/studio_json.hpp"

namespace hippuzzle {

ClassDesk::ClassDesk(std::vector<std::string> files) : files_(std::move(files)) { (void)page(); }

std::string ClassDesk::page() const {
  return results_page(join_results(files_, for_page()), "Results of the class");
}

StudioAnswers ClassDesk::answers() {
  return {{"GET /api/course",
           [](const WebRequest&) {
             return json_response(course_without_puzzles_json({.first = "",
                                                               .workspace = "",
                                                               .devices = {},
                                                               .is_read_only = true,
                                                               .has_editor = false,
                                                               .is_class = true}));
           }},
          {"GET /api/class", [this](const WebRequest&) { return page_in_frame(page()); }}};
}

}  // namespace hippuzzle
