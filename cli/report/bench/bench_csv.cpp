// Measurements for spreadsheets.
#include <fmt/format.h>

#include "cli/report/advice_text.hpp"
#include "cli/report/bench/bench_report.hpp"
#include "cli/report/csv_field.hpp"

namespace hippuzzle {
namespace {

class BenchCsv : public BenchFormat {
 public:
  std::string begin() override {
    return "puzzle,size,platform,device,caches,variant,baseline,outcome,milliseconds,low,high,"
           "confidence,samples,relative_error,converged,gflops,gigabytes_per_second,"
           "of_baseline,error_over_bound,reason,sustained_milliseconds,sustained_low,"
           "sustained_high,sustained_confidence,sustained_launches,sustained_gflops,"
           "sustained_of_baseline,sustained_settled,sustained_clock_mhz,sustained_power_w\n";
  }

  std::string result(const MeasuredSize& size) override {
    const Bench& bench = size.bench;
    std::string text;
    for (const Measurement& m : bench.results) {
      const bool timed = m.time.count > 0;
      const auto number = [&](std::optional<double> value) {
        return timed && value ? fmt::format("{:.6g}", *value) : "";
      };
      text += fmt::format(
          "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}{}", csv_field(bench.puzzle),
          bench.size, bench.platform, csv_field(bench.device), bench.cold ? "cold" : "warm",
          csv_field(m.name), m.is_baseline ? "yes" : "no", to_key(m.outcome), number(m.time.median),
          number(m.time.low), number(m.time.high), number(m.time.confidence), m.time.count,
          number(m.time.relative_error), timed ? (m.converged ? "yes" : "no") : "",
          number(gflops(m)), number(gigabytes_per_second(m)), number(of_baseline(bench, m)),
          number(m.worst_error), csv_field(reason_in_words(m)), sustained(bench, m));
    }
    return text;
  }

 private:
  // A sensor's value; empty where there is no sensor.
  static std::string reading(double value) { return value > 0 ? fmt::format("{:.6g}", value) : ""; }

  // The rest of a line; its cells are empty where nothing was measured.
  static std::string sustained(const Bench& bench, const Measurement& m) {
    if (!m.sustained) return ",,,,,,,,,,\n";
    const Sustained& s = *m.sustained;
    const auto ratio = sustained_of_baseline(bench, m);
    return fmt::format(",{:.6g},{:.6g},{:.6g},{:.6g},{},{:.6g},{},{},{},{}\n", s.time.median,
                       s.time.low, s.time.high, s.time.confidence, s.launches, sustained_gflops(m),
                       ratio ? fmt::format("{:.6g}", *ratio) : "", s.settled ? "yes" : "no",
                       reading(s.clock_mhz()), reading(s.power_w));
  }
};

}  // namespace

std::unique_ptr<BenchFormat> make_bench_csv() { return std::make_unique<BenchCsv>(); }

}  // namespace hippuzzle
