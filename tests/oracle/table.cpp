#include "tests/oracle/table.hpp"

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

// Why compute-sanitizer does not say what ours says: a rule, a space ("" for any), a sentence.
struct Reason {
  const char* rule;
  const char* space;
  const char* sentence;
};
constexpr Reason reasons[] = {
    {"race", "global", "racecheck looks at shared memory only."},
    {"race-same-value", "global", "racecheck looks at shared memory only."},
    {"race", "shared",
     "racecheck takes the lanes of a warp that runs in step as ordered, and sees only accesses "
     "that the compiler has kept; which of them it was is not known."},
    {"race-same-value", "shared", "racecheck reported nothing about two writes of one value."},
    {"uninitialised", "shared", "initcheck of this version looks at global memory only."},
    {"uninitialised", "global",
     "initcheck sees the optimised program: a read whose value changes nothing is none."},
    {"unwritten", "", "initcheck tells of an output only when it is copied to the host."},
    {"barrier-divergence", "",
     "A thread that has left the kernel counts as arrived: NVIDIA's hardware has it so, HIP and "
     "CUDA as languages do not."},
    {"warp-lanes", "",
     "A shuffle from a lane that takes no part gives some value; synccheck does not look at it."},
    {"out-of-bounds", "shared",
     "memcheck knows a block's shared memory as a whole, not the arrays in it; and what the "
     "compiler keeps in registers is no access."},
    {"out-of-bounds", "global",
     "memcheck stops a thread at its first finding, and sees the optimised program."},
    {"outside-shape", "",
     "memcheck knows allocations, not the shape of a matrix: the index lands inside the memory."},
    {"use-after-free", "", "What was freed belongs to the next array by then."},
    {"misaligned", "", "The compiler took the access apart, or left it out."},
    {"runaway", "",
     "A kernel that does not end gives no report; blocks that wait for later ones do end where all "
     "of them run at once."},
    {"stack-overflow", "",
     "A thread's stack is larger there than the 48 KiB that the checker allows, or the optimised "
     "kernel needs less of it."},
    {"wild-pointer", "",
     "A shared address has 32 bits there, in which an index below zero wraps around."},
    {"division-by-zero", "", "NVIDIA's hardware gives some number, and goes on."},
    {"aborted", "", "The optimised program does not get there."},
    {"claim", "", "More accesses than a page promises are no mistake."}};

// What compute-sanitizer calls otherwise, or sees the consequence of.
struct Alias {
  const char* ours;
  const char* theirs;
  const char* sentence;
};
constexpr Alias aliases[] = {
    {"outside-shape", "wild-pointer",
     "An index of -1 without a sign is 16 GiB away, where there is no memory."},
    {"use-after-free", "uninitialised", "Memory that was freed counts as unwritten."},
    {"warp-lanes", "barrier-divergence",
     "racecheck tells threads that wait for each other as a deadlock."},
    {"warp-lanes-unused", "barrier-divergence",
     "racecheck tells threads that wait for each other as a deadlock."},
    {"use-after-free", "wild-pointer",
     "On the heap of kernels memcheck reports an invalid address, which ends the kernel."},
    {"out-of-bounds", "wild-pointer",
     "On the heap of kernels memcheck reports an invalid address, which ends the kernel."},
    {"wild-pointer", "misaligned", "The pointer is 0x1, which is misaligned as well."},
    {"race", "unwritten",
     "Which block comes first decides whether the output is written: the race's consequence in "
     "that run."},
    {"race", "uninitialised",
     "The reader came before the writer in that run; ours says so once, as the race that it is."}};

// Findings of compute-sanitizer in right kernels.
struct FalseReport {
  const char* kernel;
  const char* rule;
  const char* sentence;
};
constexpr FalseReport false_reports[] = {
    {"last_thread_by_its_ticket", "race",
     "racecheck sees no order in fences and an atomic ticket."},
    {"exchange_of_what_nobody_wrote", "uninitialised",
     "initcheck counts an exchange as a read, though the kernel drops the old value."}};

const FalseReport* false_report_of(const Compared& c, const Seen& theirs) {
  const auto found = std::ranges::find_if(false_reports, [&](const FalseReport& report) {
    return c.subject.kernel == report.kernel && theirs.rule == report.rule;
  });
  return found == std::end(false_reports) ? nullptr : found;
}

// The finding of ours that the same mistake has; nullptr for none.
const Alias* alias_of(const Seen& theirs, const std::set<Seen>& ours) {
  for (const Alias& alias : aliases) {
    const bool is_there =
        std::ranges::any_of(ours, [&](const Seen& s) { return s.rule == alias.ours; });
    if (theirs.rule == alias.theirs && is_there) return &alias;
  }
  return nullptr;
}

// Their categories, where a mistake has our name.
std::set<std::string> their_categories(const Compared& c) {
  const std::set<std::string> ours = categories(c.ours);
  std::set<std::string> all;
  for (const Seen& s : c.theirs) {
    const Alias* alias = ours.contains(s.category) ? nullptr : alias_of(s, c.ours);
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

size_t reason_for(const Seen& seen) {
  const auto found = std::ranges::find_if(reasons, [&](const Reason& r) {
    return seen.rule == r.rule && (*r.space == '\0' || seen.space == r.space);
  });
  return static_cast<size_t>(found - std::begin(reasons));
}

std::string text(const std::set<Seen>& seen) {
  std::set<std::string> parts;
  for (const Seen& s : seen) {
    parts.insert(s.rule + (s.array.empty() ? s.space.empty() ? "" : " (" + s.space + ")"
                                           : " `" + s.array + "`"));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string verdict(const Compared& c) {
  const auto ours = categories(c.ours), theirs = their_categories(c);
  switch (agreement_of(c)) {
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

// The numbers of the reasons for what only ours says.
std::string why(const Compared& c, std::map<size_t, size_t>& numbers) {
  const auto theirs = their_categories(c);
  std::set<size_t> all;
  for (const Seen& s : c.ours) {
    if (theirs.contains(s.category)) continue;
    const size_t reason = reason_for(s);
    if (reason < std::size(reasons))
      all.insert(numbers.try_emplace(reason, numbers.size() + 1).first->second);
  }
  return fmt::format("{}", fmt::join(all, ", "));
}

bool is_right_and_clean(const Compared& c) {
  return c.ours.empty() && c.theirs.empty() && c.note.empty();
}

}  // namespace

Agreement agreement_of(const Compared& c) {
  const auto ours = categories(c.ours), theirs = their_categories(c);
  if (ours == theirs) return ours.empty() ? Agreement::nothing : Agreement::same;
  if (theirs.empty()) return Agreement::ours_only;
  if (ours.empty()) return Agreement::theirs_only;
  return std::ranges::includes(ours, theirs) ? Agreement::ours_more : Agreement::mixed;
}

bool theirs_is_more(const Compared& c) {
  Compared rest = c;
  std::erase_if(rest.theirs, [&](const Seen& s) { return false_report_of(c, s) != nullptr; });
  return !std::ranges::includes(categories(rest.ours), their_categories(rest));
}

std::string page_of(const std::vector<Compared>& all, const std::string& seen_on) {
  std::map<size_t, size_t> numbers;  // of reasons, in the order in which the table needs them
  std::map<Agreement, size_t> count;
  std::string rows, group;
  size_t clean = 0, more = 0;
  for (const Compared& c : all) {
    if (is_right_and_clean(c)) {
      ++clean;
      continue;
    }
    ++count[agreement_of(c)];
    more += theirs_is_more(c);
    if (c.subject.group != group) {
      group = c.subject.group;
      rows += fmt::format(
          "\n## {}\n\n| kernel | ours | compute-sanitizer | | why |\n|---|---|---|---|---|\n",
          c.subject.golden ? "tests/check: " + group : group);
    }
    const std::string name =
        c.subject.kernel + (c.subject.variant.empty() ? "" : " --" + c.subject.variant);
    std::string theirs = text(c.theirs);
    if (!c.note.empty()) theirs += (theirs.empty() ? "" : "; ") + c.note;
    rows += fmt::format("| {} | {} | {} | {} | {} |\n", name, text(c.ours), theirs, verdict(c),
                        why(c, numbers));
  }
  std::string page = fmt::format(
      "# The checker and compute-sanitizer, kernel by kernel\n\n"
      "Written by `check_compared`, not by hand: `ctest -L oracle` on a machine with an NVIDIA "
      "GPU, then\n"
      "`cmake --build . --target check_compared_page`. {}\n\n"
      "\"ours\" is `hippuzzle check` on the CPU in warps of 32; beside it all four tools of "
      "compute-sanitizer.\n"
      "Two findings count as the same when they are of one category of "
      "[check.md](../../docs/check.md)'s "
      "table.\n\n"
      "| | kernels |\n|---|---|\n| the same | {} |\n| the same, and ours something more | {} |\n"
      "| ours only | {} |\n| compute-sanitizer alone, in right kernels | {} |\n"
      "| compute-sanitizer something else that ours does not say | {} |\n"
      "| neither has a finding: wrong answers only, and right kernels | {} |\n\n"
      "Why compute-sanitizer does not say it (the numbers of the last column):\n\n",
      seen_on, count[Agreement::same], count[Agreement::ours_more], count[Agreement::ours_only],
      count[Agreement::theirs_only] + count[Agreement::mixed] - more, more,
      clean + count[Agreement::nothing]);
  std::map<size_t, size_t> by_number;
  for (const auto& [reason, number] : numbers) by_number[number] = reason;
  for (const auto& [number, reason] : by_number) {
    page += fmt::format("{}. `{}`{}{}: {}\n", number, reasons[reason].rule,
                        *reasons[reason].space == '\0' ? "" : " in memory that is ",
                        reasons[reason].space, reasons[reason].sentence);
  }
  page += "\nWhat it says in other words, or of a consequence:\n\n";
  for (const Alias& alias : aliases) {
    page += fmt::format("- `{}` for our `{}`: {}\n", alias.theirs, alias.ours, alias.sentence);
  }
  page += "\nWhat it says of right kernels:\n\n";
  for (const FalseReport& report : false_reports) {
    page += fmt::format("- `{}` in {}: {}\n", report.rule, report.kernel, report.sentence);
  }
  std::vector<std::string> left_out;
  for (const Subject& subject : all_subjects()) {
    const auto is_it = [&](const Compared& c) { return c.subject.name() == subject.name(); };
    if (std::ranges::none_of(all, is_it)) left_out.push_back(subject.name());
  }
  if (!left_out.empty()) {
    page += fmt::format("\nNot compared, for they had no turn or no end on the device: {}.\n",
                        fmt::join(left_out, "; "));
  }
  return page + rows;
}

}  // namespace hippuzzle::testing
