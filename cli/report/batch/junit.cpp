// Results as JUnit's XML: one test suite, a test case a result.
#include <fmt/format.h>

#include "cli/report/advice_text.hpp"
#include "cli/report/batch/result_format.hpp"
#include "cli/report/verdict/verdict_text.hpp"
#include "cli/report/xml_text.hpp"

namespace hippuzzle {
namespace {

constexpr size_t head_length = 240;  // of the head, whose counts grow

std::string name_of(const VariantResult& result) {
  std::string name = result.variant.empty() ? result.puzzle : result.variant;
  if (!result.platform.empty()) name += " on " + result.platform;
  return name;
}

class JUnit : public ResultFormat {
 public:
  bool is_document() const override { return true; }

  bool has_counts_in_head() const override { return true; }

  std::string head(const ResultCounts& counts) const override {
    std::string text = fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n<testsuite name=\"hippuzzle\" "
        "tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3f}\"",
        counts.results, counts.failures, counts.errors, counts.skipped, counts.seconds);
    text.resize(head_length, ' ');
    return text + ">\n";
  }

  std::string one(const BatchResult& batch) const override {
    const VariantResult& result = batch.result;
    std::string text =
        fmt::format("<testcase classname=\"hippuzzle.{}\" name=\"{}\" time=\"{:.3f}\">",
                    xml_escaped(result.puzzle), xml_escaped(name_of(result)), batch.seconds);
    if (result.outcome != Outcome::passed) text += what_failed(batch);
    text += fmt::format("<system-out>{}\n{}</system-out>", xml_escaped(verdict_text(result, false)),
                        xml_escaped(batch.command));
    return text + "</testcase>\n";
  }

  std::string cut_off() const override { return tail({}, Outcome::passed); }
  std::string tail(std::span<const BatchResult>, Outcome) const override {
    return "</testsuite>\n</testsuites>\n";
  }

 private:
  static std::string what_failed(const BatchResult& batch) {
    ResultCounts counts;
    counts.add(batch);
    const char* element = counts.skipped > 0    ? "skipped"
                          : counts.failures > 0 ? "failure"
                                                : "error";
    return fmt::format("<{} type=\"{}\" message=\"{}\"/>", element, to_key(batch.result.outcome),
                       xml_escaped(reason_in_words(batch.result)));
  }
};

}  // namespace

std::unique_ptr<ResultFormat> make_junit_format() { return std::make_unique<JUnit>(); }

}  // namespace hippuzzle
