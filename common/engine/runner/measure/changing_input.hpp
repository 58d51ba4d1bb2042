// An input on the device: one buffer for the kernels, whose contents are mixed from sets, so that
// no timed launch can know its answer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "engine/protocol/job.hpp"
#include "engine/protocol/mixture.hpp"
#include "engine/runner/device.hpp"
#include "engine/runner/guarded_buffer.hpp"

namespace hippuzzle {

class ChangingInput {
 public:
  ChangingInput(const Device& device, const TimedBuffer& b, std::span<const std::byte> memory);

  void* data() const { return working_.data(); }

  // Enqueues the copies that make the contents the mixture of this seed.
  void show(uint64_t seed);

  // Enqueues one small copy that changes the contents, without coming back to earlier ones.
  void change();

 private:
  void copy(const Stretch& stretch) const;

  const Device& device_;
  const TimedBuffer& buffer_;
  GuardedBuffer working_;
  std::deque<GuardedBuffer> sets_;
  std::vector<Stretch> shown_;
  std::vector<uint32_t> part_sets_;  // that the next change of each part copies from
  uint64_t changes_ = 0;             // since the last show()
};

}  // namespace hippuzzle
