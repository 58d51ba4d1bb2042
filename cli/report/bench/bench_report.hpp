// Reports of measurements. One file per format; the engine knows none of them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/report/bench/shapes_summary.hpp"
#include "cli/report/output.hpp"
#include "engine/performance/bench/benchmark.hpp"
#include "engine/performance/bench/launch_model.hpp"

namespace hippuzzle {

// A size, as soon as it has been measured.
struct MeasuredSize {
  const Bench& bench;
  const ExplainedSize* explained;  // nullptr without --explain
};

// The summary of a grid of shapes, once all have been measured; nothing for other sizes.
using ShapesSummaries = std::optional<std::vector<ShapesSummary>>;

using BenchFormat = StreamedFormat<MeasuredSize, ShapesSummaries>;
using BenchOutputs = StreamedOutputs<MeasuredSize, ShapesSummaries>;

// Text for people: a table for each size, followed by remarks.
std::unique_ptr<BenchFormat> make_bench_text(const Look& look);

// JSON for programs: an object a size, with every sample; `bench compare` reads it.
std::unique_ptr<BenchFormat> make_bench_json();

// CSV for spreadsheets: a line of names, then one for each variant and size. Leaves a grid's
// summary to the spreadsheet.
std::unique_ptr<BenchFormat> make_bench_csv();

// Markdown for pages, written at the end: a table of speeds and one of times, a row a size and a
// column a variant.
std::unique_ptr<BenchFormat> make_bench_markdown();

// All of them, and the format of one of their words.
std::vector<FormatName> bench_format_names();
std::unique_ptr<BenchFormat> make_bench_format(const std::string& word, const Look& look);

// The baseline that a variant is measured against, the fastest with the same computation; nullptr
// when none has a time.
const Measurement* baseline_of(const Bench& bench, const Measurement& variant);

// The baseline's time over the variant's, where both were measured.
std::optional<double> of_baseline(const Bench& bench, const Measurement& variant);
std::optional<double> sustained_of_baseline(const Bench& bench, const Measurement& variant);

// Rates by which the sizes of a measurement are compared.
double gflops(const Measurement& m);                // 0 without a time
double gigabytes_per_second(const Measurement& m);  // of the traffic that cannot be avoided
double sustained_gflops(const Measurement& m);      // of launches without pauses; 0 without a time

// Reads the output of make_bench_json(). Throws Error(usage) that names the file.
std::vector<Bench> read_bench_json(const std::string& file);

}  // namespace hippuzzle
