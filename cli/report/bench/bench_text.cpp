// Measurements for people.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "cli/report/advice_text.hpp"
#include "cli/report/bench/bench_report.hpp"
#include "cli/report/bench/launch_model_report.hpp"
#include "cli/report/numbers.hpp"
#include "cli/report/whose.hpp"
#include "cli/terminal/text/table.hpp"
#include "cli/terminal/text/text_layout.hpp"
#include "engine/platforms/platforms.hpp"
#include "engine/protocol/measure_plan.hpp"
#include "support/text/grid_text.hpp"

namespace hippuzzle {
namespace {

// Three significant digits: "0.123", "12.3", "1234".
std::string three_digits(double value) {
  if (value <= 0) return "0";
  const int before = static_cast<int>(std::floor(std::log10(value))) + 1;
  return fmt::format("{:.{}f}", value, std::clamp(3 - before, 0, 6));
}

std::string percent(double ratio) { return three_digits(100 * ratio) + " %"; }
std::string percent(const std::optional<double>& ratio) { return ratio ? percent(*ratio) : ""; }

std::string interval(const Summary& time) {
  return fmt::format("{} … {}", duration(time.low), duration(time.high));
}

std::string error_in_bounds(double worst) {
  return worst == 0 ? "exact" : worst < 1e-3 ? fmt::format("{:.0e}", worst) : three_digits(worst);
}

class BenchText : public BenchFormat {
 public:
  explicit BenchText(const Look& look) : look_(look) {}

  std::string result(const MeasuredSize& size) override {
    std::string text = shown_++ > 0 ? "\n" : "";
    text += size.bench.is_emulated ? verified(size.bench) : measured(size.bench);
    if (size.explained != nullptr) {
      text += '\n' + explanation_text(*size.explained, &size.bench, look_);
    }
    return text;
  }

  std::string end(const ShapesSummaries& summaries) override {
    if (!summaries) return "";
    if (summaries->empty()) {
      return "\nno variant has a time next to its baseline's\n";
    }
    Table table({"", "shapes", "left out", "geometric mean", "worst", "at", "best", "at"});
    for (const ShapesSummary& s : *summaries) {
      table.add({s.name, fmt::format("{}", s.shapes),
                 s.left_out > 0 ? fmt::format("{}", s.left_out) : "",
                 three_digits(s.geometric_mean), three_digits(s.worst), s.worst_at,
                 three_digits(s.best), s.best_at});
    }
    return fmt::format("\nspeed over {}\n{}", summaries->front().against, table.text());
  }

 private:
  // A line of its own, folded on a terminal.
  std::string line(const std::string& text, const std::string& indent = "  ") const {
    if (!look_.folds || display_width(indent + text) <= look_.columns) {
      return indent + text + '\n';
    }
    std::string all, before = indent;
    for (const std::string& part :
         wrapped(text, std::max<size_t>(look_.columns, 24) - indent.size() - 2)) {
      all += std::exchange(before, indent + "  ") + part + '\n';
    }
    return all;
  }

  std::string measured(const Bench& bench) const {
    std::string text = line(
        fmt::format("{} at {} on {}{}, caches {} [{}]", bench.puzzle, bench.size, bench.platform,
                    device(bench), bench.cold ? "cold" : "warm", whose(bench.kernels)),
        "");
    Table table({"", "time", "95 % interval", "samples", "GFLOP/s", "GB/s", "of baseline",
                 "of peak", "speed-up", "error/bound"});
    const Measurement* first = nullptr;
    for (const Measurement& m : bench.results) {
      if (m.time.count == 0) continue;
      if (first == nullptr) first = &m;
      table.add(cells(bench, m, *first));
    }
    if (first != nullptr) text += table.text();
    text += launches(bench);
    text += searches(bench);
    if (first != nullptr && is_simulated(bench.platform)) {
      text += line("measured on the CPU platform: these times say nothing about a GPU's memory");
    }
    text += sustained(bench);
    for (const Measurement& m : bench.results) text += failure(m);
    return text + doubts(bench) + clocks(bench) + elements(bench);
  }

  // The line for an emulated device, whose times say nothing.
  std::string verified(const Bench& bench) const {
    std::string text =
        fmt::format("{} at {} on {}{}, without times, of which an emulated GPU has none [{}]\n",
                    bench.puzzle, bench.size, bench.platform, device(bench), whose(bench.kernels));
    Table table({"", "", "error/bound"});
    for (const Measurement& m : bench.results) {
      if (m.outcome == Outcome::passed)
        table.add({m.name, "right", error_in_bounds(m.worst_error)});
    }
    text += table.text();
    for (const Measurement& m : bench.results) text += failure(m);
    return text + elements(bench);
  }

  // The launches of the variants; variants that were launched alike share an entry.
  std::string launches(const Bench& bench) const {
    std::vector<std::pair<std::string, std::string>> launches;  // how, whose
    for (const Measurement& m : bench.results) {
      if (m.time.count == 0 || m.is_baseline) continue;
      const auto [grid, block, shared_bytes] = m.configuration;
      std::string how = fmt::format("{} block{} of {} threads", dimensions(grid.x, grid.y, grid.z),
                                    uint64_t{grid.x} * grid.y * grid.z == 1 ? "" : "s",
                                    dimensions(block.x, block.y, block.z));
      if (m.tile != 0) how += fmt::format(", tiles of {}", m.tile);
      const auto alike = std::ranges::find(launches, how, [](const auto& l) { return l.first; });
      if (alike == launches.end()) {
        launches.emplace_back(how, m.name);
      } else {
        alike->second += ", " + m.name;
      }
    }
    std::string text;
    for (const auto& [how, whose] : launches) text += line(fmt::format("{}: {}", whose, how));
    return text;
  }

  // The ways that were measured before the samples, and the ways that a table knew.
  std::string searches(const Bench& bench) const {
    std::string searched, known;
    for (const Measurement& m : bench.results) {
      if (m.time.count == 0 || m.ways.size() < 2) continue;
      std::string& names = m.ways_searched ? searched : known;
      names += (names.empty() ? "" : ", ") + m.name;
    }
    std::string text;
    if (!searched.empty())
      text += line(fmt::format("{}: the fastest of {} ways, which were measured before the samples",
                               searched, most_proposed_ways));
    if (!known.empty())
      text += line(known + ": the fastest way of an earlier search on this device");
    return text;
  }

  static std::string elements(const Bench& bench) {
    std::string text;
    for (const Measurement& m : bench.results) {
      if (m.elements.empty()) continue;
      Table table({m.name, "expected", "found", "relative error"});
      for (const ShownElement& e : m.elements) {
        table.add({fmt::format("({})", fmt::join(e.index, ", ")), fmt::format("{:.6f}", e.expected),
                   fmt::format("{:.6f}", e.found), fmt::format("{:.1e}", e.relative_error())});
      }
      text += '\n' + table.text();
    }
    return text;
  }

  static std::string device(const Bench& bench) {
    std::string text;
    for (const std::string& part : {bench.device, bench.architecture, bench.toolkit}) {
      if (!part.empty()) text += (text.empty() ? " (" : ", ") + part;
    }
    if (!bench.after.driver.empty()) text += ", driver " + bench.after.driver;
    return text.empty() ? "" : text + ")";
  }

  static std::vector<std::string> cells(const Bench& bench, const Measurement& m,
                                        const Measurement& first) {
    return {m.name,
            duration(m.time.median),
            interval(m.time),
            fmt::format("{}", m.time.count),
            m.flops > 0 ? three_digits(gflops(m)) : "",
            m.bytes > 0 ? three_digits(gigabytes_per_second(m)) : "",
            percent(of_baseline(bench, m)),
            m.peak_gflops > 0 ? percent(gflops(m) / m.peak_gflops) : "",
            fmt::format("{}x", three_digits(first.time.median / m.time.median)),
            error_in_bounds(m.worst_error)};
  }

  // The other regime, in a table of its own.
  static std::string sustained(const Bench& bench) {
    Table table({"", "time", "95 % interval", "launches", "GFLOP/s", "of baseline", "of peak",
                 bench.cold ? "over cold" : "over warm", "clock", "power"});
    bool any = false;
    for (const Measurement& m : bench.results) {
      if (!m.sustained) continue;
      any = true;
      const Sustained& s = *m.sustained;
      table.add({m.name, duration(s.time.median), interval(s.time), fmt::format("{}", s.launches),
                 m.flops > 0 ? three_digits(sustained_gflops(m)) : "",
                 percent(sustained_of_baseline(bench, m)),
                 m.peak_gflops > 0 ? percent(sustained_gflops(m) / m.peak_gflops) : "",
                 fmt::format("{}x", three_digits(s.time.median / m.time.median)),
                 s.clock_mhz() > 0 ? fmt::format("{:.0f} MHz", s.clock_mhz()) : "",
                 s.power_w > 0 ? fmt::format("{:.0f} W", s.power_w) : ""});
    }
    if (!any) return "";
    std::string text = fmt::format(
        "\n{} at {}, sustained: launches without pauses, {} trials of {:g} s each after the clock "
        "had settled, caches as they are\n{}",
        bench.puzzle, bench.size, input_sets, bench.sustained_seconds, table.text());
    for (const Measurement& m : bench.results) {
      if (!m.sustained) continue;
      if (!m.sustained->settled) {
        text += fmt::format("  {}: times still drifted after {:g} s, when measuring began\n",
                            m.name, most_settle_seconds);
      }
      if (!m.sustained->throttled.empty()) {
        text += fmt::format("  {}: throttled while sustained: {}\n", m.name,
                            fmt::join(m.sustained->throttled, ", "));
      }
    }
    return text;
  }

  std::string failure(const Measurement& m) const {
    if (m.outcome == Outcome::passed) return "";
    const std::string verdict = to_string(m.outcome);
    const char* code = m.outcome == Outcome::unsupported ? "33" : "31";
    return line(
        fmt::format("{}: {}: {}", m.name,
                    look_.colour ? fmt::format("\x1b[{}m{}\x1b[0m", code, verdict) : verdict,
                    reason_in_words(m)));
  }

  // Names the variants whose interval is wider than requested.
  std::string doubts(const Bench& bench) const {
    std::string text;
    if (!bench.enqueued) {
      text +=
          "  launches waited for their kernels, as under a profiler or CUDA_LAUNCH_BLOCKING: times "
          "have the host's work in them\n";
    }
    std::string wide;
    for (const Measurement& m : bench.results) {
      if (m.time.count == 0 || m.converged) continue;
      wide += fmt::format("{}{} ({})", wide.empty() ? "" : ", ", m.name,
                          m.time.count < 2 ? "one sample" : "± " + percent(m.time.relative_error));
    }
    if (!wide.empty()) {
      text += line("the budget ended before the standard error was small: " + wide);
    }
    std::map<std::string, std::string> few;  // a sentence, and the variants' names
    for (const Measurement& m : bench.results) {
      if (m.time.count == 0 || m.time.confidence >= 0.95) continue;
      std::string& names = few[fmt::format("with {} samples the interval is only an {:.0f} % one",
                                           m.time.count, 100 * m.time.confidence)];
      names += (names.empty() ? "" : ", ") + m.name;
    }
    for (const auto& [allowed, names] : few) {
      text += line(fmt::format("{}: {}; give more with --min-samples", names, allowed));
    }
    return text;
  }

  std::string repeated_text(const Bench& bench) const {
    std::string who;
    for (const Measurement& m : bench.results) {
      if (m.repeated == 0) continue;
      who += fmt::format("{}{} ({})", who.empty() ? "" : ", ", m.name, m.repeated);
    }
    if (who.empty()) return "";
    return line("samples discarded and repeated, because the clock was below 75 % of its limit: " +
                who);
  }

  std::string clocks(const Bench& bench) const {
    if (bench.after.clock_mhz == 0) return "";
    std::string text = fmt::format(
        "  clock {:.0f} MHz before, {:.0f} after, {:.0f} at the lowest, of {:.0f}; {:.0f} °C "
        "before, {:.0f} after; {:.0f} W\n",
        bench.before.clock_mhz, bench.after.clock_mhz, bench.lowest_clock_mhz,
        bench.after.clock_limit_mhz, bench.before.temperature_c, bench.after.temperature_c,
        bench.after.power_w);
    text += repeated_text(bench);
    if (!bench.throttled.empty()) {
      text += fmt::format("  the device was throttled while it was measured: {}\n",
                          fmt::join(bench.throttled, ", "));
    }
    return text;
  }

  Look look_;
  int shown_ = 0;
};

}  // namespace

std::unique_ptr<BenchFormat> make_bench_text(const Look& look) {
  return std::make_unique<BenchText>(look);
}

}  // namespace hippuzzle
