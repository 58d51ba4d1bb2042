#include "engine/runner/measure/changing_input.hpp"

#include <algorithm>
#include <bit>
#include <iterator>

namespace hippuzzle {

namespace {

// The most parts of an input that change(): 2^64 changes are all different.
constexpr uint64_t most_parts = 64;
constexpr uint64_t most_part_bytes = 4096;  // so small that copying it is no pause

}  // namespace

ChangingInput::ChangingInput(const Device& device, const TimedBuffer& b,
                             std::span<const std::byte> memory)
    : device_(device), buffer_(b), working_(device, b.bytes) {
  for (uint64_t offset : b.offsets) {
    sets_.emplace_back(device, b.bytes).upload(memory.subspan(offset, b.bytes));
  }
}

void ChangingInput::copy(const Stretch& stretch) const {
  const auto at = [&](void* buffer) {
    return static_cast<std::byte*>(buffer) + stretch.first * buffer_.element_bytes;
  };
  device_.check(device_.runtime().api().copy(at(working_.data()), at(sets_[stretch.set].data()),
                                             stretch.count * buffer_.element_bytes),
                "copying an input");
}

void ChangingInput::show(uint64_t seed) {
  shown_ = mixture(seed, buffer_.number, buffer_.bytes / buffer_.element_bytes, buffer_.is_whole);
  for (const Stretch& stretch : shown_) copy(stretch);
  part_sets_.clear();
  changes_ = 0;
}

// Changes one part more or less often than the others, in the order of a Gray code.
void ChangingInput::change() {
  if (buffer_.is_whole) return;
  const uint64_t elements = buffer_.bytes / buffer_.element_bytes;
  const uint64_t parts = std::min(elements, most_parts);
  if (part_sets_.empty()) {
    for (uint64_t part = 0; part < parts; ++part) {
      const uint64_t first = part * (elements / parts);
      const auto after = std::ranges::upper_bound(shown_, first, {}, &Stretch::first);
      part_sets_.push_back(std::prev(after)->set ^ 1);
    }
  }
  const auto part = std::min(static_cast<uint64_t>(std::countr_zero(++changes_)), parts - 1);
  copy({part * (elements / parts),
        std::min(elements / parts, std::max<uint64_t>(most_part_bytes / buffer_.element_bytes, 1)),
        part_sets_[part]});
  part_sets_[part] ^= 1;
}

}  // namespace hippuzzle
