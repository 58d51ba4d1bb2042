#include "cli/report/batch/result_plan.hpp"

#include <nlohmann/json.hpp>

namespace hippuzzle {

nlohmann::ordered_json plan_json(const ResultPlan& plan) {
  nlohmann::ordered_json object = {{"planned", plan.planned}};
  if (plan.shards > 1) object["shard"] = {{"index", plan.shard}, {"count", plan.shards}};
  return object;
}

ResultPlan plan_of(const nlohmann::ordered_json& object) {
  ResultPlan plan;
  plan.planned = object.at("planned").get<std::vector<std::string>>();
  if (object.contains("shard")) {
    plan.shard = object.at("shard").at("index");
    plan.shards = object.at("shard").at("count");
  }
  return plan;
}

}  // namespace hippuzzle
