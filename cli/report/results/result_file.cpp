#include "cli/report/results/result_file.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "support/files/text_file.hpp"
#include "support/text/json.hpp"

namespace hippuzzle {
namespace {

using json = nlohmann::ordered_json;

StoredResult stored(const json& object, const KeepOf& keep) {
  StoredResult result;
  result.is_grade = object.at("kind") == "grade";
  if (!result.is_grade && object.at("kind") != "variant") throw std::runtime_error("no result");
  result.student = object.value("student", "");
  result.folder = object.value("folder", "");
  result.puzzle = object.at("puzzle");
  result.variant = object.value("variant", "");
  result.platform = object.value("platform", "");
  result.device = object.value("device", "");
  const auto outcome = outcome_of_key(object.at("outcome").get<std::string>());
  if (!outcome) throw std::runtime_error("an unknown outcome");
  result.outcome = *outcome;
  result.seconds = object.value("seconds", 0.0);
  result.decides = object.value("decides", true);
  if (object.contains("answers")) {
    result.answers = object.at("answers").get<std::vector<std::string>>();
  } else {
    result.answers = {name_of(result)};
  }
  result.text = to_line(keep(object));
  return result;
}

// A document is read result by result: of thousands only the kept results stay in memory.
bool read_document(const std::string& text, const KeepOf& keep, ResultFile& file) {
  bool in_results = false;
  const json document =
      json::parse(text, [&](int depth, json::parse_event_t event, const json& parsed) {
        if (event == json::parse_event_t::key && depth == 1) in_results = parsed == "results";
        if (event != json::parse_event_t::object_end || depth != 2 || !in_results) return true;
        file.results.push_back(stored(parsed, keep));
        return false;
      });
  if (!document.is_object() || !document.contains("results")) return false;
  if (document.contains("planned")) file.plan = plan_of(document);
  file.is_complete = document.contains("summary");
  return true;
}

// JSON lines, and the journal of a grading.
void read_line(const std::string& line, const KeepOf& keep, ResultFile& file) {
  const json object = parse_json(line);
  const std::string kind = object.at("kind");
  if (kind == "variant" || kind == "grade") file.results.push_back(stored(object, keep));
  if (kind == "summary" || kind == "end") file.is_complete = true;
  if (object.contains("planned")) file.plan = plan_of(object);
}

bool begins_with_line(const std::string& text) {
  const json first = json::parse(text.substr(0, text.find('\n')), nullptr, false);
  return first.is_object() && first.contains("kind");
}

}  // namespace

std::string name_of(const StoredResult& result) {
  if (result.is_grade) return fmt::format("{}: {}", result.student, result.puzzle);
  std::string name = result.puzzle;
  if (!result.variant.empty()) name += " --" + result.variant;
  if (!result.platform.empty()) name += " on " + result.platform;
  return name;
}

ResultFile read_results(const std::string& file, const KeepOf& keep) {
  ResultFile read;
  read.name = file;
  const auto refused = [&](const std::string& why) {
    return Error(Outcome::usage,
                 fmt::format("'{}' has no results ({}); name a file that `hippuzzle run --output "
                             "NAME.json` or `hippuzzle grade` wrote",
                             file, why));
  };
  std::optional<std::string> text;
  try {
    text = read_file(file);
  } catch (const std::exception& error) {
    throw refused(error.what());
  }
  if (!text) throw refused("there is no such file");
  try {
    if (!begins_with_line(*text)) {
      if (!read_document(*text, keep, read)) throw refused("it has no list of results");
      return read;
    }
    for (size_t begin = 0; begin < text->size();) {
      const size_t end = text->find('\n', begin);
      read.is_torn = end == text->npos;
      if (read.is_torn) break;
      read_line(text->substr(begin, end - begin), keep, read);
      begin = end + 1;
    }
  } catch (const Error&) {
    throw;
  } catch (const std::exception&) {
    throw refused("its JSON is not well formed");
  }
  return read;
}

}  // namespace hippuzzle
