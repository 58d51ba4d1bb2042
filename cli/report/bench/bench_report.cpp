#include "cli/report/bench/bench_report.hpp"

namespace hippuzzle {

std::vector<FormatName> bench_format_names() {
  return {text_format(),
          {{"json", "jsonl"},
           {".json", ".jsonl"},
           "--json",
           "print a JSON object a size, with every sample; `hippuzzle bench compare` reads them"},
          {{"csv"}, {".csv"}, "--csv", "print a line of comma-separated values a variant"},
          {{"markdown", "md"},
           {".md"},
           "--markdown",
           "print tables of speeds and times over sizes, as Markdown"}};
}

std::unique_ptr<BenchFormat> make_bench_format(const std::string& word, const Look& look) {
  if (word == "json") return make_bench_json();
  if (word == "csv") return make_bench_csv();
  return word == "markdown" ? make_bench_markdown() : make_bench_text(look);
}

const Measurement* baseline_of(const Bench& bench, const Measurement& variant) {
  if (variant.is_baseline || !variant.math) return nullptr;
  const Measurement* best = nullptr;
  for (const Measurement& m : bench.results) {
    const bool is_its = m.is_baseline && m.math == variant.math &&
                        m.b_transposed == variant.b_transposed && m.flops == variant.flops;
    if (!is_its || m.time.count == 0) continue;
    if (best == nullptr || m.time.median < best->time.median) best = &m;
  }
  return best;
}

std::optional<double> of_baseline(const Bench& bench, const Measurement& m) {
  const Measurement* baseline = baseline_of(bench, m);
  if (baseline == nullptr || m.time.count == 0) return std::nullopt;
  return baseline->time.median / m.time.median;
}

std::optional<double> sustained_of_baseline(const Bench& bench, const Measurement& m) {
  const Measurement* baseline = baseline_of(bench, m);
  if (baseline == nullptr || !m.sustained || !baseline->sustained) return std::nullopt;
  return baseline->sustained->time.median / m.sustained->time.median;
}

double gflops(const Measurement& m) { return m.time.count > 0 ? m.flops / m.time.median / 1e6 : 0; }

double gigabytes_per_second(const Measurement& m) {
  return m.time.count > 0 ? m.bytes / m.time.median / 1e6 : 0;
}

double sustained_gflops(const Measurement& m) {
  return m.sustained ? m.flops / m.sustained->time.median / 1e6 : 0;
}

}  // namespace hippuzzle
