#include "hip_cpu/check/execution/block_sample.hpp"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

namespace hip_cpu::check {
namespace {

bool is_in_front(const SampledBlock& a, const SampledBlock& b) { return a.number < b.number; }

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

  // Gives `count` blocks of the box, which has at least that many.
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
    std::sort(sample_.begin(), sample_.end(), is_in_front);
    return std::move(sample_);
  }

 private:
  const dim3 grid_;
  Random random_;
  std::vector<SampledBlock> sample_;
};

// A dimension's parts: its first block, the blocks between, its last one. Without `has_first` the
// first block is one of the blocks between, without `has_last` the last one is.
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

// Neighbours in the grid are mostly neighbours in this order: the bits of the three coordinates,
// interleaved (Morton, 1966).
std::uint64_t place_of(std::uint64_t number, dim3 grid) {
  const std::uint64_t index[] = {number % grid.x, number / grid.x % grid.y,
                                 number / grid.x / grid.y};
  std::uint64_t place = 0;
  for (unsigned bit = 0; bit < 21; ++bit)
    for (unsigned d = 0; d < 3; ++d) place |= (index[d] >> bit & 1) << (3 * bit + d);
  return place;
}

// The ends of dimensions at which the block is, as strata() has them.
std::uint64_t edges_of(std::uint64_t number, dim3 grid) {
  const std::uint64_t index[] = {number % grid.x, number / grid.x % grid.y,
                                 number / grid.x / grid.y};
  const unsigned size[] = {grid.x, grid.y, grid.z};
  std::uint64_t edges = 0;
  for (unsigned d = 0; d < 3; ++d) {
    const unsigned end = index[d] + 1 == size[d] ? 2 : index[d] == 0 ? 1 : 0;
    edges = edges * 3 + end;
  }
  return edges;
}

using Stratum = std::span<const ProbedBlock>;

std::uint64_t weight_of(Stratum blocks) {
  std::uint64_t all = 0;
  for (const ProbedBlock& one : blocks) all += one.block.stands_for;
  return all;
}

// Cuts the blocks, in their order, into as many parts of one weight; each gives one at random,
// which stands for the part.
void take_parts(Stratum blocks, std::uint64_t count, Random& random,
                std::vector<SampledBlock>& sample) {
  const std::uint64_t all = weight_of(blocks);
  std::uint64_t before = 0;  // of the blocks that are done with
  auto block = blocks.begin();
  for (std::uint64_t part = 0; part < count; ++part) {
    const std::uint64_t begin = all * part / count, end = all * (part + 1) / count;
    if (begin == end) continue;
    const std::uint64_t chosen = begin + random.below(end - begin);
    while (before + block->block.stands_for <= chosen) before += (block++)->block.stands_for;
    if (!sample.empty() && sample.back().number == block->block.number) {
      sample.back().stands_for += end - begin;
    } else {
      sample.push_back({block->block.number, end - begin});
    }
  }
}

// Each stratum gets one block, and its share of the remaining ones by weight; the heaviest also
// takes the remainder of the rounding.
void take_strata(std::vector<Stratum> strata, std::uint64_t count, Random& random,
                 std::vector<SampledBlock>& sample) {
  std::uint64_t all = 0;
  for (const Stratum stratum : strata) all += weight_of(stratum);
  std::sort(strata.begin(), strata.end(),
            [](Stratum a, Stratum b) { return weight_of(a) < weight_of(b); });
  std::uint64_t left = count;
  for (std::size_t i = 0; i < strata.size(); ++i) {
    const auto share = static_cast<std::uint64_t>(static_cast<double>(count) *
                                                  static_cast<double>(weight_of(strata[i])) /
                                                  static_cast<double>(all));
    const std::uint64_t given = i + 1 == strata.size() ? left
                                                       : std::min(std::max<std::uint64_t>(share, 1),
                                                                  left - (strata.size() - 1 - i));
    take_parts(strata[i], given, random, sample);
    left -= given;
  }
}

// The runs of blocks that `key` tells nothing between.
template <class Key>
std::vector<Stratum> strata_by(const std::vector<ProbedBlock>& blocks, const Key& key) {
  std::vector<Stratum> strata;
  for (std::size_t begin = 0, end = 0; begin < blocks.size(); begin = end) {
    while (end < blocks.size() && key(blocks[end]) == key(blocks[begin])) ++end;
    strata.push_back(Stratum(blocks).subspan(begin, end - begin));
  }
  return strata;
}

}  // namespace

std::vector<SampledBlock> sample_blocks(dim3 grid, std::uint64_t most, std::uint64_t seed) {
  const std::uint64_t blocks = std::uint64_t{grid.x} * grid.y * grid.z;
  const std::uint64_t count = std::min(most, blocks);
  Sampler sampler(grid, seed);
  // At least half of the blocks stay for the interior.
  std::vector<Box> boxes = strata(grid, true, true);
  if (boxes.size() * 2 > count) boxes = strata(grid, false, true);
  if (boxes.size() * 2 > count) boxes = strata(grid, false, false);
  std::sort(boxes.begin(), boxes.end(),
            [](const Box& a, const Box& b) { return blocks_of(a) < blocks_of(b); });
  // Each box gets one block, and its share of the remaining ones by size; the largest also takes
  // the remainder of the rounding.
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

std::vector<SampledBlock> sample_for_verdict(dim3 grid, std::uint64_t most, std::uint64_t seed) {
  const std::uint64_t row = grid.x, layer = row * grid.y, blocks = layer * grid.z;
  std::vector<std::uint64_t> wanted = {0, blocks - 1};
  for (const std::uint64_t next : {std::uint64_t{1}, row, layer})
    if (next < blocks && std::find(wanted.begin(), wanted.end(), next) == wanted.end())
      wanted.push_back(next);
  wanted.resize(std::min<std::uint64_t>(wanted.size(), most - 1));
  for (std::uint64_t chosen = most;; --chosen) {
    std::vector<SampledBlock> sample = sample_blocks(grid, chosen, seed);
    for (const std::uint64_t number : wanted)
      if (std::none_of(sample.begin(), sample.end(),
                       [&](const SampledBlock& one) { return one.number == number; }))
        sample.push_back({number, 0});
    if (sample.size() > most) continue;
    std::sort(sample.begin(), sample.end(), is_in_front);
    return sample;
  }
}

std::vector<SampledBlock> sample_blocks(dim3 grid, std::vector<ProbedBlock> probed,
                                        std::uint64_t most, std::uint64_t seed) {
  // At least half of the blocks stay for the interior of strata. Without room for all differences,
  // the least important ones are dropped; in the end neighbours in the counts of the look share a
  // stratum.
  std::vector<SampledBlock> sample;
  Random random(seed);
  std::vector<Stratum> strata;
  for (const auto& [offsets, edges] :
       {std::pair{true, true}, {true, false}, {false, true}, {false, false}}) {
    const auto key = [&, offsets = offsets, edges = edges](const ProbedBlock& b) {
      return std::tuple(b.traits[0], b.traits[1], b.traits[2], offsets ? b.traits[3] : 0,
                        edges ? edges_of(b.block.number, grid) : 0);
    };
    std::sort(probed.begin(), probed.end(), [&](const ProbedBlock& a, const ProbedBlock& b) {
      return std::tuple(key(a), place_of(a.block.number, grid)) <
             std::tuple(key(b), place_of(b.block.number, grid));
    });
    strata = strata_by(probed, key);
    if (strata.size() * 2 <= most) break;
  }
  if (strata.size() * 2 > most) strata = {Stratum(probed)};
  take_strata(std::move(strata), most, random, sample);
  std::sort(sample.begin(), sample.end(), is_in_front);
  return sample;
}

}  // namespace hip_cpu::check
