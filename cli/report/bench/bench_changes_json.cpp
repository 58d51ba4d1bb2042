// Changes between two measurements, for programs.
#include <nlohmann/json.hpp>

#include "cli/report/bench/bench_changes.hpp"
#include "support/text/json.hpp"

namespace hippuzzle {

std::string bench_changes_json(const std::vector<BenchChange>& changes, const Look&) {
  std::string text;
  for (const BenchChange& c : changes) {
    const nlohmann::ordered_json j = {
        {"kind", "comparison"}, {"puzzle", c.puzzle},    {"variant", c.variant},
        {"size", c.size},       {"regime", c.regime},    {"before", c.before},
        {"after", c.after},     {"ratio", c.time.value}, {"low", c.time.low},
        {"high", c.time.high},  {"verdict", c.verdict()}};
    text += to_line(j) + '\n';
  }
  return text;
}

std::vector<Format<std::vector<BenchChange>>> bench_changes_formats() {
  return {{text_format(), bench_changes_text},
          {{{"json", "jsonl"},
            {".json", ".jsonl"},
            "--json",
            "print a JSON object for each variant, one a line"},
           bench_changes_json}};
}

}  // namespace hippuzzle
