// A new puzzle from the templates: the whole fixed shape, which builds, whose stub fails and whose
// solution passes.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace hippuzzle {

struct Scaffold {
  std::filesystem::path folder;                      // the puzzle's, "plugins/p40_double"
  std::vector<std::filesystem::path> files;          // that were written
  std::optional<std::filesystem::path> source_tree;  // when it was made in plugins/ of one
};

// The source checkout of hippuzzle that a folder is the top or the plugins/ of. Other folders of a
// checkout, a build's above all, are places like any other.
std::optional<std::filesystem::path> source_tree(const std::filesystem::path& from);

// Makes the puzzle in plugins/ of the source checkout that `from` lies in, else in `from` itself.
// templates: the shipped folder. title: names the folder too. Nothing that exists is changed;
// throws Error(usage) when the puzzle's folder is there or the title has no letter or digit.
Scaffold make_puzzle(const std::filesystem::path& templates, const std::filesystem::path& from,
                     const std::string& id, const std::string& title);

}  // namespace hippuzzle
