// The puzzles of the source tree and their wrong kernels, and the platforms to try them on.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/hippuzzle_command.hpp"
#include "tests/support/json.hpp"
#include "tests/support/whole_file.hpp"

namespace hippuzzle::testing {

// The build's source tree, or, for a build tree that was copied elsewhere, the value of the
// environment variable HIPPUZZLE_SOURCE_TREE.
inline std::filesystem::path source_tree() {
  const char* elsewhere = std::getenv("HIPPUZZLE_SOURCE_TREE");
  return elsewhere != nullptr ? elsewhere : HIPPUZZLE_SOURCE_DIR;
}

// "p16" and "p16_matmul"; other puzzles have a word for their id.
inline bool is_numbered(const std::string& name) {
  return name.size() > 1 && name[0] == 'p' &&
         std::isdigit(static_cast<unsigned char>(name[1])) != 0;
}

// The folder of each puzzle by its id: "p16" is plugins/p16_matmul, "bank_conflicts" is
// plugins/bank_conflicts.
inline const std::map<std::string, std::filesystem::path>& puzzle_folders() {
  static const auto all = [] {
    std::map<std::string, std::filesystem::path> folders;
    for (const auto& entry : std::filesystem::directory_iterator(source_tree() / "plugins")) {
      const std::string name = entry.path().filename().string();
      if (std::filesystem::exists(entry.path() / "puzzle.cpp")) {
        folders[is_numbered(name) ? name.substr(0, name.find('_')) : name] = entry.path();
      }
    }
    return folders;
  }();
  return all;
}

// The names of a puzzle's wrong kernels, sorted.
inline std::vector<std::string> wrong_kernels(const std::string& id) {
  std::vector<std::string> names;
  const auto folder = puzzle_folders().at(id) / "wrong";
  std::error_code no_such_folder;
  for (const auto& file : std::filesystem::directory_iterator(folder, no_such_folder)) {
    if (file.path().extension() == ".hip") names.push_back(file.path().stem().string());
  }
  std::ranges::sort(names);
  return names;
}

// Whether the puzzle's stub is a kernel with a planted mistake, rather than one with a gap to fill.
inline bool has_planted_stub(const std::string& id) {
  const auto stub = puzzle_folders().at(id) / "kernel.hip";
  const std::string text = std::filesystem::exists(stub) ? contents(stub) : "";
  return !text.empty() && text.find("FILL ME IN") == std::string::npos;
}

// The root of modules that stubs ("stub") or a wrong kernel ("wrong/no_guard") are built to.
inline std::filesystem::path test_modules(const std::string& name) {
  return build_tree() / "tests" / "plugins" / name;
}

// Why that module cannot be tried on the platform here; "" when it can.
inline std::string why_not(const std::string& platform, const std::filesystem::path& root,
                           const std::string& id) {
  const std::string unusable = why_unusable(platform);
  if (!unusable.empty()) return platform + " is not usable: " + unusable;
  if (!std::filesystem::exists(root / platform / (id + ".so"))) {
    return "not built for " + platform + " (HIPPUZZLE_GPU_TESTS builds stubs and wrong kernels)";
  }
  return "";
}

// The targets of AMD's GPUs that this build can emulate.
inline const std::vector<std::string>& emulated_targets() {
  static const auto all = [] {
    std::vector<std::string> targets;
    const auto devices = parse_json(hippuzzle({"devices", "--json"}).out);
    for (const auto& platform : devices["platforms"]) {
      for (const std::string target : platform["emulated"]) targets.push_back(target);
    }
    return targets;
  }();
  return all;
}

// "P16NoGuard" for the name of a test.
inline std::string camel_case(const std::string& text) {
  std::string name;
  bool up = true;
  for (const char c : text) {
    const bool letter = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (letter) name += up ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    up = !letter;
  }
  return name;
}

// "--raw", "--layout-tensor" of a puzzle.
inline std::vector<std::string> flags_of(const std::string& id) {
  static const auto listed = parse_json(hippuzzle({"list", "--json"}).out);
  std::vector<std::string> flags;
  for (const auto& puzzle : listed.at("puzzles")) {
    if (puzzle.at("id") != id) continue;
    for (const std::string variant : puzzle.at("variants")) flags.push_back("--" + variant);
  }
  return flags;
}

// The words that run all variants of a puzzle. If a command has the same name, the variants' names
// select the puzzle.
inline std::vector<std::string> all_variants_of(const std::string& id) {
  if (is_numbered(id)) return {id};
  std::vector<std::string> words{id};
  const std::vector<std::string> flags = flags_of(id);
  words.insert(words.end(), flags.begin(), flags.end());
  return words;
}

}  // namespace hippuzzle::testing
