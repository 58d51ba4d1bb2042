// Results as JUnit's XML: one test suite, a test case a result.
#include <fmt/format.h>

#include <cstdint>

#include "cli/report/advice_text.hpp"
#include "cli/report/batch/result_format.hpp"
#include "cli/report/verdict/verdict_text.hpp"

namespace hippuzzle {
namespace {

constexpr size_t head_length = 240;  // of the head, whose counts grow

// The number of bytes at `at` that are one character which XML 1.0 allows; 0 when none is.
size_t character_length(const std::string& text, size_t at) {
  const auto byte = [&](size_t i) {
    return i < text.size() ? static_cast<uint8_t>(text[i]) : uint8_t{0};
  };
  const uint8_t first = byte(at);
  if (first < 0x80) return first >= 0x20 || first == '\t' || first == '\n' ? 1 : 0;
  const size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0;
  if (length == 0 || first > 0xf4) return 0;
  for (size_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xc0) != 0x80) return 0;
  }
  const uint8_t second = byte(at + 1);
  const bool overlong = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
  const bool surrogate = first == 0xed && second >= 0xa0;
  const bool too_large = first == 0xf4 && second >= 0x90;
  const bool no_character = first == 0xef && second == 0xbf && byte(at + 2) >= 0xbe;
  return overlong || surrogate || too_large || no_character ? 0 : length;
}

// Escapes text for an attribute or between tags. Characters that XML has no way to write become
// U+FFFD.
std::string escaped(const std::string& text) {
  std::string safe;
  for (size_t at = 0; at < text.size();) {
    const size_t length = character_length(text, at);
    const char c = text[at];
    if (length == 0) {
      safe += "\xef\xbf\xbd";
    } else if (c == '&') {
      safe += "&amp;";
    } else if (c == '<') {
      safe += "&lt;";
    } else if (c == '>') {
      safe += "&gt;";
    } else if (c == '"') {
      safe += "&quot;";
    } else if (c == '\n' || c == '\t') {
      safe += fmt::format("&#{};", static_cast<int>(c));
    } else {
      safe.append(text, at, length);
    }
    at += length == 0 ? 1 : length;
  }
  return safe;
}

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
                    escaped(result.puzzle), escaped(name_of(result)), batch.seconds);
    if (result.outcome != Outcome::passed) text += what_failed(batch);
    text += fmt::format("<system-out>{}\n{}</system-out>", escaped(verdict_text(result, false)),
                        escaped(batch.command));
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
                       escaped(reason_in_words(batch.result)));
  }
};

}  // namespace

std::unique_ptr<ResultFormat> make_junit_format() { return std::make_unique<JUnit>(); }

}  // namespace hippuzzle
