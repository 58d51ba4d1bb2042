// The files that a kind of finding is in: few, and the ones that docs/architecture.md lists for
// those who add a rule.
#include <regex>
#include <set>

#include "tests/architecture/source_files.hpp"

namespace hippuzzle::testing {
namespace {

constexpr const char* table = "common/engine/results/finding_kinds.hpp";

// Files of the product that name the kind, by its enumerator or its number.
std::set<std::string> files_of(const std::string& kind, const std::string& number) {
  const std::regex name("FindingKind::" + kind + "\\b|row\\(" + kind + ",|\\b" + number + "\\b");
  std::set<std::string> files;
  for (const std::string& file : source_files()) {
    if (!file.starts_with("common/") && !file.starts_with("cli/")) continue;
    for (const std::string& line : lines_of(file)) {
      const bool may_name = line.find(kind) != line.npos || line.find(number) != line.npos;
      if (may_name && std::regex_search(line, name)) files.insert(file);
    }
  }
  return files;
}

// The files in the row "a rule of the checker", without the tests.
std::set<std::string> listed_files() {
  static const std::regex path("`((?:common|cli)/[^`]*)`");
  std::set<std::string> files;
  for (const std::string& line : lines_of("docs/architecture.md")) {
    if (!line.starts_with("| a rule of the checker ")) continue;
    for (std::sregex_iterator it(line.begin(), line.end(), path), end; it != end; ++it)
      files.insert((*it)[1]);
  }
  return files;
}

// A kind that the checker alone reports stands for a new one.
TEST(FindingKinds, AreInTheFilesThatTheDocumentLists) {
  const std::set<std::string> listed = listed_files();
  EXPECT_LE(listed.size(), 6u);
  EXPECT_TRUE(listed.contains(table));
  EXPECT_EQ(files_of("use_after_free", "HIP_CPU_USE_AFTER_FREE"), listed);
}

}  // namespace
}  // namespace hippuzzle::testing
