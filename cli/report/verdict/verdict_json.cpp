// Results for programs: a JSON object a line.
#include <nlohmann/json.hpp>

#include "cli/report/advice_text.hpp"
#include "cli/report/verdict/findings/findings_json.hpp"
#include "cli/report/verdict/verdict_formats.hpp"
#include "cli/report/verdict/verdict_json.hpp"
#include "engine/results/names.hpp"
#include "support/text/json.hpp"

namespace hippuzzle {
namespace {

using json = nlohmann::ordered_json;

json to_json(const CaseResult& c, const VariantResult& result) {
  json mismatches = json::array();
  for (const Mismatch& m : c.comparison.first) {
    mismatches.push_back({{"output", result.outputs[m.output].name},
                          {"index", m.index},
                          {"got", m.got},  // null for NaN, which JSON does not have
                          {"expected", m.expected},
                          {"never_written", m.never_written}});
  }
  return {{"name", c.name},
          {"ran", c.is_run},
          {"passed", c.passed},
          {"judged", c.is_judged},
          {"milliseconds", c.milliseconds},
          {"wrong", c.comparison.wrong},
          {"nan", c.comparison.nan},
          {"never_written", c.comparison.never_written},
          {"mismatches", mismatches},
          {"faults", c.faults}};
}

json to_json(const VariantResult& r) {
  json cases = json::array();
  for (const CaseResult& c : r.cases) cases.push_back(to_json(c, r));
  json j = {{"kind", "variant"},
            {"puzzle", r.puzzle},
            {"variant", r.variant},
            {"kernels", word_of(r.kernels)},
            {"platform", r.platform},
            {"device", r.device},
            {"toolkit", r.toolkit},
            {"module", r.module.string()},
            {"seed", r.seed},
            {"in_process", r.in_process},
            {"outcome", to_key(r.outcome)},
            {"exit_code", exit_code(r.outcome)},
            {"reason", reason_in_words(r)},
            {"mistakes", r.mistakes},
            {"planned_cases", r.case_count},
            {"cases", cases}};
  if (const CaseResult* const example = r.example()) {
    json outputs = json::array();
    for (size_t i = 0; i < r.outputs.size(); ++i) {
      const hippuzzle_shape& shape = example->shapes[i];
      outputs.push_back({{"name", r.outputs[i].name},
                         {"type", word_of(r.outputs[i].type)},
                         {"shape", std::vector(shape.n, shape.n + shape.rank)}});
    }
    j["outputs"] = outputs;
    j["out"] = example->output;
    j["expected"] = example->expected;
  }
  if (!r.size.empty()) j["size"] = r.size;
  if (r.checked) {
    j["checked_blocks"] = nullptr;  // all
    if (r.sampled.in_all > 0) {
      j["checked_blocks"] = {{"looked_at", r.sampled.looked_at}, {"in_all", r.sampled.in_all}};
    }
    j["schedules"] = {{"count", r.schedules}, {"launches", r.rescheduled_launches}};
    j["findings"] = findings_json(r);
    j["complaints"] = r.notes;
  }
  if (!r.counts.empty()) {
    j["counts"] = counts_json(r.counts);
    j["remarks"] = remarks_json(r);
  }
  if (const auto time = r.kernel_milliseconds()) j["kernel_milliseconds"] = *time;
  return j;
}

class VerdictJson : public VerdictFormat {
 public:
  std::string result(const VariantResult& result) override {
    return to_line(variant_json(result)) + '\n';
  }

  std::string end(const Verdicts& all) override {
    std::vector<Outcome> outcomes;
    for (const VariantResult& result : all.results) outcomes.push_back(result.outcome);
    return to_line(summary_json(outcomes, all.worst)) + '\n';
  }
};

}  // namespace

json variant_json(const VariantResult& result) { return to_json(result); }

json summary_json(std::span<const Outcome> outcomes, Outcome worst) {
  json counts = json::object();
  for (const Outcome outcome : outcomes) {
    const std::string key = to_key(outcome);
    counts[key] = counts.value(key, 0) + 1;
  }
  return {{"kind", "summary"},
          {"results", outcomes.size()},
          {"counts", counts},
          {"outcome", to_key(worst)},
          {"exit_code", exit_code(worst)}};
}

std::unique_ptr<VerdictFormat> make_verdict_json() { return std::make_unique<VerdictJson>(); }

std::vector<FormatName> run_format_names() {
  return {text_format(),
          {{"json", "jsonl"},
           {".json", ".jsonl"},
           "--json",
           "print JSON, one line a variant and a summary"}};
}

std::vector<FormatName> check_format_names() {
  std::vector<FormatName> names = run_format_names();
  names.push_back({{"sarif"}, {".sarif"}, "--sarif", "print one SARIF document, for editors"});
  return names;
}

}  // namespace hippuzzle
