#include "cli/app/studio/studio_answers.hpp"

#include <charconv>

#include "cli/report/studio/studio_json.hpp"
#include "support/outcome.hpp"

namespace hippuzzle {

WebResponse json_response(const std::string& document, int status) {
  return {.status = status, .type = "application/json", .body = document};
}

WebResponse no_such_page() { return json_response(error_json("there is no such page"), 404); }

StudioTask task_of(const WebRequest& request) {
  if (const auto task = studio_task(request.parameter("task"))) return *task;
  throw Error(Outcome::usage,
              "the task is none of run, check, trace, explain, counts, roofline and bench");
}

std::optional<int> run_number(const std::string& text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || number <= 0) return std::nullopt;
  return number;
}

}  // namespace hippuzzle
