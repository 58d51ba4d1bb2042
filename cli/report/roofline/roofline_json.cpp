// Roofs for programs.
#include <nlohmann/json.hpp>

#include "cli/report/roofline/roofline_report.hpp"
#include "cli/report/roofline/technique_text.hpp"
#include "engine/results/names.hpp"
#include "support/text/json.hpp"

namespace hippuzzle {

using json = nlohmann::ordered_json;

namespace {

const char* word_of(Origin origin) {
  switch (origin) {
    case Origin::none:
      return "";
    case Origin::requested:
      return "requested";
    case Origin::first_reads:
      return "first-reads";
    case Origin::compulsory:
      return "compulsory";
    case Origin::counters:
      return "counters";
  }
  return "";
}

json roofs_json(const std::vector<LevelRoof>& roofs) {
  json all = json::array();
  for (const LevelRoof& r : roofs) {
    all.push_back({{"level", r.level},
                   {"traffic", word_of(r.origin)},
                   {"bytes", r.bytes},
                   {"intensity", r.intensity},
                   {"roof", r.roof}});
  }
  return all;
}

json traffic_json(const Traffic& t) {
  return {{"read_bytes", t.read_bytes},
          {"written_bytes", t.written_bytes},
          {"reads", t.reads},
          {"read_requests", t.read_requests},
          {"read_sectors", t.read_sectors},
          {"least_sectors", t.least_sectors},
          {"first_read_bytes", t.first_read_bytes},
          {"written_sectors", t.written_sectors},
          {"l1_wavefronts", t.l1_wavefronts},
          {"shared_bytes", t.shared_bytes},
          {"wavefronts", t.wavefronts},
          {"conflicts", t.conflicts},
          {"blocks", t.blocks},
          {"counted_blocks", t.counted_blocks}};
}

}  // namespace

std::string roofline_json(const PlacedKernels& shown, const Look&) {
  const auto& [ceilings, puzzle, size, placed, whose, catalog] = shown;
  json all = json::object();
  for (const auto& [name, c] : ceilings.all) {
    const char* unit =
        name == "launch" ? "ms"
        : name == "dram" || name == "l2" || name == "l1" || name == "shared" || name == "link"
            ? "GB/s"
            : "GFLOP/s";
    all[name] = {{"value", c.value}, {"low", c.low}, {"high", c.high}, {"unit", unit}};
  }
  json kernels = json::array();
  for (const Placed& kernel : placed) {
    json placements = json::array();
    for (const Placement& p : kernel.placements) {
      placements.push_back({{"model", p.model},
                            {"level", p.level},
                            {"flops", p.flops},
                            {"bytes", p.bytes},
                            {"written", p.written},
                            {"intensity", p.intensity},
                            {"memory_roof", p.memory_roof},
                            {"arithmetic_roof", p.arithmetic_roof},
                            {"roof", p.roof},
                            {"of_peak", p.of_peak()},
                            {"measured", p.measured > 0 ? json(p.measured) : json()}});
    }
    kernels.push_back({{"name", kernel.name},
                       {"kernels", word_of(whose)},
                       {"arithmetic", kernel.placements.front().arithmetic},
                       {"placements", placements},
                       {"roofs", roofs_json(kernel.roofs)},
                       {"binds", kernel.binding().level},
                       {"roof", kernel.binding().roof},
                       {"measured", kernel.measured > 0 ? json(kernel.measured) : json()},
                       {"of_roof", kernel.measured > 0 ? json(kernel.of_roof()) : json()},
                       {"technique", name_of(kernel.next.technique)},
                       {"reason", kernel.next.reason},
                       {"shown_by", shown_by(kernel.next.technique, catalog, puzzle, kernel.name)},
                       {"traffic", kernel.traffic ? traffic_json(*kernel.traffic) : json()},
                       {"why_not_counted", kernel.why_not_counted}});
    if (!kernel.counted) continue;
    kernels.back()["counted"] = {{"profiler", kernel.counted->profiler},
                                 {"kernels", kernel.counted->kernels},
                                 {"dram_bytes", kernel.counted->dram_bytes},
                                 {"l2_bytes", kernel.counted->l2_bytes},
                                 {"flops", kernel.counted->flops}};
  }
  const json j = {
      {"kind", "roofline"},        {"version", 1},
      {"device", ceilings.device}, {"source", ceilings.source},
      {"ceilings", all},           {"missing", ceilings.missing},
      {"sizes", ceilings.sizes},   {"critical_intensity", ceilings.critical_intensity("fp32")},
      {"puzzle", puzzle},          {"size", size},
      {"kernels", kernels}};
  return to_line(j) + '\n';
}

std::vector<Format<PlacedKernels>> roofline_formats() {
  return {{text_format(), roofline_text},
          {{{"json", "jsonl"},
            {".json", ".jsonl"},
            "--json",
            "print one JSON object: the ceilings, and the kernels under them"},
           roofline_json}};
}

}  // namespace hippuzzle
