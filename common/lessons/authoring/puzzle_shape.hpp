// The fixed shape of a puzzle's folder, checked for its author without building anything: its
// files, the sections of its README.md, hints for each variant, a stub with the solution's kernels,
// wrong kernels that name their mistake, an id and a title that no other puzzle has, and texts that
// every edition with the puzzle can show (edition_text.hpp).
//
// A folder with rungs/ is a ladder: there is nothing to fill in, so it has no stub, hints or
// picture, and its README.md has a heading for each variant.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/judge/catalog/edition.hpp"

namespace hippuzzle {

struct ShapeFault {
  std::filesystem::path file;  // or a folder
  size_t line = 0;             // from 1; 0 for the file as a whole
  std::string sentence;        // the fault, the expectation, the fix
};

// "p16" of p16_matmul, "gemm" of gemm, "bank_conflicts" of bank_conflicts; nullopt for a folder
// that is not named like a puzzle's.
std::optional<std::string> puzzle_id(const std::filesystem::path& folder);

// The folders of puzzles in plugins/ of the source checkout whose top or plugins/ `from` is, else
// in `from` itself, in order of their names. Throws Error(usage) when there are none.
std::vector<std::filesystem::path> puzzle_folders(const std::filesystem::path& from);

// The folders that have one of the names, ids ("p16") or folders' names ("p16_matmul"). Throws
// Error(usage) for a name that none has.
std::vector<std::filesystem::path> named_folders(const std::vector<std::filesystem::path>& folders,
                                                 const std::vector<std::string>& names);

// The faults of the folders; `all` are those among which ids and titles must differ, `editions` the
// other editions than this one.
std::vector<ShapeFault> shape_faults(const std::vector<std::filesystem::path>& folders,
                                     const std::vector<std::filesystem::path>& all,
                                     const std::vector<Edition>& editions = {});

}  // namespace hippuzzle
