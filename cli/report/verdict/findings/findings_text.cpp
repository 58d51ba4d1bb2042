// Findings for people.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cli/report/advice_text.hpp"
#include "cli/report/trace/race_text.hpp"
#include "cli/report/verdict/findings/access_counts_table.hpp"
#include "cli/report/verdict/findings/finding_text.hpp"
#include "cli/report/verdict/findings/findings.hpp"
#include "cli/report/verdict/findings/remarks_text.hpp"
#include "cli/report/verdict/verdict_text.hpp"
#include "cli/report/whose.hpp"
#include "cli/terminal/screen/terminal.hpp"
#include "cli/terminal/text/folded_text.hpp"
#include "engine/results/finding_kinds.hpp"

namespace hippuzzle {
namespace {

std::string painted(const std::string& text, const char* code, bool colour) {
  return colour ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : text;
}

// "p14_prefix_sum/kernel.hip:14", from where the user stands if that is shorter.
std::string place_text(const SourcePlace& place) {
  const std::string near = std::filesystem::proximate(place.file).string();
  return fmt::format("{}:{}", near.size() < place.file.size() ? near : place.file, place.line);
}

std::string side_text(const Finding& finding, size_t side) {
  std::string text = fmt::format("    {}\n", describe_side(finding, side));
  const SourcePlace& place = finding.sides[side].place;
  const std::string& instruction = finding.sides[side].instruction;
  if (!instruction.empty()) text += fmt::format("      {}\n", instruction);
  if (place.line > 0) text += fmt::format("      {}:  {}\n", place_text(place), place.text);
  return text;
}

std::string finding_text(const Finding& finding, bool colour) {
  const FindingRule::Level level = level_of(finding);
  const bool is_error = level == FindingRule::Level::error;
  const std::string line = headline(finding);
  const size_t end_of_id = line.find(':');
  std::string text = fmt::format(
      "{}{}{}\n", painted(line.substr(0, end_of_id), is_error ? "1;31" : "1;33", colour),
      is_error ? "" : fmt::format(" ({})", name_of(level)), line.substr(end_of_id));
  for (size_t side = 0; side < finding.sides.size(); ++side) text += side_text(finding, side);
  std::string where;
  if (!finding.case_name.empty()) where = fmt::format("the case '{}'", finding.case_name);
  if (!finding.kernel.empty())
    where += fmt::format("{}the kernel '{}'", where.empty() ? "" : " of ", finding.kernel);
  if (where.empty()) where = "the program";
  const bool has_own_number =
      finding.kind == FindingKind::unwritten || finding.kind == FindingKind::claim;
  const std::string times =
      finding.count <= 1 || has_own_number ? "" : fmt::format(", {} times in all", finding.count);
  const char* const order = finding.schedule == 0   ? ""
                            : finding.schedule == 1 ? ", with blocks and threads in reverse order"
                                                    : ", with blocks and threads shuffled";
  text += fmt::format("    in {}{}{}\n", where, times, order);
  text += fmt::format("    why it matters: {}\n", why(finding));
  return text;
}

class CheckText : public VerdictFormat {
 public:
  CheckText(const CheckReportStyle& style, const Look& look) : style_(style), look_(look) {}

  std::string result(const VariantResult& result) override {
    const std::string text = findings_text(result, style_.most, look_.colour) +
                             mistakes_text(result) + verdict(result) + '\n' +
                             (style_.counts ? counts_text(result) : "");
    return (look_.folds ? folded(text, look_.columns) : text) + remarks(result);
  }

 private:
  std::string verdict(const VariantResult& result) const {
    const bool clean = result.outcome == Outcome::passed;
    std::string text = fmt::format(
        "{}: {}", title(result),
        painted(clean ? "clean" : to_string(result.outcome), clean ? "32" : "31", look_.colour));
    text += clean ? checked_text(result) : fmt::format(": {}", reason_in_words(result));
    return text + fmt::format(" [{}]", whose(result.kernels));
  }

  // ", 11 cases checked", ", checked on random inputs", and unchecked parts.
  static std::string checked_text(const VariantResult& result) {
    std::string text = result.size.empty() ? fmt::format(", {} cases checked", result.run_count())
                                           : ", checked on random inputs";
    if (result.rescheduled_launches > 0) {
      text += fmt::format(" in {} orders of blocks and threads (seed {})", result.schedules,
                          result.seed);
    }
    const SampledBlocks& sampled = result.sampled;
    if (sampled.in_all == 0) return text;
    text += result.size.empty()
                ? " on " + sampled_text(sampled)
                : fmt::format(", {} of {} blocks", sampled.looked_at, sampled.in_all);
    if (!sampled.others_ran) text += "; the other blocks did not run, so the answer is not judged";
    return text;
  }

  std::string remarks(const VariantResult& result) const {
    if (!style_.remarks || result.counts.empty()) return "";
    const std::string text = remarks_text(result, look_.columns);
    return text.empty() && !style_.counts ? "  no remarks\n" : text;
  }

  CheckReportStyle style_;
  Look look_;
};

}  // namespace

std::string findings_text(const VariantResult& result, size_t most, bool colour) {
  std::string text;
  size_t shown = 0, left_out = 0, allowed = 0;
  for (const Finding& finding : result.findings) {
    if (!finding.suppressed.empty()) {
      ++allowed;
    } else if (shown == most) {
      ++left_out;
    } else {
      ++shown;
      text += finding_text(finding, colour);
      const auto index = static_cast<size_t>(&finding - result.findings.data());
      const auto why = std::ranges::find(result.explained, index, &ExplainedRace::finding);
      if (why != result.explained.end()) {
        text += race_text(*why, result.seed, {{}, colour, terminal_size().columns});
      }
    }
  }
  for (const std::string& note : result.notes) text += note + "\n";
  if (left_out > 0) text += fmt::format("and {} more, --max shows them\n", left_out);
  if (allowed > 0) {
    text += fmt::format("{} finding{} allowed by comments in the source\n", allowed,
                        allowed == 1 ? "" : "s");
  }
  return text;
}

std::unique_ptr<VerdictFormat> make_check_text(const CheckReportStyle& style, const Look& look) {
  return std::make_unique<CheckText>(style, look);
}

}  // namespace hippuzzle
