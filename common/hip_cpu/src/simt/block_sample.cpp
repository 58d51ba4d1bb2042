#include "hip_cpu/simt/block_sample.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace hip_cpu {
namespace {

// SplitMix64 (Steele and others, OOPSLA 2014).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t below(std::uint64_t end) {
    state_ += 0x9e3779b97f4a7c15;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return (z ^ (z >> 31)) % end;
  }

 private:
  std::uint64_t state_;
};

struct Range {
  std::uint64_t begin, count;
};

using Box = std::array<Range, 3>;

std::uint64_t blocks_of(const Box& box) { return box[0].count * box[1].count * box[2].count; }

class Sampler {
 public:
  Sampler(dim3 grid, std::uint64_t seed) : grid_(grid), random_(seed) {}

  // Gives `count` blocks of the box, which has at least so many.
  void take(Box box, std::uint64_t count) {
    if (count == 0) return;
    if (count == 1) {
      std::uint64_t index[3];
      for (int d = 0; d < 3; ++d) index[d] = box[d].begin + random_.below(box[d].count);
      sample_.push_back({(index[2] * grid_.y + index[1]) * grid_.x + index[0], blocks_of(box)});
      return;
    }
    const auto longest = std::max_element(
        box.begin(), box.end(), [](const Range& a, const Range& b) { return a.count < b.count; });
    const auto d = static_cast<std::size_t>(longest - box.begin());
    Box first = box, second = box;
    first[d].count = box[d].count / 2;
    second[d] = {box[d].begin + first[d].count, box[d].count - first[d].count};
    const std::uint64_t share = (count * first[d].count + box[d].count / 2) / box[d].count;
    const std::uint64_t left = std::clamp(share, count - std::min(count - 1, blocks_of(second)),
                                          std::min(count - 1, blocks_of(first)));
    take(first, left);
    take(second, count - left);
  }

  std::vector<SampledBlock> sample() && {
    std::sort(sample_.begin(), sample_.end(),
              [](const SampledBlock& a, const SampledBlock& b) { return a.number < b.number; });
    return std::move(sample_);
  }

 private:
  const dim3 grid_;
  Random random_;
  std::vector<SampledBlock> sample_;
};

// A dimension's parts: its first block, those between, its last one. Without `has_first` the first
// is among those between, without `has_last` the last is.
std::vector<Range> parts(std::uint64_t size, bool has_first, bool has_last) {
  std::vector<Range> all;
  std::uint64_t begin = 0, end = size;
  if (has_first && end - begin > 1) all.push_back({begin++, 1});
  if (has_last && end - begin > 1) all.push_back({--end, 1});
  all.push_back({begin, end - begin});
  return all;
}

std::vector<Box> strata(dim3 grid, bool has_first, bool has_last) {
  std::vector<Box> all;
  for (const Range z : parts(grid.z, has_first, has_last))
    for (const Range y : parts(grid.y, has_first, has_last))
      for (const Range x : parts(grid.x, has_first, has_last)) all.push_back({x, y, z});
  return all;
}

}  // namespace

std::vector<SampledBlock> sample_blocks(dim3 grid, std::uint64_t most, std::uint64_t seed) {
  const std::uint64_t blocks = std::uint64_t{grid.x} * grid.y * grid.z;
  const std::uint64_t count = std::min(most, blocks);
  Sampler sampler(grid, seed);
  // Half of the blocks at least are left for what lies between.
  std::vector<Box> boxes = strata(grid, true, true);
  if (boxes.size() * 2 > count) boxes = strata(grid, false, true);
  if (boxes.size() * 2 > count) boxes = strata(grid, false, false);
  std::sort(boxes.begin(), boxes.end(),
            [](const Box& a, const Box& b) { return blocks_of(a) < blocks_of(b); });
  // Each gets one, and of the rest its share by size; the largest takes what rounding leaves.
  std::uint64_t left = count;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const std::uint64_t size = blocks_of(boxes[i]);
    const auto share = static_cast<std::uint64_t>(
        static_cast<double>(count) * static_cast<double>(size) / static_cast<double>(blocks));
    const bool is_last = i + 1 == boxes.size();
    const std::uint64_t given =
        is_last
            ? std::min(left, size)
            : std::min({std::max<std::uint64_t>(share, 1), size, left - (boxes.size() - 1 - i)});
    sampler.take(boxes[i], given);
    left -= given;
  }
  return std::move(sampler).sample();
}

}  // namespace hip_cpu
