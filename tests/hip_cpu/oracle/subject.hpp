// The kernels that hippuzzle's checker and compute-sanitizer are compared on: each wrong kernel and
// planted stub of the puzzles, variant by variant, and each case of the golden suite.
#pragma once

#include <compare>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "engine/results/finding_kinds.hpp"

namespace hippuzzle::testing {

struct Subject {
  std::string group;    // "p04", or a file of the golden suite: "race"
  std::string kernel;   // "no_guard", or a case of the file
  std::string variant;  // of a puzzle; may be empty
  bool golden = false;

  std::string name() const;  // "p04 no_guard --raw"
};

// The subjects that a GPU can run, in the order of the table.
std::vector<Subject> all_subjects();

// The names after "// case" in the folder's files, in their order; the group is the file.
std::vector<Subject> cases_in(const std::filesystem::path& folder);

// Each case of the golden suite.
std::vector<Subject> golden_cases();

// A kind of finding and its memory.
struct Seen {
  std::string rule, category;
  std::string space;  // "global", "shared", or empty
  std::string array;  // empty if it is not known
  auto operator<=>(const Seen&) const = default;
};

struct Compared {
  Subject subject;
  std::set<Seen> ours, theirs;
  std::string note;  // the reason why the GPU did not end the kernel normally
};

// The checker's rule of that name; nullptr for none.
const FindingRule* rule_named(const std::string& id);

// Our findings in a case of the golden suite.
std::set<Seen> check_case(const Subject& subject);

// Runs ours on the CPU and all of compute-sanitizer's tools on the GPU.
Compared compare(const Subject& subject, const std::filesystem::path& sanitizer);

nlohmann::json to_json(const Compared& compared);
Compared compared_from_json(const nlohmann::json& j);

}  // namespace hippuzzle::testing
