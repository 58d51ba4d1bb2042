#include "tests/hip_cpu/oracle/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace hippuzzle::testing {
namespace {

std::set<std::string> categories(const std::set<Seen>& seen) {
  std::set<std::string> all;
  for (const Seen& s : seen) all.insert(s.category);
  return all;
}

std::set<std::string> minus(const std::set<std::string>& a, const std::set<std::string>& b) {
  std::set<std::string> left;
  std::ranges::set_difference(a, b, std::inserter(left, left.end()));
  return left;
}

const FalseReport* false_report_of(const Tool& tool, const Compared& c, const Seen& theirs) {
  const auto found = std::ranges::find_if(tool.false_reports, [&](const FalseReport& report) {
    return c.subject.kernel == report.kernel && theirs.rule == report.rule;
  });
  return found == tool.false_reports.end() ? nullptr : &*found;
}

// The finding of ours that the same mistake has; nullptr for none.
const Alias* alias_of(const Tool& tool, const Seen& theirs, const std::set<Seen>& ours) {
  for (const Alias& alias : tool.aliases) {
    const bool is_there =
        std::ranges::any_of(ours, [&](const Seen& s) { return s.rule == alias.ours; });
    if (theirs.rule == alias.theirs && is_there) return &alias;
  }
  return nullptr;
}

// Their categories, where a mistake has our name.
std::set<std::string> their_categories(const Tool& tool, const Compared& c) {
  const std::set<std::string> ours = categories(c.ours);
  std::set<std::string> all;
  for (const Seen& s : c.theirs) {
    const Alias* alias = ours.contains(s.category) ? nullptr : alias_of(tool, s, c.ours);
    if (alias == nullptr) {
      all.insert(s.category);
      continue;
    }
    for (const Seen& mine : c.ours) {
      if (mine.rule == alias->ours) all.insert(mine.category);
    }
  }
  return all;
}

size_t reason_for(const Tool& tool, const Seen& seen) {
  const auto found = std::ranges::find_if(tool.reasons, [&](const Reason& r) {
    return seen.rule == r.rule && (*r.space == '\0' || seen.space == r.space);
  });
  return static_cast<size_t>(found - tool.reasons.begin());
}

std::string text(const std::set<Seen>& seen) {
  std::set<std::string> parts;
  for (const Seen& s : seen) {
    parts.insert(s.rule + (s.array.empty() ? s.space.empty() ? "" : " (" + s.space + ")"
                                           : " `" + s.array + "`"));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string verdict(const Tool& tool, const Compared& c) {
  const auto ours = categories(c.ours), theirs = their_categories(tool, c);
  switch (agreement_of(tool, c)) {
    case Agreement::same:
    case Agreement::nothing:
      return "same";
    case Agreement::ours_only:
      return "ours only";
    case Agreement::theirs_only:
      return "theirs only";
    case Agreement::ours_more:
      return fmt::format("same; ours only: {}", fmt::join(minus(ours, theirs), ", "));
    case Agreement::mixed:
      break;
  }
  const auto only_ours = minus(ours, theirs), only_theirs = minus(theirs, ours);
  if (only_ours.empty()) return fmt::format("same; theirs only: {}", fmt::join(only_theirs, ", "));
  return fmt::format("ours only: {}; theirs only: {}", fmt::join(only_ours, ", "),
                     fmt::join(only_theirs, ", "));
}

// The numbers of the reasons for findings that only ours reports.
std::string why(const Tool& tool, const Compared& c, std::map<size_t, size_t>& numbers) {
  const auto theirs = their_categories(tool, c);
  std::set<size_t> all;
  for (const Seen& s : c.ours) {
    if (theirs.contains(s.category)) continue;
    const size_t reason = reason_for(tool, s);
    if (reason < tool.reasons.size())
      all.insert(numbers.try_emplace(reason, numbers.size() + 1).first->second);
  }
  return fmt::format("{}", fmt::join(all, ", "));
}

bool is_right_and_clean(const Compared& c) {
  return c.ours.empty() && c.theirs.empty() && c.note.empty();
}

}  // namespace

Agreement agreement_of(const Tool& tool, const Compared& c) {
  const auto ours = categories(c.ours), theirs = their_categories(tool, c);
  if (ours == theirs) return ours.empty() ? Agreement::nothing : Agreement::same;
  if (theirs.empty()) return Agreement::ours_only;
  if (ours.empty()) return Agreement::theirs_only;
  return std::ranges::includes(ours, theirs) ? Agreement::ours_more : Agreement::mixed;
}

bool theirs_is_more(const Tool& tool, const Compared& c) {
  Compared rest = c;
  std::erase_if(rest.theirs, [&](const Seen& s) { return false_report_of(tool, c, s) != nullptr; });
  return !std::ranges::includes(categories(rest.ours), their_categories(tool, rest));
}

std::string page_of(const Tool& tool, const std::vector<Subject>& subjects,
                    const Results& results) {
  std::map<size_t, size_t> numbers;  // of reasons, in the order in which the table needs them
  std::map<Agreement, size_t> count;
  std::string rows, group;
  size_t clean = 0, more = 0;
  for (const Compared& c : results.compared) {
    if (is_right_and_clean(c)) {
      ++clean;
      continue;
    }
    ++count[agreement_of(tool, c)];
    more += theirs_is_more(tool, c);
    if (c.subject.group != group) {
      group = c.subject.group;
      rows += fmt::format("\n## {}\n\n| kernel | ours | {} | | why |\n|---|---|---|---|---|\n",
                          c.subject.golden ? "tests/hip_cpu/check: " + group : group, tool.name);
    }
    const std::string name =
        c.subject.kernel + (c.subject.variant.empty() ? "" : " --" + c.subject.variant);
    std::string theirs = text(c.theirs);
    if (!c.note.empty()) theirs += (theirs.empty() ? "" : "; ") + c.note;
    rows += fmt::format("| {} | {} | {} | {} | {} |\n", name, text(c.ours), theirs,
                        verdict(tool, c), why(tool, c, numbers));
  }
  std::string page = fmt::format(
      "# {1}\n\n{2} {3}\n\n"
      "\"ours\" is `hippuzzle check` on the CPU in warps of 32; beside it {4}.\n"
      "Two findings count as the same when they are of one category of "
      "[check.md](../../../docs/reference/check.md)'s "
      "table.\n\n"
      "| | kernels |\n|---|---|\n| the same | {5} |\n| the same, and ours something more | {6} |\n"
      "| ours only | {7} |\n| {0} alone, in right kernels | {8} |\n"
      "| {0} something else that ours does not say | {9} |\n"
      "| neither has a finding: wrong answers only, and right kernels | {10} |\n\n"
      "Why {0} does not say it (the numbers of the last column):\n\n",
      tool.name, tool.title, tool.written, results.seen_on, tool.beside, count[Agreement::same],
      count[Agreement::ours_more], count[Agreement::ours_only],
      count[Agreement::theirs_only] + count[Agreement::mixed] - more, more,
      clean + count[Agreement::nothing]);
  std::map<size_t, size_t> by_number;
  for (const auto& [reason, number] : numbers) by_number[number] = reason;
  for (const auto& [number, reason] : by_number) {
    const Reason& r = tool.reasons[reason];
    page += fmt::format("{}. `{}`{}{}: {}\n", number, r.rule,
                        *r.space == '\0' ? "" : " in memory that is ", r.space, r.sentence);
  }
  page += "\nWhat it says in other words, or of a consequence:\n\n";
  for (const Alias& alias : tool.aliases) {
    page += fmt::format("- `{}` for our `{}`: {}\n", alias.theirs, alias.ours, alias.sentence);
  }
  page += "\nWhat it says of right kernels:\n\n";
  for (const FalseReport& report : tool.false_reports) {
    page += fmt::format("- `{}` in {}: {}\n", report.rule, report.kernel, report.sentence);
  }
  std::vector<std::string> left_out;
  for (const Subject& subject : subjects) {
    const auto is_it = [&](const Compared& c) { return c.subject.name() == subject.name(); };
    if (std::ranges::none_of(results.compared, is_it)) left_out.push_back(subject.name());
  }
  if (!left_out.empty()) {
    page += fmt::format("\nNot compared, for {}: {}.\n", tool.missing, fmt::join(left_out, "; "));
  }
  return page + rows;
}

}  // namespace hippuzzle::testing
