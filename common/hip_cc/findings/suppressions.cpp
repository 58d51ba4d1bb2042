#include "hip_cc/findings/suppressions.hpp"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>

#include "engine/results/finding_kinds.hpp"
#include "support/files/text_file.hpp"
#include "support/outcome.hpp"
#include "support/text/lines.hpp"

namespace hippuzzle::cc {
namespace {

bool is_kind(const std::string& word) {
  return std::ranges::any_of(finding_rules(), [&](const FindingRule& rule) {
    return word == rule.id || word == rule.category;
  });
}

// "fill" of "fill<float>(float*)".
std::string bare_name(const std::string& function) {
  return function.substr(0, function.find_first_of("<("));
}

// The names by which a suppression may mean the finding.
std::vector<std::string> names_of(const Finding& finding) {
  std::vector<std::string> names = {finding.kernel, bare_name(finding.kernel),
                                    finding.array.substr(0, finding.array.find(" of "))};
  for (const FindingSide& side : finding.sides) {
    const SourcePlace& place = side.place;
    names.insert(names.end(), {place.function, bare_name(place.function), place.file});
    for (size_t at = 0; (at = place.file.find('/', at)) != std::string::npos;)
      names.push_back(place.file.substr(++at));
  }
  std::erase(names, "");
  return names;
}

}  // namespace

Suppressions::Suppressions(const std::filesystem::path& file) {
  const std::optional<std::string> text = read_file(file);
  if (!text) {
    throw Error(Outcome::usage, fmt::format("there is no file of suppressions {}", file.string()));
  }
  int number = 0;
  for (const std::string_view whole : split_lines(*text)) {
    ++number;
    const std::string line(trimmed(whole));
    if (line.empty() || line[0] == '#') continue;
    const size_t colon = line.find(':');
    const std::string kind = line.substr(0, colon);
    if (colon == std::string::npos || colon + 1 == line.size() || !is_kind(kind)) {
      throw Error(
          Outcome::usage,
          fmt::format("{}:{}: '{}' is not a suppression; write a kind or a rule of findings, "
                      "a colon and a name, such as race:my_kernel; kinds are {}",
                      file.string(), number, line, fmt::join(finding_categories(), ", ")));
    }
    lines_.push_back(
        {kind, line.substr(colon + 1), fmt::format("{} in {}:{}", line, file.string(), number)});
  }
}

void Suppressions::apply(std::vector<Finding>& findings) {
  for (Finding& finding : findings) {
    const FindingRule& rule = rule_of(finding.kind);
    const std::vector<std::string> names = names_of(finding);
    for (Line& line : lines_) {
      if (line.kind != rule.id && line.kind != rule.category) continue;
      const bool fits = std::ranges::any_of(names, [&](const std::string& name) {
        return fnmatch(line.pattern.c_str(), name.c_str(), 0) == 0;
      });
      if (!fits) continue;
      line.is_used = true;
      if (finding.suppressed.empty()) finding.suppressed = line.words;
    }
  }
}

std::vector<std::string> Suppressions::unused() const {
  std::vector<std::string> result;
  for (const Line& line : lines_)
    if (!line.is_used) result.push_back(line.words);
  return result;
}

}  // namespace hippuzzle::cc
