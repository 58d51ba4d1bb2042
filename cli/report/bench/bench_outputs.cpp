#include "cli/report/bench/bench_outputs.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <cerrno>
#include <system_error>

#include "cli/terminal/screen/output_file.hpp"
#include "cli/terminal/screen/standard_output.hpp"
#include "support/files/file_descriptor.hpp"
#include "support/files/text_file.hpp"

namespace hippuzzle {
namespace {

BenchSink sink_to(const std::string& file) {
  const auto descriptor = std::make_shared<FileDescriptor>(
      open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (descriptor->get() < 0) throw cannot_write(file, errno);
  return [descriptor, file](std::string_view text) {
    try {
      write_all(descriptor->get(), text, file);
    } catch (const std::system_error& error) {
      throw cannot_write(file, error.code().value());
    }
  };
}

std::unique_ptr<BenchReport> make_report(BenchFormat format, BenchSink sink) {
  switch (format) {
    case BenchFormat::text:
      return make_bench_text();
    case BenchFormat::json:
      return make_bench_json(std::move(sink));
    case BenchFormat::csv:
      return make_bench_csv(std::move(sink));
    case BenchFormat::markdown:
      return make_bench_markdown(std::move(sink));
  }
  return nullptr;
}

class Outputs : public BenchReport {
 public:
  Outputs(BenchFormat on_standard_output, const std::vector<std::string>& files) {
    reports_.push_back(make_report(on_standard_output, print));
    for (const std::string& file : files) {
      const BenchFormat format = bench_format_of(file);
      reports_.push_back(make_report(format, sink_to(file)));
    }
  }

  void size(const Bench& bench) override {
    for (const auto& report : reports_) report->size(bench);
  }

  void shapes(std::span<const ShapesSummary> summaries) override {
    for (const auto& report : reports_) report->shapes(summaries);
  }

  void end() override {
    for (const auto& report : reports_) report->end();
  }

 private:
  std::vector<std::unique_ptr<BenchReport>> reports_;
};

}  // namespace

BenchFormat bench_format_of(const std::string& file) {
  if (file.ends_with(".json") || file.ends_with(".jsonl")) return BenchFormat::json;
  if (file.ends_with(".csv")) return BenchFormat::csv;
  if (file.ends_with(".md")) return BenchFormat::markdown;
  throw Error(Outcome::usage,
              fmt::format("--output takes its format from the end of the name, and '{}' has none "
                          "that measurements are written in; let it end in .json, .csv or .md",
                          file));
}

std::unique_ptr<BenchReport> make_bench_outputs(BenchFormat on_standard_output,
                                                const std::vector<std::string>& files) {
  for (const std::string& file : files) (void)bench_format_of(file);
  return std::make_unique<Outputs>(on_standard_output, files);
}

}  // namespace hippuzzle
