#include "cli/report/batch/result_format.hpp"

namespace hippuzzle {

void ResultCounts::add(const BatchResult& batch) {
  ++results;
  seconds += batch.seconds;
  const Outcome outcome = batch.result.outcome;
  if (outcome == Outcome::passed) return;
  if (!is_failure(batch)) {
    ++skipped;
  } else if (outcome == Outcome::wrong_answer || outcome == Outcome::findings) {
    ++failures;
  } else {
    ++errors;
  }
}

std::vector<FormatName> result_format_names() {
  return {text_format(),
          {{"json"}, {".json"}},
          {{"jsonl"}, {".jsonl"}, "--json", "print JSON, one line a variant and a summary"},
          {{"junit"}, {".xml"}},
          {{"csv"}, {".csv"}}};
}

std::unique_ptr<ResultFormat> make_result_format(const std::string& word, Look look) {
  if (word == "json") return make_json_format();
  if (word == "jsonl") return make_json_lines_format();
  if (word == "junit") return make_junit_format();
  if (word == "csv") return make_csv_format();
  return make_text_format(look);
}

}  // namespace hippuzzle
