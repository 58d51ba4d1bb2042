// The walk through a puzzle's example for its page of the book: recorded, never written by hand.
#pragma once

#include <vector>

#include "cli/args/global_options.hpp"
#include "cli/report/book/lesson_page.hpp"
#include "engine/judge/catalog/catalog.hpp"
#include "lessons/lesson.hpp"

namespace hippuzzle {

struct BookWalks {
  std::vector<BookWalk> walks;
  bool of_stub = false;
};

// One walk a variant, recorded with the reference's kernels even in a workspace, or with the stub's
// where a planted mistake is the subject; none where checked kernels are not built. A walk that is
// too large for a page says so; rungs of a ladder grow, so the rungs after the first walk that is
// too large are not tried. shows_source: whether the reader may see the solution.
BookWalks walks_of(const CatalogEntry& entry, const Lesson& lesson, const GlobalOptions& globals,
                   bool shows_source);

}  // namespace hippuzzle
