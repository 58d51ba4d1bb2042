#include "cli/report/roofline/sharding_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/report/numbers.hpp"
#include "cli/terminal/text/table.hpp"
#include "cli/terminal/text/text_layout.hpp"
#include "support/text/json.hpp"

namespace hippuzzle {

using json = nlohmann::ordered_json;

namespace {

std::string grid_text(const DeviceGrid& grid) {
  return fmt::format("{} x {}", grid.rows, grid.columns);
}

std::string paragraph(const std::string& text, const Look& look) {
  return fmt::format("{}\n", fmt::join(wrapped(text, std::max<size_t>(look.columns, 40)), "\n"));
}

// The table's words, and from which multiple of these extents on the fastest link does not bind,
// for the grid that receives least over it.
std::string balance_text(const ProductToDivide& product, const std::vector<Sharding>& shardings) {
  const std::string& link = shardings.front().link;
  const Sharding* least = nullptr;
  for (const Sharding& d : shardings) {
    if (d.link == link && d.received > 0 && (least == nullptr || d.received < least->received)) {
      least = &d;
    }
  }
  if (least == nullptr) return "One device holds all that it needs.";
  return fmt::format(
      "Over {} in {} the link's roof meets the arithmetic's at {:.2g} times these extents, "
      "{:.0f}x{:.0f}x{:.0f}.",
      link, grid_text(least->grid), least->balanced_at, least->balanced_at * product.m,
      least->balanced_at * product.n, least->balanced_at * product.k);
}

std::string product_text(const PrintedDivision& divided, const Look& look) {
  const auto& [puzzle, title, product, shardings, device, measured] = divided;
  const unsigned count = shardings.front().grid.count();
  std::string text = paragraph(
      fmt::format("{}, {} ({}): {} over {} x {} ({})", title.size, product.arithmetic,
                  title.variants, amount(product.m * product.n * (2 * product.k - 1), "FLOP"),
                  count, device.device, device.source),
      look);
  Table table(
      {"link, GB/s", "grid", "receives", "FLOP/B", "binds", "GFLOP/s", "speed-up", "in turn"});
  for (const Sharding& d : shardings) {
    double roof = std::min(d.arithmetic_roof, d.memory_roof);
    if (d.link_roof > 0) roof = std::min(roof, d.link_roof);
    table.add({fmt::format("{} {:g}", d.link, device.links.at(d.link)), grid_text(d.grid),
               amount(d.received, "B"), d.received > 0 ? fmt::format("{:.4g}", d.intensity) : "",
               d.binds(product.arithmetic), four_digits(roof), fmt::format("{:.2f}", d.overlapped),
               fmt::format("{:.2f}", d.in_turn)});
  }
  text += table.text() + paragraph(balance_text(product, shardings), look);
  for (const MeasuredSharding& m : measured) {
    text += paragraph(fmt::format("Measured, by rows: {} on {}: {} GFLOP/s, {:.2f} times one "
                                  "device; the roofs allow {:.2f}.",
                                  m.variant, count, four_digits(m.gflops), m.speed_up,
                                  shardings.front().overlapped),
                      look);
  }
  return text;
}

std::string product_json(const PrintedDivision& divided) {
  const auto& [puzzle, title, product, shardings, device, measured] = divided;
  json reached = json::array();
  for (const MeasuredSharding& m : measured) {
    reached.push_back({{"name", m.variant}, {"gflops", m.gflops}, {"speed_up", m.speed_up}});
  }
  json all = json::array();
  for (const Sharding& d : shardings) {
    all.push_back({{"link", d.link},
                   {"link_rate", device.links.at(d.link)},
                   {"rows", d.grid.rows},
                   {"columns", d.grid.columns},
                   {"flops", d.flops},
                   {"received", d.received},
                   {"read", d.read},
                   {"intensity", d.received > 0 ? json(d.intensity) : json()},
                   {"link_roof", d.received > 0 ? json(d.link_roof) : json()},
                   {"memory_roof", d.memory_roof},
                   {"arithmetic_roof", d.arithmetic_roof},
                   {"binds", d.binds(product.arithmetic)},
                   {"speed_up", d.overlapped},
                   {"speed_up_copied_first", d.in_turn},
                   {"balanced_at", d.received > 0 ? json(d.balanced_at) : json()}});
  }
  const json j = {{"kind", "divided"},          {"device", device.device},
                  {"source", device.source},    {"count", shardings.front().grid.count()},
                  {"puzzle", puzzle},           {"size", title.size},
                  {"variants", title.variants}, {"arithmetic", product.arithmetic},
                  {"divisions", all},           {"measured", reached}};
  return to_line(j) + '\n';
}

}  // namespace

std::string divisions_text(const std::vector<PrintedDivision>& products, const Look& look) {
  std::string text;
  for (const PrintedDivision& product : products) {
    text += (text.empty() ? "" : "\n") + product_text(product, look);
  }
  return text;
}

std::string divisions_json(const std::vector<PrintedDivision>& products, const Look&) {
  std::string text;
  for (const PrintedDivision& product : products) text += product_json(product);
  return text;
}

std::vector<Format<std::vector<PrintedDivision>>> division_formats() {
  return {{text_format(), divisions_text},
          {{{"json", "jsonl"}, {".json", ".jsonl"}}, divisions_json}};
}

}  // namespace hippuzzle
