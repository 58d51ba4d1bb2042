// A tool that the checker is compared with: why it reports less, other names for its findings, and
// its findings in right kernels.
#pragma once

#include <span>

namespace hippuzzle::testing {

// Why it lacks a finding of ours: a rule, a space ("" for any), a sentence.
struct Reason {
  const char* rule;
  const char* space;
  const char* sentence;
};

// A finding that it calls by another name, or whose consequence it sees.
struct Alias {
  const char* ours;
  const char* theirs;
  const char* sentence;
};

// A finding of its in a right kernel.
struct FalseReport {
  const char* kernel;
  const char* rule;
  const char* sentence;
};

struct Tool {
  const char* name;     // "compute-sanitizer"
  const char* title;    // of the page
  const char* written;  // its author, a sentence without its end's line break
  const char* beside;   // the title of the column next to ours
  const char* missing;  // why kernels were not compared
  std::span<const Reason> reasons;
  std::span<const Alias> aliases;
  std::span<const FalseReport> false_reports;
};

extern const Tool compute_sanitizer_tool, oclgrind_tool;

}  // namespace hippuzzle::testing
