// A suite holds the variants that `hippuzzle run --suite` runs. A unit of the course is a suite,
// and so is a TOML file:
//
//   puzzles = ["p0*", "p16"]     names and patterns
//   variants = ["naive", "t*"]   optional: of these puzzles
//   tags = ["shared-memory"]     optional: variants with one of them
//   backends = ["cpu"]           optional
//   edition = "classic"          optional
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/judge/catalog/catalog.hpp"

namespace hippuzzle {

struct Suite {
  std::vector<std::string> puzzles, variants, tags;
  std::optional<std::string> backends;  // with commas
  std::optional<std::string> edition;

  // name: of a shipped suite, of a unit of the course in lower case with dashes, or the path of a
  // file. Throws Error(usage).
  static Suite read(const std::string& name, const Catalog& catalog);
};

// The shipped suites, then the units of the course in its order.
std::vector<std::string> suite_names(const Catalog& catalog);

}  // namespace hippuzzle
