// Measurements in several places at once: on standard output in one format, and in files that the
// user named, each in the format that its name ends in.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/report/bench/bench_report.hpp"

namespace hippuzzle {

enum class BenchFormat { text, json, csv, markdown };

// The format by the end of a file's name: .json or .jsonl, .csv, .md. Throws Error(usage) for other
// ends.
BenchFormat bench_format_of(const std::string& file);

// The files are opened, and emptied, at once, and have each size as soon as it is there. Throws
// Error(usage) for one that cannot be written.
std::unique_ptr<BenchReport> make_bench_outputs(BenchFormat on_standard_output,
                                                const std::vector<std::string>& files);

}  // namespace hippuzzle
