// Each rule of the checker touches the files in the row of docs/project/architecture.md about rules
// of the checker, and one detector.
#include <regex>
#include <set>

#include "tests/architecture/source_files.hpp"

namespace hippuzzle::testing {
namespace finding_kinds_test {

// The product files that name a kind of finding, by its enumerator or by its number.
std::set<std::string> files_that_name(const std::string& kind, const std::string& number) {
  const std::regex word("(FindingKind::|^  )" + kind + "\\b|\\b" + number + "\\b");
  std::set<std::string> files;
  for (const std::string& file : source_files()) {
    if (!file.starts_with("cli/") && !file.starts_with("common/")) continue;
    for (const std::string& line : lines_of(file)) {
      if (std::regex_search(line, word)) files.insert(file);
    }
  }
  return files;
}

// The files in the page's row about rules of the checker, without the kernel that tests one.
std::set<std::string> files_on_the_page() {
  static const std::regex name("`([a-z_/]+\\.(?:cpp|hpp|h))`");
  std::set<std::string> files;
  for (const std::string& line : lines_of("docs/project/architecture.md")) {
    if (!line.starts_with("| a rule of the checker |")) continue;
    for (std::sregex_iterator it(line.begin(), line.end(), name), end; it != end; ++it)
      files.insert((*it)[1]);
  }
  return files;
}

TEST(FindingKinds, TouchTheFilesOfTheArchitecturesPageAndOneDetector) {
  std::set<std::string> named = files_that_name("no_peer_access", "HIP_CPU_NO_PEER_ACCESS");
  std::set<std::string> detectors;
  for (const std::string& file : named) {
    if (file.starts_with("common/hip_cpu/src/check/")) detectors.insert(file);
  }
  EXPECT_EQ(detectors.size(), 1u);
  for (const std::string& file : detectors) named.erase(file);
  EXPECT_EQ(named, files_on_the_page());
  EXPECT_LE(named.size() + detectors.size(), 6u);
}

}  // namespace finding_kinds_test
}  // namespace hippuzzle::testing
