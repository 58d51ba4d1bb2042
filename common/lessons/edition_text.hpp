// A lesson's text as an edition of the book has it. Lessons are written once, for this edition, and
// any viewer of Markdown shows them as this edition has them. In another edition
//
//   - the id of a puzzle is a key: it becomes the edition's, in folders' names too;
//   - an "expected:" line that is the example's of a variant becomes the edition's, and the "out:"
//     line above it, of zeros or of the same figures, with it;
//   - a passage may be one edition's alone, by lines of comments of their own:
//
//       <!-- edition current -->
//       A = 0, 1, 2, … and B = 2A.
//       <!-- edition classic
//       A = 0, 1, 2, … and B is its transpose.
//       -->
//       <!-- edition any -->
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/judge/catalog/catalog.hpp"

namespace hippuzzle {

// The name of a passage that all editions have.
inline constexpr std::string_view any_edition = "any";

// The passages of one edition, "" for this one, without the comments that bound them. The lines of
// the others are left out, or stay as empty ones, so that lines keep their numbers.
enum class Others { left_out, empty_lines };
std::string passages_of(std::string_view markdown, std::string_view edition,
                        Others others = Others::left_out);

// The names that passages are bound by, with the lines where they stand.
struct PassageMark {
  std::string edition;
  size_t line;  // from 1
};
std::vector<PassageMark> passage_marks(std::string_view markdown);

// Puzzle ids in a text, "p16", also where a folder's name begins with one.
struct IdInText {
  std::string id;
  size_t offset;
};
std::vector<IdInText> ids_in(std::string_view text);

// The ids in a text as the catalog's edition has them. An id that it does not have becomes "the
// current edition's p09".
inline constexpr std::string_view other_edition = "the current edition's ";
std::string with_ids_of(const Catalog& catalog, std::string_view text);

// The Markdown of the lesson of a puzzle, by the id of its modules. Opens its judge modules in
// another edition than this. Throws Error(load_failed).
std::string in_edition(const Catalog& catalog, const std::string& puzzle,
                       std::string_view markdown);

}  // namespace hippuzzle
