#include "hip_cpu/check/shadow/happens_before.hpp"

#include <algorithm>
#include <cstring>

namespace hip_cpu::check {

bool VectorClock::happened_before(std::uint32_t block, const Epoch& access,
                                  std::uintptr_t address) const {
  const BlockClock* const clock = blocks_.find(block);
  return clock &&
         (access.is_before(clock->all) || clock->threads.includes(access.thread(), access.time()) ||
          (access.atomic() && clock->flags.includes(address, access.time())));
}

void WarpClocks::meet(std::uint64_t mask, Time now) {
  if (!used_) std::memset(clocks_, 0, sizeof clocks_);
  used_ = true;
  Time joined[64] = {};
  for (unsigned lane = 0; lane < 64; ++lane) {
    if (!(mask >> lane & 1)) continue;
    for (unsigned other = 0; other < 64; ++other)
      joined[other] = std::max(joined[other], clocks_[lane][other]);
    joined[lane] = now;
  }
  for (unsigned lane = 0; lane < 64; ++lane)
    if (mask >> lane & 1) std::memcpy(clocks_[lane], joined, sizeof joined);
}

}  // namespace hip_cpu::check
