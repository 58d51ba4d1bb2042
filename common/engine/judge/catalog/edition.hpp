// An edition of the book: other ids, inputs and expected lines for the same kernels, from a TOML
// file.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "engine/judge/cases/cases.hpp"

namespace hippuzzle {

// The name of the edition that the puzzles themselves are of; it has no file.
inline constexpr std::string_view this_edition = "current";

// One variant as an edition has it.
struct EditionVariant {
  std::string id, flag, title;     // as the edition calls it; "" is a puzzle's only variant
  std::string runs_id, runs_flag;  // the puzzle and variant whose judge and kernels are used
  hippuzzle_launch_configuration configuration;  // from the judge's configure(); to be read
  Example example;
};

class Edition {
 public:
  // Throws Error(usage) when the file is missing, Error(load_failed) with line and column when it
  // is not well formed.
  explicit Edition(const std::filesystem::path& file);

  std::string name() const { return name_; }

  // The ids in the file's order, each once.
  std::vector<std::string> ids() const;

  // The variants of one id.
  std::vector<const EditionVariant*> variants(const std::string& id) const;
  const std::vector<EditionVariant>& all() const { return variants_; }

 private:
  std::string name_;
  std::vector<EditionVariant> variants_;
};

// The editions of all files in a folder, in order of their names; none where there is no such
// folder. Throws as Edition does.
std::vector<Edition> editions_in(const std::filesystem::path& folder);

}  // namespace hippuzzle
