// The choice of blocks that stand for all of a grid's.
//
// The first and the last block of each dimension are strata of their own, since they often have
// other work (boundaries, the remainder of a size). A stratum is cut into as many boxes as it gets
// blocks, along its longest side first, and each box gives one at random, which stands for as many
// blocks as the box has: an unbiased estimate of every total (stratified sampling; Cochran,
// Sampling Techniques, chapter 5).
//
// A kernel may renumber its blocks, so differing blocks may be anywhere. If a
// probe found how the blocks begin, blocks with the same beginning are a stratum (double sampling;
// Cochran, chapter 12).
#pragma once

#include <array>
#include <cstdint>
#include <hip_cpu/launch.hpp>
#include <span>
#include <vector>

namespace hip_cpu::check {

struct SampledBlock {
  std::uint64_t number = 0;      // in the grid, x fastest
  std::uint64_t stands_for = 1;  // number of blocks, itself included
};

// Counts of a block's first look, the least important last. Blocks with equal counts are alike.
using BlockTraits = std::array<std::uint64_t, 4>;

struct ProbedBlock {
  SampledBlock block;  // of the grid, or of a large sample of it
  BlockTraits traits;
};

// The blocks in the order of their numbers; their weights add up to the grid. most: at least 1.
std::vector<SampledBlock> sample_blocks(dim3 grid, std::uint64_t most, std::uint64_t seed);

// The same for a verdict. Mistakes occur at edges and between neighbours, so the sample has the
// grid's first and last block and the blocks next to the first in x, y and z, as far as `most` has
// room for them and one other block. Such blocks, when the sample would not have had them, are
// added with weight zero.
std::vector<SampledBlock> sample_for_verdict(dim3 grid, std::uint64_t most, std::uint64_t seed);

// sample_blocks() for probed blocks; there are more than `most` of them.
std::vector<SampledBlock> sample_blocks(dim3 grid, std::vector<ProbedBlock> probed,
                                        std::uint64_t most, std::uint64_t seed);

}  // namespace hip_cpu::check
