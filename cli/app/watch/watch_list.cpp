#include "cli/app/watch/watch_list.hpp"

#include <algorithm>
#include <iterator>

#include "cli/report/lessons/watch_text.hpp"
#include "cli/terminal/screen/raw_terminal.hpp"

namespace hippuzzle {

WatchList::WatchList(Curriculum curriculum, const std::string& id)
    : curriculum_(std::move(curriculum)) {
  const auto& puzzles = curriculum_.puzzles();
  const auto found = std::ranges::find(puzzles, id, &CoursePuzzle::id);
  chosen_ = found == puzzles.end() ? 0 : static_cast<size_t>(found - puzzles.begin());
}

bool WatchList::take(char key) {
  const size_t last = curriculum_.puzzles().size() - 1;
  if (key == up_key || key == 'k') {
    chosen_ -= chosen_ > 0 ? 1 : 0;
  } else if (key == down_key || key == 'j') {
    chosen_ = std::min(chosen_ + 1, last);
  } else {
    return false;
  }
  return true;
}

std::string WatchList::text(size_t rows, size_t columns, bool colour) const {
  return watched_list(curriculum_, chosen_, rows, columns, colour);
}

}  // namespace hippuzzle
