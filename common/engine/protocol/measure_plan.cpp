#include "engine/protocol/measure_plan.hpp"

#include <nlohmann/json.hpp>

#include "engine/protocol/configuration_json.hpp"

namespace hippuzzle {
namespace {

using json = nlohmann::ordered_json;

json to_json(const VendorProduct& v) {
  const hippuzzle_product& p = v.shape;
  return {{"shape", {p.m, p.n, p.k}},
          {"operands", {p.a, p.b}},
          {"b_transposed", p.b_transposed},
          {"math", static_cast<int>(p.math)},
          {"types", {v.a_type, v.b_type, v.c_type}},
          {"library", v.library}};
}

VendorProduct to_vendor(const json& j) {
  const auto type = [&](size_t i) {
    return static_cast<hippuzzle_type>(j.at("types").at(i).get<int>());
  };
  return {{j.at("shape").at(0), j.at("shape").at(1), j.at("shape").at(2), j.at("operands").at(0),
           j.at("operands").at(1), j.at("b_transposed"),
           static_cast<hippuzzle_math>(j.at("math").get<int>())},
          type(0),
          type(1),
          type(2),
          j.at("library")};
}

json to_json(const MeasuredItem& item) {
  json buffers = json::array();
  for (const MeasuredBuffer& b : item.buffers) {
    buffers.push_back({b.offsets, b.bytes, b.element_bytes, b.output});
  }
  return {{"variant", item.variant},
          {"required", item.required},
          {"vendor", item.vendor ? to_json(*item.vendor) : json()},
          {"configuration", configuration_json(item.configuration)},
          {"extents", item.extents.n},
          {"buffers", buffers}};
}

MeasuredItem to_item(const json& j) {
  MeasuredItem item = {};
  item.variant = j.at("variant");
  item.required = j.at("required");
  if (!j.at("vendor").is_null()) item.vendor = to_vendor(j.at("vendor"));
  item.configuration = to_configuration(j.at("configuration"));
  for (size_t i = 0; i < std::size(item.extents.n); ++i) item.extents.n[i] = j.at("extents").at(i);
  for (const json& b : j.at("buffers")) {
    item.buffers.push_back({b.at(0).get<std::vector<uint64_t>>(), b.at(1), b.at(2), b.at(3)});
  }
  return item;
}

}  // namespace

json to_json(const MeasurePlan& plan) {
  json items = json::array();
  for (const MeasuredItem& item : plan.items) items.push_back(to_json(item));
  return {{"items", items},
          {"input_sets", plan.input_sets},
          {"cold", plan.cold},
          {"sustained", plan.sustained_seconds},
          {"budget", plan.budget_seconds},
          {"relative_error", plan.relative_error},
          {"samples", {plan.least_samples, plan.most_samples}},
          {"launches_may_wait", plan.launches_may_wait},
          {"seed", plan.seed}};
}

MeasurePlan to_measure_plan(const json& j) {
  MeasurePlan plan;
  for (const json& item : j.at("items")) plan.items.push_back(to_item(item));
  plan.input_sets = j.at("input_sets");
  plan.cold = j.at("cold");
  plan.sustained_seconds = j.at("sustained");
  plan.budget_seconds = j.at("budget");
  plan.relative_error = j.at("relative_error");
  plan.least_samples = j.at("samples").at(0);
  plan.most_samples = j.at("samples").at(1);
  plan.launches_may_wait = j.at("launches_may_wait");
  plan.seed = j.at("seed");
  return plan;
}

}  // namespace hippuzzle
