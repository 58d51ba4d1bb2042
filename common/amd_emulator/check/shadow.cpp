#include "amd_emulator/check/shadow.hpp"

namespace hippuzzle::amd {

void GlobalShadow::clear() {
  ++launch_;
  kept_.fill({});
}

GlobalShadow::Page& GlobalShadow::look_up(uint64_t number) {
  Page& found = pages_[number];
  if (found.launch != launch_) {
    found.words.assign(page_bytes / 4, {});
    found.readers.assign(page_bytes / 4, 0);
  }
  found.launch = launch_;
  return found;
}

}  // namespace hippuzzle::amd
