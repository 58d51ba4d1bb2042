// A book written once for all tests of a program.
#pragma once

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>

#include "tests/support/hippuzzle_command.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/support/whole_file.hpp"

namespace hippuzzle::testing {

class WrittenSite {
 public:
  explicit WrittenSite(const std::vector<std::string>& options) {
    std::vector<std::string> arguments = {"book", "-o", folder().string()};
    arguments.insert(arguments.end(), options.begin(), options.end());
    result = hippuzzle(arguments);
    EXPECT_EQ(result.code, 0) << result.err;
  }

  std::filesystem::path folder() const { return directory_.path() / "book"; }
  std::string text(const std::string& name) const { return contents(folder() / name); }

  // The files with this extension, relative to the site's folder.
  std::set<std::string> files(const std::string& extension) const {
    std::set<std::string> names;
    for (const auto& e : std::filesystem::recursive_directory_iterator(folder())) {
      if (e.path().extension() == extension) names.insert(e.path().lexically_relative(folder()));
    }
    return names;
  }

  uintmax_t bytes() const {
    uintmax_t sum = 0;
    for (const auto& e : std::filesystem::recursive_directory_iterator(folder())) {
      if (e.is_regular_file()) sum += e.file_size();
    }
    return sum;
  }

  CommandResult result;

 private:
  TemporaryDirectory directory_;
};

// A site with all solutions and two traced puzzles, which is enough for tests of all pages.
inline const WrittenSite& quick_site() {
  static const WrittenSite site({"--solutions", "--traces", "p08,p12"});
  return site;
}

// With all that there can be. Takes its time.
inline const WrittenSite& whole_site() {
  static const WrittenSite site({"--solutions"});
  return site;
}

}  // namespace hippuzzle::testing
