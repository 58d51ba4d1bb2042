// reduction: output[0] = the sum of a[i], by six kernels from one atomic addition an element to one
// pass without any. Extents: {n}.
#include <hippuzzle/puzzle.hpp>

#include <algorithm>
#include <cmath>

#include "config.hpp"

namespace {
using namespace hippuzzle;

enum : uint32_t { output, a };  // in the order of the kernels' parameters

Shape elements(const Extents* e) { return {1, {e->n[0]}}; }
Shape one_element(const Extents*) { return {1, {1}}; }

constexpr Buffer buffers[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, one_element},
                              {"a", HIPPUZZLE_F32, HIPPUZZLE_IN, elements}};

// Each block takes elements_of_block elements.
template <unsigned elements_of_block>
LaunchConfiguration cover(const Extents* e) {
  return {{ceil_div(e->n[0], elements_of_block), 1, 1}, {TPB, 1, 1}, 0};
}

// No more blocks than the largest GPUs hold at once: their threads take several elements.
LaunchConfiguration resident(const Extents* e) {
  return {{std::min(ceil_div(e->n[0], TPB), MOST_BLOCKS), 1, 1}, {TPB, 1, 1}, 0};
}

void fill_example(const Extents* e, void* const* out) {
  for (uint64_t i = 0; i < e->n[0]; ++i)
    view<float>(out, a, e->n[0])[i] = static_cast<float>(i % 10);
}

void fill_random(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  fill_uniform(view<float>(out, a, e->n[0]), random);
}

void reference(const Extents* e, const void* const* in, double* y64, double* magnitude) {
  y64[0] = 0;
  if (magnitude != nullptr) magnitude[0] = 0;
  for (const float x : view<float>(in, a, e->n[0])) {
    y64[0] += x;
    if (magnitude != nullptr) magnitude[0] += std::abs(static_cast<double>(x));
  }
}

double terms(const Extents* e) { return static_cast<double>(e->n[0]); }
double flops(const Extents* e) { return static_cast<double>(e->n[0]); }
double bytes(const Extents* e) { return sizeof(float) * (static_cast<double>(e->n[0]) + 1); }

uint64_t each_element_once(const Extents* e) { return e->n[0]; }

// One atomic operation a block, on the sum or on a counter.
template <auto configure>
uint64_t blocks(const Extents* e) {
  return configure(e).grid.x;
}
// The last block reads and all blocks write one sum each, and the output is written once.
uint64_t elements_and_sums(const Extents* e) { return e->n[0] + blocks<resident>(e); }
uint64_t sums_and_output(const Extents* e) { return blocks<resident>(e) + 1; }

constexpr Claim reads_once = {HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_IN_ALL, each_element_once};
constexpr Claim one_barrier = {HIPPUZZLE_BARRIERS, HIPPUZZLE_PER_THREAD, at_most<1>};
constexpr Claim a_word_a_warp = {HIPPUZZLE_SHARED_BYTES, HIPPUZZLE_PER_BLOCK,
                                 at_most<sizeof(float) * (TPB / 32)>};
template <auto configure>
constexpr Claim an_atomic_a_block = {HIPPUZZLE_ATOMICS, HIPPUZZLE_IN_ALL, blocks<configure>};

constexpr Claim claims_of_atomics[] = {reads_once};
constexpr Claim claims_of_tree[] = {reads_once, an_atomic_a_block<cover<TPB>>};
constexpr Claim claims_of_first_add[] = {reads_once, an_atomic_a_block<cover<2 * TPB>>};
constexpr Claim claims_of_warp[] = {reads_once, an_atomic_a_block<cover<2 * TPB>>, one_barrier,
                                    a_word_a_warp};
constexpr Claim claims_of_grid_stride[] = {reads_once, an_atomic_a_block<resident>, one_barrier,
                                           a_word_a_warp};
constexpr Claim claims_of_last_block[] = {
    {HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_IN_ALL, elements_and_sums},
    {HIPPUZZLE_GLOBAL_WRITES, HIPPUZZLE_IN_ALL, sums_and_output},
    an_atomic_a_block<resident>};

// 0 + 1 + … + 9 a hundred times.
constexpr double expected[] = {4500};

// Around one warp, one block and two blocks; the last have more elements than MOST_BLOCKS blocks
// have threads.
constexpr Extents sizes[] = {{1}, {31}, {33}, {255}, {256}, {257}, {511}, {513}, {5000}};
constexpr Extents sizes_of_few_blocks[] = {{1},   {31},  {33},   {255},   {256},
                                           {257}, {513}, {5000}, {300000}};

template <auto configure>
constexpr Question question = {buffers,   configure, fill_example, fill_random,
                               reference, flops,     bytes,        terms};
constexpr Cases cases = {{1000}, expected, sizes};
constexpr Cases cases_of_few_blocks = {{1000}, expected, sizes_of_few_blocks};

constexpr Variant variants[] = {
    componentwise("atomics", "an atomic addition for each element; given", question<cover<TPB>>,
                  cases, 2, claims_of_atomics),
    componentwise("tree", "a tree in each block, and one atomic addition a block",
                  question<cover<TPB>>, cases, 2, claims_of_tree),
    componentwise("first-add", "each thread adds two elements before the tree",
                  question<cover<2 * TPB>>, cases, 2, claims_of_first_add),
    componentwise("warp", "shuffles instead of the tree, one barrier", question<cover<2 * TPB>>,
                  cases, 2, claims_of_warp),
    componentwise("grid-stride", "a fixed number of blocks, whatever the size", question<resident>,
                  cases_of_few_blocks, 2, claims_of_grid_stride),
    componentwise("last-block", "the block that ends last adds up the blocks' sums",
                  question<resident>, cases_of_few_blocks, 2, claims_of_last_block)};
}  // namespace

HIPPUZZLE_PUZZLE("reduction", "A sum by six kernels", variants);
