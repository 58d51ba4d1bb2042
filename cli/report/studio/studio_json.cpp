#include "cli/report/studio/studio_json.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/report/lessons/progress_text.hpp"
#include "support/text/json.hpp"

namespace hippuzzle {
namespace {

using json = nlohmann::ordered_json;

json row_of(const CourseLesson& lesson) {
  return {{"id", lesson.id},
          {"title", lesson.title},
          {"requires", lesson.place.required},
          {"minutes", lesson.place.minutes}};
}

json to_json(const StudioFacts& facts) {
  return {{"first", facts.first},
          {"workspace", facts.workspace},
          {"devices", facts.devices},
          {"class", facts.is_class},
          {"read_only", facts.is_read_only},
          {"editor", facts.has_editor},
          {"completion", facts.has_completion}};
}

// The writer replaces bytes that are not UTF-8.
bool is_utf8(const std::string& text) { return parse_json(to_line(text)) == text; }

}  // namespace

std::string course_json(const Curriculum& curriculum, const std::vector<CourseLesson>& lessons,
                        const StudioFacts& facts) {
  json document = to_json(facts);
  document["progress"] = parse_json(progress_json(curriculum, {}));
  document["units"] = json::array();
  json& units = document["units"];
  for (const CourseLesson& lesson : lessons) {
    if (units.empty() || units.back()["title"] != lesson.place.unit) {
      units.push_back({{"title", lesson.place.unit}, {"puzzles", json::array()}});
    }
    units.back()["puzzles"].push_back(row_of(lesson));
  }
  return to_line(document);
}

std::string course_without_puzzles_json(const StudioFacts& facts) {
  json document = to_json(facts);
  document["progress"] = {{"puzzles", json::array()}, {"passed", 0}};
  document["units"] = nullptr;
  return to_line(document);
}

std::string lesson_json(const std::string& title, const std::string& html) {
  return to_line({{"title", title}, {"html", html}});
}

std::string kernel_json(const StudioKernel& kernel) {
  json document = {
      {"puzzle", kernel.puzzle}, {"title", kernel.title}, {"variants", kernel.variants},
      {"file", kernel.file},     {"text", nullptr},       {"version", kernel.version},
      {"stub", kernel.stub},     {"is_text", true}};
  if (kernel.text) {
    document["text"] = *kernel.text;
    document["is_text"] = is_utf8(*kernel.text);
  }
  return to_line(document);
}

std::string hints_json(const std::vector<std::string>& hints, size_t count) {
  return to_line({{"hints", hints}, {"count", count}});
}

std::string completions_json(const StudioCompletions& words) {
  json items = json::array();
  for (const auto& [text, label, detail] : words.items) {
    items.push_back({{"text", text}, {"label", label}, {"detail", detail}});
  }
  return to_line({{"from", words.from}, {"items", items}});
}

std::string solution_json(const std::string& text) { return to_line({{"text", text}}); }

std::string taken_json(int run) { return to_line({{"run", run}}); }

std::string error_json(const std::string& sentence) { return to_line({{"error", sentence}}); }

std::string queued_json(int run, const std::string& puzzle, const std::string& variant,
                        const std::string& task) {
  return to_line({{"run", run}, {"puzzle", puzzle}, {"variant", variant}, {"task", task}});
}

std::string text_json(int run, const std::string& text) {
  return to_line({{"run", run}, {"text", text}});
}

std::string result_json(int run, const std::string& line) {
  return fmt::format(R"({{"run":{},"result":{}}})", run, line);
}

std::string on_one_line(const std::string& document) try {
  return to_line(parse_json(document));
} catch (const json::parse_error&) {  // its writer was killed
  return "{}";
}

std::string end_json(int run, const std::string& puzzle, std::optional<int> exit_code,
                     bool is_cancelled, double seconds, bool has_page) {
  json document = {{"run", run},           {"puzzle", puzzle},
                   {"exit_code", nullptr}, {"cancelled", is_cancelled},
                   {"seconds", seconds},   {"page", has_page}};
  if (exit_code) document["exit_code"] = *exit_code;
  return to_line(document);
}

std::string file_json(const std::string& puzzle, const std::string& version) {
  return to_line({{"puzzle", puzzle}, {"version", version}});
}

}  // namespace hippuzzle
