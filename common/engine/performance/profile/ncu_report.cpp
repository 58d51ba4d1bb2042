// Reads numbers from the output of `ncu --csv`. The form follows reports of version 2025.3.1,
// which tests/unit/ncu keeps unchanged.
#include "engine/performance/profile/ncu_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sstream>

#include "support/outcome.hpp"
#include "support/text/csv.hpp"

namespace hippuzzle {
namespace {

Error refuse_report(const std::string& why) { return Error(Outcome::unsupported, why); }

// The number of bytes, or whatever is counted, that the unit stands for.
double scale(const std::string& metric, const std::string& unit) {
  constexpr std::array<const char*, 4> plain = {"", "byte", "inst", "sector"};
  constexpr std::array<std::pair<char, double>, 4> prefixes = {
      {{'K', 1e3}, {'M', 1e6}, {'G', 1e9}, {'T', 1e12}}};
  const auto is_plain = [&](const std::string& name) {
    return std::ranges::find(plain, name) != plain.end();
  };
  if (is_plain(unit)) return 1;
  for (const auto& [letter, factor] : prefixes) {
    if (unit.front() == letter && is_plain(unit.substr(1))) return factor;
  }
  throw refuse_report(
      fmt::format("ncu gives '{}' in a unit that is not known, '{}'", metric, unit));
}

// The fault, in ncu's words; empty when it does not say.
std::string note(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    constexpr std::string_view error = "==ERROR== ";
    if (line.starts_with(error)) return line.substr(error.size());
  }
  return "";
}

// A message of ncu before, in or after the table.
bool is_message(const std::string& text, size_t at) { return text.compare(at, 2, "==") == 0; }

}  // namespace

std::vector<ProfiledKernel> kernels_of_ncu(const std::string& text) {
  if (text.find("ERR_NVGPUCTRPERM") != std::string::npos) {
    throw refuse_report(
        "ncu may not read this GPU's counters (ERR_NVGPUCTRPERM); run as root, or let the "
        "administrator allow it: developer.nvidia.com/ERR_NVGPUCTRPERM");
  }
  std::vector<ProfiledKernel> kernels;
  std::vector<std::string> header;
  std::string last_id;
  size_t id = 0, name = 0, metric = 0, unit = 0, value = 0;
  for (size_t at = 0; at < text.size();) {
    if (is_message(text, at)) {
      at = std::min(text.find('\n', at), text.size() - 1) + 1;
      continue;
    }
    const std::vector<std::string> fields = csv_record(text, at);
    if (header.empty()) {
      if (fields.front() != "ID") continue;  // a line that the program printed
      header = fields;
      id = csv_column(header, "ID", "ncu");
      name = csv_column(header, "Kernel Name", "ncu");
      metric = csv_column(header, "Metric Name", "ncu");
      unit = csv_column(header, "Metric Unit", "ncu");
      value = csv_column(header, "Metric Value", "ncu");
      continue;
    }
    if (fields.size() != header.size()) {
      throw refuse_report(fmt::format("ncu's report has {} columns and a line of {}", header.size(),
                                      fields.size()));
    }
    if (kernels.empty() || fields[id] != last_id) kernels.push_back({fields[name], {}});
    last_id = fields[id];
    const auto amount = csv_number(fields[value]);
    if (!amount) {
      throw refuse_report(
          fmt::format("ncu did not count '{}', it says '{}'", fields[metric], fields[value]));
    }
    kernels.back().counts[fields[metric]] = *amount * scale(fields[metric], fields[unit]);
  }
  if (kernels.empty()) {
    const std::string said = note(text);
    throw refuse_report(said.empty() ? "ncu saw no kernel"
                                     : "ncu counted nothing, it said: " + said);
  }
  return kernels;
}

}  // namespace hippuzzle
