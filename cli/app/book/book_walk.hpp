// The walk through a puzzle's example for its page of the book: recorded, never written by hand.
#pragma once

#include <vector>

#include "cli/args/global_options.hpp"
#include "cli/book/lesson_page.hpp"
#include "engine/catalog/catalog.hpp"
#include "workspace/lesson.hpp"

namespace hippuzzle {

// Of each variant, of the reference's kernels, whoever reads; none where kernels to be checked are
// not built. What is too large for a page is told to be; a ladder grows with its rungs, and behind
// the first that is too large the others are not tried. shows_source: whether the reader may see
// the solution.
std::vector<BookWalk> walks_of(const CatalogEntry& entry, const Lesson& lesson,
                               const GlobalOptions& globals, bool shows_source);

}  // namespace hippuzzle
