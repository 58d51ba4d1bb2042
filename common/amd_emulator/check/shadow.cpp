#include "amd_emulator/check/shadow.hpp"

namespace hippuzzle::amd {

void GlobalShadow::clear() {
  ++launch_;
  last_page_ = ~uint64_t{0};
}

void GlobalShadow::look_up(uint64_t page) {
  Page& found = pages_[page];
  if (found.launch != launch_) found.words.assign(page_bytes / 4, {});
  found.launch = launch_;
  last_page_ = page;
  last_ = &found.words;
}

}  // namespace hippuzzle::amd
