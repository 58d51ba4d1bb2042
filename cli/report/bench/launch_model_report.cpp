#include "cli/report/bench/launch_model_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "cli/report/numbers.hpp"
#include "cli/terminal/text/table.hpp"
#include "cli/terminal/text/text_layout.hpp"
#include "support/text/json.hpp"

namespace hippuzzle {
namespace {

using json = nlohmann::ordered_json;

// Milliseconds; 0 where it was not measured.
double measured_time(const Bench* measured, const std::string& variant) {
  if (measured == nullptr) return 0;
  const auto found = std::ranges::find(measured->results, variant, &Measurement::name);
  return found == measured->results.end() || found->time.count == 0 ? 0 : found->time.median;
}

// The proposed ways, with the times of the search that chose among them.
std::vector<TimedWay> ways_of(const Explanation& one, const Bench* measured) {
  if (measured != nullptr) {
    const auto found = std::ranges::find(measured->results, one.variant, &Measurement::name);
    if (found != measured->results.end() && !found->ways.empty()) return found->ways;
  }
  return one.ways;
}

std::string time_or_nothing(double milliseconds) {
  return milliseconds > 0 ? duration(milliseconds) : "";
}

std::string slices_text(const hippuzzle_explanation& e) {
  if (e.slices > 1) return fmt::format("{} tiles in {}", e.sliced_tiles, e.slices);
  return e.shares_last_round != 0 ? "last round shared out" : "none";
}

std::string folded_line(const std::string& text, const Look& look) {
  return fmt::format("{}\n", fmt::join(wrapped(text, std::max<size_t>(look.columns, 40)), "\n"));
}

// The ways of all variants that have a choice, the taken one marked.
std::string ways_text(const ExplainedSize& explained, const Bench* measured) {
  Table table({"", "way", "predicted", "measured", ""});
  bool any = false;
  for (const Explanation& one : explained.variants) {
    const std::vector<TimedWay> ways = ways_of(one, measured);
    const TimedWay* best = fastest(ways);
    for (const TimedWay& way : ways) {
      any = true;
      table.add({&way == ways.data() ? one.variant : "", way.words, duration(way.predicted),
                 time_or_nothing(way.milliseconds), &way == best ? "taken" : ""});
    }
  }
  return any ? "\n" + table.text() : "";
}

json ways_json(const std::vector<TimedWay>& ways) {
  const TimedWay* best = fastest(ways);
  json all = json::array();
  for (const TimedWay& way : ways) {
    all.push_back({{"way", way.words},
                   {"predicted_ms", way.predicted},
                   {"measured_ms", way.milliseconds > 0 ? json(way.milliseconds) : json()},
                   {"taken", &way == best}});
  }
  return all;
}

// The variants of each text, with commas between them.
using VariantsByText = std::map<std::string, std::string>;

void add_to(VariantsByText& all, const std::string& text, const std::string& variant) {
  std::string& names = all[text];
  names += (names.empty() ? "" : ", ") + variant;
}

}  // namespace

std::string explanation_text(const ExplainedSize& explained, const Bench* measured,
                             const Look& look) {
  const ModelledDevice& device = explained.device;
  std::string text = folded_line(
      fmt::format("{} at {}, as the model chooses on {} ({}, {} multiprocessors)", explained.puzzle,
                  explained.size, device.name, device.architecture, device.multiprocessors),
      look);
  Table table({"", "tile", "cluster", "tiles", "slices of k", "waves", "fetches", "predicted",
               "measured", "bound by"});
  VariantsByText orders, why_not;
  bool any = false, any_prediction = false;
  for (const Explanation& one : explained.variants) {
    if (!one.why_not.empty()) {
      add_to(why_not, one.why_not, one.variant);
      continue;
    }
    const hippuzzle_explanation& e = one.says;
    any = true;
    any_prediction = any_prediction || e.microseconds > 0;
    add_to(orders, e.order, one.variant);
    table.add({one.variant, fmt::format("{} x {} x {}", e.rows, e.columns, e.k),
               fmt::format("{}", e.blocks_in_a_cluster), fmt::format("{}", e.tiles), slices_text(e),
               fmt::format("{:.2f}", e.waves), amount(e.fetched_bytes, "B"),
               time_or_nothing(e.microseconds / 1e3),
               time_or_nothing(measured_time(measured, one.variant)), e.bound});
  }
  if (any) text += table.text();
  text += ways_text(explained, measured);
  for (const auto& [order, variants] : orders) {
    text += folded_line(fmt::format("{}: {}", variants, order), look);
  }
  if (any && !any_prediction) {
    text += folded_line(fmt::format("No time is predicted for {}: the model knows the costs of an "
                                    "H100's kernels only; name a device with --device h100.",
                                    device.architecture),
                        look);
  }
  for (const auto& [reason, variants] : why_not)
    text += folded_line(fmt::format("{}: {}", variants, reason), look);
  return text;
}

std::string explanation_json(const ExplainedSize& explained, const Bench* measured) {
  json variants = json::array();
  for (const Explanation& one : explained.variants) {
    if (!one.why_not.empty()) {
      variants.push_back({{"name", one.variant}, {"why_not", one.why_not}});
      continue;
    }
    const hippuzzle_explanation& e = one.says;
    const double time = measured_time(measured, one.variant);
    variants.push_back({{"name", one.variant},
                        {"tile", {e.rows, e.columns, e.k}},
                        {"cluster", e.blocks_in_a_cluster},
                        {"tiles", e.tiles},
                        {"sliced_tiles", e.sliced_tiles},
                        {"slices", e.slices},
                        {"last_round_shared", e.shares_last_round != 0},
                        {"order", e.order},
                        {"waves", e.waves},
                        {"fetched_bytes", e.fetched_bytes},
                        {"predicted_ms", e.microseconds > 0 ? json(e.microseconds / 1e3) : json()},
                        {"measured_ms", time > 0 ? json(time) : json()},
                        {"bound", e.microseconds > 0 ? json(e.bound) : json()},
                        {"ways", ways_json(ways_of(one, measured))}});
  }
  const ModelledDevice& device = explained.device;
  return to_line({{"kind", "explanation"},
                  {"puzzle", explained.puzzle},
                  {"size", explained.size},
                  {"platform", device.platform},
                  {"device", device.name},
                  {"architecture", device.architecture},
                  {"multiprocessors", device.multiprocessors},
                  {"variants", variants}}) +
         '\n';
}

std::vector<Format<std::vector<ExplainedSize>>> explanation_formats() {
  using Sizes = std::vector<ExplainedSize>;
  constexpr auto text = [](const Sizes& sizes, const Look& look) {
    std::string all;
    for (const ExplainedSize& size : sizes) {
      all += (all.empty() ? "" : "\n") + explanation_text(size, nullptr, look);
    }
    return all;
  };
  constexpr auto lines = [](const Sizes& sizes, const Look&) {
    std::string all;
    for (const ExplainedSize& size : sizes) all += explanation_json(size, nullptr);
    return all;
  };
  return {{text_format(), text}, {{{"json", "jsonl"}, {".json", ".jsonl"}}, lines}};
}

}  // namespace hippuzzle
