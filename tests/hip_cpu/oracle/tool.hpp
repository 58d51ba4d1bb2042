// What is known of a tool that the checker is compared with: why it says less, what it calls by
// another name, and what it says of right kernels.
#pragma once

#include <span>

namespace hippuzzle::testing {

// Why it does not say what ours says: a rule, a space ("" for any), a sentence.
struct Reason {
  const char* rule;
  const char* space;
  const char* sentence;
};

// What it calls otherwise, or sees the consequence of.
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
  const char* written;  // by what, a sentence without its end's line break
  const char* beside;   // what stands beside ours
  const char* missing;  // why kernels were not compared
  std::span<const Reason> reasons;
  std::span<const Alias> aliases;
  std::span<const FalseReport> false_reports;
};

extern const Tool compute_sanitizer_tool, oclgrind_tool;

}  // namespace hippuzzle::testing
