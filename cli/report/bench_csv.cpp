// Measurements for spreadsheets.
#include <fmt/format.h>

#include "report/bench_report.hpp"

namespace hippuzzle {
namespace {

// RFC 4180: quoted where a comma, a quote or a line break stands in it.
std::string field(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

class Csv : public BenchReport {
 public:
  Csv() {
    fmt::print(
        "puzzle,size,platform,device,caches,variant,baseline,outcome,milliseconds,low,high,"
        "confidence,samples,relative_error,converged,gflops,gigabytes_per_second,"
        "of_baseline,error_over_bound,reason\n");
  }

  void size(const Bench& bench) override {
    for (const Measured& m : bench.results) {
      const Measured* baseline = baseline_of(bench, m);
      const bool timed = m.time.count > 0;
      const auto number = [&](double value) { return timed ? fmt::format("{:.6g}", value) : ""; };
      fmt::print("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n",
                 field(bench.puzzle), bench.size, bench.platform, field(bench.device),
                 bench.cold ? "cold" : "warm", field(m.name), m.is_baseline ? "yes" : "no",
                 to_key(m.outcome), number(m.time.median), number(m.time.low), number(m.time.high),
                 number(m.time.confidence), m.time.count, number(m.time.relative_error),
                 timed ? (m.converged ? "yes" : "no") : "", number(gflops(m)),
                 number(gigabytes_per_second(m)),
                 timed && baseline ? number(baseline->time.median / m.time.median) : "",
                 number(m.worst_error), field(m.reason));
    }
    std::fflush(stdout);
  }
};

}  // namespace

std::unique_ptr<BenchReport> make_bench_csv() { return std::make_unique<Csv>(); }

}  // namespace hippuzzle
