// A batch for programs: a JSON object a line, or one document.
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/report/batch/result_format.hpp"
#include "cli/report/verdict/verdict_json.hpp"
#include "support/text/json.hpp"

namespace hippuzzle {
namespace {

using json = nlohmann::ordered_json;

json to_json(const BatchResult& batch) {
  json j = variant_json(batch.result);
  j["seconds"] = batch.seconds;
  j["repetition"] = batch.repetition;
  j["command"] = batch.command;
  if (!batch.answers.empty()) j["answers"] = batch.answers;
  if (!batch.counts) j["decides"] = false;
  return j;
}

json batch_summary(std::span<const BatchResult> results, Outcome worst) {
  std::vector<Outcome> outcomes;
  for (const BatchResult& batch : results) outcomes.push_back(batch.result.outcome);
  return summary_json(outcomes, worst);
}

class JsonLines : public ResultFormat {
 public:
  std::string one(const BatchResult& batch) const override {
    return to_line(to_json(batch)) + '\n';
  }
  std::string tail(std::span<const BatchResult> results, Outcome worst) const override {
    return to_line(batch_summary(results, worst)) + '\n';
  }
};

class JsonDocument : public ResultFormat {
 public:
  bool is_document() const override { return true; }
  void expect(const ResultPlan& plan) override { plan_ = plan; }
  std::string head(const ResultCounts&) const override {
    json head = {{"version", 1}};
    if (plan_) head.update(plan_json(*plan_));
    std::string text = to_line(head);
    text.pop_back();  // the brace: results and summary follow
    return text + ", \"results\": [\n";
  }
  std::string one(const BatchResult& batch) const override { return to_line(to_json(batch)); }
  std::string between() const override { return ",\n"; }
  std::string cut_off() const override { return "\n]}\n"; }
  std::string tail(std::span<const BatchResult> results, Outcome worst) const override {
    return "\n],\n\"summary\": " + to_line(batch_summary(results, worst)) + "}\n";
  }

 private:
  std::optional<ResultPlan> plan_;
};

}  // namespace

std::unique_ptr<ResultFormat> make_json_format() { return std::make_unique<JsonDocument>(); }

std::unique_ptr<ResultFormat> make_json_lines_format() { return std::make_unique<JsonLines>(); }

}  // namespace hippuzzle
