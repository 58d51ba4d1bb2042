// Rules for the names of files.
#include <filesystem>
#include <map>

#include "tests/architecture/source_files.hpp"

namespace hippuzzle::testing {
namespace names_test {

namespace fs = std::filesystem;

// Files whose names HIP and its libraries have chosen, and files of puzzles that do not exist yet.
bool is_named_by_others(const std::string& file) {
  for (const char* folder : {"common/hip_cc/libraries/include/", "common/hip_cpu/include/hip/",
                             "common/hip_nvidia/include/", "common/lessons/authoring/templates/"}) {
    if (file.starts_with(folder)) return true;
  }
  return false;
}

std::vector<std::string> product_files() {
  std::vector<std::string> files = source_files();
  std::erase_if(files, [](const std::string& file) {
    return (!file.starts_with("cli/") && !file.starts_with("common/")) || is_named_by_others(file);
  });
  return files;
}

TEST(Names, NoTwoFilesOfCliAndCommonShareOne) {
  std::map<std::string, std::string> files;  // by name
  for (const std::string& file : product_files()) {
    const auto [other, is_new] = files.emplace(fs::path(file).filename(), file);
    EXPECT_TRUE(is_new) << file << " and " << other->second << "; rename one by what it holds";
  }
}

TEST(Names, SayWhatAFileHolds) {
  for (const std::string& file : product_files()) {
    const std::string name = fs::path(file).stem();
    for (const char* word : {"more", "misc", "util", "utils", "text", "words"})
      EXPECT_NE(name, word) << file;
    EXPECT_FALSE(name.starts_with("more_") || name.ends_with("_more")) << file;
  }
}

}  // namespace names_test
}  // namespace hippuzzle::testing
