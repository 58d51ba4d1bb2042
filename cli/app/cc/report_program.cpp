#include "cli/app/cc/report_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <optional>

#include "cli/app/cc/shown_trace.hpp"
#include "cli/app/learner/explained_words.hpp"
#include "cli/report/verdict/findings/program_findings_text.hpp"
#include "cli/terminal/screen/logging.hpp"
#include "cli/terminal/screen/output_file.hpp"
#include "cli/terminal/screen/terminal.hpp"
#include "engine/protocol/trace_codec.hpp"
#include "engine/results/finding_kinds.hpp"
#include "hip_cc/findings/program_findings.hpp"
#include "hip_cc/findings/suppressions.hpp"
#include "support/files/text_file.hpp"

namespace hippuzzle {
namespace {

using ProgramOptions = std::map<std::string, std::string>;

bool is_set(const ProgramOptions& options, const char* name) { return !options.at(name).empty(); }

// "" if a page holds the trace.
std::string trace_part(const ShownTrace& trace, const ProgramOptions& options) {
  const bool in_json = options.at("format") == "json";
  if (is_set(options, "html")) {
    write_output_file(options.at("html"), trace_page(trace.trace, trace.sources));
    if (!in_json) return "";
  }
  if (in_json) return to_json(trace.trace);
  const bool colour = !is_set(options, "log_path") && wants_colour(stderr);
  return trace_text(trace.trace, {trace.threads, colour, terminal_size().columns});
}

std::string findings_document(const ProgramReport& report, const ProgramOptions& options) {
  const std::string& format = options.at("format");
  if (format == "json") return program_findings_json(report);
  if (format == "sarif") return program_findings_sarif(report);
  return program_findings_text(report, std::stoul(options.at("max_findings")),
                               !is_set(options, "log_path") && wants_colour(stderr));
}

}  // namespace

Outcome report_program(const std::vector<std::string>& words) {
  ProgramOptions options;
  for (size_t i = 1; i < words.size(); ++i) {
    const size_t equals = words[i].find('=');
    if (equals == std::string::npos)
      throw Error(Outcome::usage, fmt::format("'{}' is not an option with a value", words[i]));
    options[words[i].substr(0, equals)] = words[i].substr(equals + 1);
  }
  cc::Suppressions suppressions;
  if (const std::string& file = options.at("suppressions"); !file.empty())
    suppressions = cc::Suppressions(file);
  if (words.front().empty()) return Outcome::passed;

  cc::ProgramFindings found = cc::read_findings(words.front());
  suppressions.apply(found.findings);
  ProgramReport report = {std::move(found.findings),
                          found.looked_at,
                          found.in_all,
                          std::stoi(options.at("signal")),
                          found.rescheduled,
                          static_cast<uint32_t>(std::stoul(options.at("schedules"))),
                          std::stoull(options.at("seed")),
                          std::move(found.counts),
                          std::move(found.launches),
                          found.begun,
                          std::move(found.leaks),
                          std::nullopt};
  // Trace errors are reported after the findings, which may be their cause.
  std::optional<Error> no_trace;
  if (found.trace) try {
      report.trace = trace_part(shown_trace(*found.trace, is_set(options, "thread")), options);
    } catch (const Error& error) {
      no_trace = error;
    }
  const std::string text = findings_document(report, options);
  if (const std::string& log = options.at("log_path"); !log.empty() && !text.empty()) {
    replace_file(log, text);
  } else {
    fmt::print(stderr, "{}", text);
    if (const std::string rule = first_rule(report.findings); !rule.empty())
      say_where_words_are_explained({{options.at("format"), std::nullopt}}, rule);
  }
  if (options.at("verbose") != "0") {
    for (const std::string& line : suppressions.unused())
      logging::warning("a suppression fits no finding: {}", line);
  }
  const bool has_error = std::ranges::any_of(report.findings, [](const Finding& finding) {
    return finding.suppressed.empty() && is_error(finding);
  });
  if (no_trace) logging::error("{}", no_trace->what());
  if (has_error) return Outcome::findings;
  return no_trace ? no_trace->outcome() : Outcome::passed;
}

Outcome write_frame_layout(const std::vector<std::string>& words) {
  std::ofstream file(words.at(2));
  file << cc::frame_layout(words.at(0), std::stoull(words.at(1)));
  return file.flush() ? Outcome::passed : Outcome::usage;
}

}  // namespace hippuzzle
