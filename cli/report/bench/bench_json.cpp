// Measurements for programs, and for `bench compare`.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/report/advice_text.hpp"
#include "cli/report/bench/bench_report.hpp"
#include "cli/report/bench/launch_model_report.hpp"
#include "engine/results/names.hpp"
#include "support/files/text_file.hpp"
#include "support/text/json.hpp"

namespace hippuzzle {
namespace {

using json = nlohmann::ordered_json;

// A sensor's value; 0 where there is no sensor.
json reading(double value) { return value > 0 ? json(value) : json(); }

json to_json(const Sensors& s) {
  return {{"clock_mhz", reading(s.clock_mhz)},
          {"clock_limit_mhz", reading(s.clock_limit_mhz)},
          {"memory_clock_mhz", reading(s.memory_clock_mhz)},
          {"temperature_c", reading(s.temperature_c)},
          {"power_w", reading(s.power_w)}};
}

json summary(const Summary& time, const std::vector<double>& samples) {
  return {{"median", time.median},
          {"low", time.low},
          {"high", time.high},
          {"confidence", time.confidence},
          {"relative_error", time.relative_error},
          {"samples", samples}};
}

// The extents that the puzzle has; each variant has the tile.
json named_extents(const hippuzzle_extents& extents) {
  json all = json::array();
  for (size_t i = 0; i < HIPPUZZLE_TILE_EXTENT && extents.n[i] != 0; ++i) {
    all.push_back(extents.n[i]);
  }
  return all;
}

json or_null(const std::optional<double>& value) { return value ? json(*value) : json(); }

json sustained(const Bench& bench, const Measurement& m) {
  if (!m.sustained) return json();
  const Sustained& s = *m.sustained;
  return {{"milliseconds", summary(s.time, s.samples)},
          {"gflops", sustained_gflops(m)},
          {"of_baseline", or_null(sustained_of_baseline(bench, m))},
          {"launches", s.launches},
          {"settled", s.settled},
          {"clock_mhz", reading(s.clock_mhz())},
          {"clocks_mhz", s.clocks_mhz},
          {"power_w", reading(s.power_w)},
          {"throttled", s.throttled}};
}

json to_json(const Bench& bench, const Measurement& m) {
  json j = {{"name", m.name},
            {"baseline", m.is_baseline},
            {"math", m.math ? json(to_string(*m.math)) : json()},
            {"b_transposed", m.b_transposed},
            {"outcome", to_key(m.outcome)},
            {"exit_code", exit_code(m.outcome)},
            {"reason", reason_in_words(m)},
            {"flops", m.flops},
            {"bytes", m.bytes}};
  if (bench.is_emulated && m.outcome == Outcome::passed) j["error_over_bound"] = m.worst_error;
  if (m.time.count == 0) return j;
  j["milliseconds"] = summary(m.time, m.samples);
  j["milliseconds"]["converged"] = m.converged;
  j["milliseconds"]["repeated"] = m.repeated;
  j["gflops"] = gflops(m);
  j["gigabytes_per_second"] = gigabytes_per_second(m);
  j["error_over_bound"] = m.worst_error;
  j["of_baseline"] = or_null(of_baseline(bench, m));
  if (!m.is_baseline) {
    const auto [grid, block, shared_bytes] = m.configuration;
    j["grid"] = {grid.x, grid.y, grid.z};
    j["block"] = {block.x, block.y, block.z};
    j["tile"] = m.tile == 0 ? json() : json(m.tile);
    if (const TimedWay* way = fastest(m.ways)) {
      j["way"] = way->words;
      j["way_searched"] = m.ways_searched;
    }
  }
  for (const ShownElement& e : m.elements) {
    j["elements"].push_back({{"index", e.index},
                             {"expected", e.expected},
                             {"found", e.found},
                             {"relative_error", e.relative_error()}});
  }
  j["sustained"] = sustained(bench, m);
  return j;
}

class BenchJson : public BenchFormat {
 public:
  std::string result(const MeasuredSize& size) override {
    const Bench& bench = size.bench;
    json results = json::array();
    for (const Measurement& m : bench.results) results.push_back(to_json(bench, m));
    const json j = {{"kind", "bench"},
                    {"version", 1},
                    {"puzzle", bench.puzzle},
                    {"kernels", word_of(bench.kernels)},
                    {"size", bench.size},
                    {"extents", named_extents(bench.extents)},
                    {"platform", bench.platform},
                    {"emulated", bench.is_emulated},
                    {"device", bench.device},
                    {"architecture", bench.architecture},
                    {"driver", bench.driver},
                    {"driver_version", bench.after.driver},
                    {"toolkit", bench.toolkit},
                    {"caches", bench.cold ? "cold" : "warm"},
                    {"sustained_seconds", bench.sustained_seconds},
                    {"held", bench.enqueued},
                    {"seed", bench.seed},
                    {"seconds", bench.seconds},
                    {"before", to_json(bench.before)},
                    {"after", to_json(bench.after)},
                    {"lowest_clock_mhz", reading(bench.lowest_clock_mhz)},
                    {"throttled", bench.throttled},
                    {"results", results}};
    const std::string line = to_line(j) + '\n';
    return size.explained == nullptr ? line : line + explanation_json(*size.explained, &bench);
  }

  std::string end(const ShapesSummaries& summaries) override {
    if (!summaries) return "";
    json variants = json::array();
    for (const ShapesSummary& s : *summaries) {
      variants.push_back({{"name", s.name},
                          {"against", s.against},
                          {"shapes", s.shapes},
                          {"left_out", s.left_out},
                          {"geometric_mean", s.geometric_mean},
                          {"worst", s.worst},
                          {"worst_at", s.worst_at},
                          {"best", s.best},
                          {"best_at", s.best_at}});
    }
    return to_line({{"kind", "shapes"}, {"variants", variants}}) + '\n';
  }
};

Measurement to_measured(const json& j) {
  Measurement m;
  m.name = j.at("name");
  m.is_baseline = j.at("baseline");
  m.flops = j.at("flops");
  m.bytes = j.at("bytes");
  m.reason = j.at("reason");
  const auto outcome = outcome_of_exit_code(j.at("exit_code").get<int>());
  if (!outcome) throw std::runtime_error("an unknown outcome");
  m.outcome = *outcome;
  if (j.contains("milliseconds")) {
    m.samples = j.at("milliseconds").at("samples").get<std::vector<double>>();
    m.converged = j.at("milliseconds").at("converged");
    m.time = summarise(m.samples);
  }
  if (j.contains("sustained") && !j.at("sustained").is_null()) {
    Sustained& s = m.sustained.emplace();
    s.samples = j.at("sustained").at("milliseconds").at("samples").get<std::vector<double>>();
    s.time = summarise(s.samples);
  }
  return m;
}

Bench to_bench(const json& j) {
  Bench bench;
  bench.puzzle = j.at("puzzle");
  if (j.contains("kernels")) bench.kernels = named<Kernels>(j.at("kernels").get<std::string>());
  bench.size = j.at("size");
  bench.platform = j.at("platform");
  bench.device = j.at("device");
  bench.driver = j.at("driver");
  bench.after.driver = j.at("driver_version");
  bench.cold = j.at("caches") == "cold";
  for (const json& result : j.at("results")) bench.results.push_back(to_measured(result));
  return bench;
}

}  // namespace

std::unique_ptr<BenchFormat> make_bench_json() { return std::make_unique<BenchJson>(); }

std::vector<Bench> read_bench_json(const std::string& file) {
  const auto text = read_file(file);
  if (!text) {
    throw Error(
        Outcome::usage,
        fmt::format("cannot read '{}'; name a file that `hippuzzle bench --json` wrote", file));
  }
  std::istringstream in(*text);
  std::vector<Bench> all;
  size_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    try {
      const json j = parse_json(line);
      if (j.at("kind") == "bench") all.push_back(to_bench(j));
    } catch (const std::exception&) {
      throw Error(Outcome::usage,
                  fmt::format("line {} of '{}' is not a line of `hippuzzle bench --json`, "
                              "measure again",
                              number, file));
    }
  }
  if (all.empty()) {
    throw Error(
        Outcome::usage,
        fmt::format("'{}' holds no measurement; write one with `hippuzzle bench --json`", file));
  }
  return all;
}

}  // namespace hippuzzle
