#include "cli/report/verdict/verdict_text.hpp"

#include <fmt/format.h>

#include "cli/report/advice_text.hpp"
#include "cli/report/numbers.hpp"
#include "cli/report/whose.hpp"

namespace hippuzzle {

bool did_not_begin(Outcome outcome) {
  return outcome == Outcome::not_started || outcome == Outcome::not_built ||
         outcome == Outcome::not_submitted;
}

std::string title(const std::string& puzzle, const std::string& variant) {
  return variant.empty() ? puzzle : fmt::format("{} --{}", puzzle, variant);
}

std::string title(const VariantResult& result) {
  std::string text = title(result.puzzle, result.variant);
  if (!result.size.empty()) text += " at " + result.size;
  return text;
}

std::string sampled_text(const SampledBlocks& sampled) {
  return fmt::format("{} of {} blocks of larger grids", sampled.looked_at, sampled.in_all);
}

std::string coloured(const std::string& text, Outcome outcome, bool colour) {
  if (!colour) return text;
  const char* code = outcome == Outcome::passed                                  ? "32"
                     : outcome == Outcome::unsupported || did_not_begin(outcome) ? "33"
                                                                                 : "31";
  return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

std::string mistakes_text(const VariantResult& result) {
  if (result.mistakes.empty()) return "";
  const char* same = result.outcome == Outcome::findings ? "same findings" : "same result";
  if (result.mistakes.size() == 1)
    return fmt::format("known mistake with the {}: {}\n", same, result.mistakes.front());
  std::string text = fmt::format("known mistakes with the {}:\n", same);
  for (const std::string& mistake : result.mistakes) text += fmt::format("- {}\n", mistake);
  return text;
}

std::string verdict_text(const VariantResult& result, bool colour) {
  // The sentence about a module that was never loaded already says that it does not compile.
  if (result.outcome == Outcome::load_failed && result.platform.empty()) {
    return fmt::format("{}: {} [{}]", title(result),
                       coloured(reason_in_words(result), result.outcome, colour),
                       whose(result.kernels));
  }
  std::string text = fmt::format("{}: {}", title(result),
                                 coloured(to_string(result.outcome), result.outcome, colour));
  if (!result.platform.empty()) text += fmt::format(" on {}", result.platform);
  if (!result.device.empty()) text += fmt::format(" ({})", result.device);
  if (result.outcome == Outcome::passed) {
    if (const auto time = result.kernel_milliseconds()) {
      text += fmt::format(", kernel {}", duration(*time));
    }
    text += fmt::format(", {} further case{} passed", result.run_count() - 1,
                        result.run_count() == 2 ? "" : "s");
    if (const size_t left_out = result.cases.size() - result.run_count(); left_out > 0) {
      text += fmt::format(", {} for warps of another width not on this device", left_out);
    }
    if (result.checked) text += ", checked";
    if (result.sampled.in_all > 0) text += " on " + sampled_text(result.sampled);
  } else {
    text += fmt::format(": {}", reason_in_words(result));
    if (result.outcome == Outcome::wrong_answer) text += fmt::format(" (seed {})", result.seed);
  }
  text += fmt::format(" [{}]", whose(result.kernels));
  if (result.in_process) text += " [in process: for debugging, not a verdict]";
  return text;
}

}  // namespace hippuzzle
