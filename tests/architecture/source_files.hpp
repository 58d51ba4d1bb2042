// The sources of the project as text, for rules that no compiler checks.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace hippuzzle::testing {

inline const std::filesystem::path source_root = HIPPUZZLE_SOURCE_DIR;

// Relative to the root, in order: "common/engine/judge/judge.cpp".
inline std::vector<std::string> source_files() {
  namespace fs = std::filesystem;
  std::vector<std::string> files;
  for (const char* folder : {"bench", "cli", "common", "docs", "plugins", "tests"}) {
    for (const auto& entry : fs::recursive_directory_iterator(source_root / folder)) {
      const std::string extension = entry.path().extension();
      if (extension == ".cpp" || extension == ".hpp" || extension == ".h" || extension == ".hip")
        files.push_back(entry.path().lexically_relative(source_root));
    }
  }
  std::ranges::sort(files);
  EXPECT_GT(files.size(), 300u) << "are these the sources? " << source_root;
  return files;
}

inline std::vector<std::string> lines_of(const std::string& file) {
  std::ifstream in(source_root / file);
  EXPECT_TRUE(in.is_open()) << file;
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// The text between quotation marks on a line, comments left out.
inline std::vector<std::string> literals(const std::string& line) {
  static const std::regex literal(R"re("((?:[^"\\]|\\.)*)")re");
  std::vector<std::string> found;
  if (line.starts_with("#include")) return found;
  const std::string code = line.substr(0, line.find("// "));
  for (std::sregex_iterator it(code.begin(), code.end(), literal), end; it != end; ++it)
    found.push_back((*it)[1]);
  return found;
}

}  // namespace hippuzzle::testing
