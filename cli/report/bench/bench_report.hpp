// Reports of measurements. One file per format; the engine knows none of them.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/report/bench/shapes_summary.hpp"
#include "engine/performance/bench/benchmark.hpp"

namespace hippuzzle {

class BenchReport {
 public:
  virtual ~BenchReport() = default;
  virtual void size(const Bench& bench) = 0;  // as soon as it is there

  // The summary of a grid of shapes, once all have been measured.
  virtual void shapes(std::span<const ShapesSummary> summaries) = 0;

  virtual void end() {}  // behind all else
};

// The destination of a report for programs: standard output, or a file.
using BenchSink = std::function<void(std::string_view text)>;

// Text for people, on standard output: a table a size, and below it what there is to know about it.
std::unique_ptr<BenchReport> make_bench_text();

// JSON for programs: an object a size, with every sample; `bench compare` reads it.
std::unique_ptr<BenchReport> make_bench_json(BenchSink sink);

// CSV for spreadsheets: a line of names, then one for each variant and size. Leaves a grid's
// summary to the spreadsheet.
std::unique_ptr<BenchReport> make_bench_csv(BenchSink sink);

// Markdown for pages, written at the end: a table of speeds and one of times, a row a size and a
// column a variant.
std::unique_ptr<BenchReport> make_bench_markdown(BenchSink sink);

// The baseline that a variant is measured against, the fastest of those that compute the same;
// nullptr when there is none with a time.
const Measurement* baseline_of(const Bench& bench, const Measurement& variant);

// The baseline's time over the variant's, where both were measured.
std::optional<double> of_baseline(const Bench& bench, const Measurement& variant);
std::optional<double> sustained_of_baseline(const Bench& bench, const Measurement& variant);

// Rates by which the sizes of a measurement are compared.
double gflops(const Measurement& m);                // 0 without a time
double gigabytes_per_second(const Measurement& m);  // of the traffic that cannot be avoided
double sustained_gflops(const Measurement& m);      // of launches without pauses; 0 without a time

// Reads what make_bench_json() printed. Throws Error(usage) that names the file.
std::vector<Bench> read_bench_json(const std::string& file);

}  // namespace hippuzzle
