// p12: output[0] = the sum of a[i] * b[i]. Extents: {n}.
#include <hippuzzle/puzzle.hpp>

#include <algorithm>
#include <cmath>

#include "config.hpp"

namespace {
using namespace hippuzzle;

enum : uint32_t { output, a, b };  // in the order of the kernels' parameters

Shape elements(const Extents* e) { return {1, {e->n[0]}}; }
Shape one_element(const Extents*) { return {1, {1}}; }

constexpr Buffer buffers[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, one_element},
                              {"a", HIPPUZZLE_F32, HIPPUZZLE_IN, elements},
                              {"b", HIPPUZZLE_F32, HIPPUZZLE_IN, elements}};

LaunchConfiguration one_block(const Extents*) { return {{1, 1, 1}, {TPB, 1, 1}, 0}; }

// Two products a thread, and more where that would take too many blocks.
template <unsigned threads>
constexpr uint32_t most_blocks = threads == TPB ? 1024 : 256;
template <unsigned threads>
LaunchConfiguration several_blocks(const Extents* e) {
  return {
      {std::min(ceil_div(e->n[0], 2 * threads), most_blocks<threads>), 1, 1}, {threads, 1, 1}, 0};
}

void fill_example(const Extents* e, void* const* out) {
  for (uint64_t i = 0; i < e->n[0]; ++i) {
    view<float>(out, a, e->n[0])[i] = static_cast<float>(i);
    view<float>(out, b, e->n[0])[i] = static_cast<float>(i);
  }
}

// Whole numbers, so that every product and every sum is exact in whatever order it is added up.
void fill_random(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  for (float& x : view<float>(out, a, e->n[0])) x = static_cast<float>(random.integer(-100, 100));
  for (float& x : view<float>(out, b, e->n[0])) x = static_cast<float>(random.integer(-100, 100));
}

// Several blocks take sums of any size, in which a float rounds.
void fill_uniform_values(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  fill_uniform(view<float>(out, a, e->n[0]), random);
  fill_uniform(view<float>(out, b, e->n[0]), random);
}

void reference(const Extents* e, const void* const* in, double* y64, double*) {
  const auto x = view<float>(in, a, e->n[0]);
  const auto y = view<float>(in, b, e->n[0]);
  y64[0] = 0;
  for (uint64_t i = 0; i < e->n[0]; ++i) y64[0] += static_cast<double>(x[i]) * y[i];
}

void reference_of_any_size(const Extents* e, const void* const* in, double* y64,
                           double* magnitude) {
  reference(e, in, y64, nullptr);
  const auto x = view<float>(in, a, e->n[0]);
  const auto y = view<float>(in, b, e->n[0]);
  magnitude[0] = 0;
  for (uint64_t i = 0; i < e->n[0]; ++i) magnitude[0] += std::abs(static_cast<double>(x[i]) * y[i]);
}

double terms(const Extents* e) { return static_cast<double>(e->n[0]); }
double flops(const Extents* e) { return 2 * static_cast<double>(e->n[0]); }
double bytes(const Extents* e) { return sizeof(float) * (2 * static_cast<double>(e->n[0]) + 1); }

constexpr double expected[] = {140};
constexpr Extents sizes[] = {{1}, {2}, {3}, {5}, {6}, {7}, {8}};

const char* refuse_several_blocks(const Extents* e) {
  return e->n[0] > TPB ? "takes n up to 8: there is one block" : nullptr;
}

constexpr Claim claims[] = {{HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_PER_THREAD, at_most<2>},
                            {HIPPUZZLE_GLOBAL_WRITES, HIPPUZZLE_IN_ALL, at_most<1>}};

// Each element once, whatever the number of blocks. --warp: a word of shared memory a warp.
uint64_t each_element_once(const Extents* e) { return 2 * e->n[0]; }
uint64_t a_word_a_warp(const Extents* e) {
  return several_blocks<WARP_TPB>(e).grid.x * (WARP_TPB / 32);
}
constexpr Claim claims_of_blocks[] = {{HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_IN_ALL, each_element_once},
                                      {HIPPUZZLE_GLOBAL_WRITES, HIPPUZZLE_PER_THREAD, at_most<1>}};
constexpr Claim claims_of_warps[] = {{HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_IN_ALL, each_element_once},
                                     {HIPPUZZLE_SHARED_WRITES, HIPPUZZLE_IN_ALL, a_word_a_warp},
                                     {HIPPUZZLE_BARRIERS, HIPPUZZLE_PER_THREAD, at_most<1>}};

// Around one block, around two products a thread, several blocks; the last have most_blocks and
// more than two products a thread.
constexpr double expected_of_blocks[] = {2470};
constexpr double expected_of_warps[] = {8955050};
constexpr Extents sizes_of_blocks[] = {{1}, {7}, {8}, {9}, {16}, {17}, {33}, {1000}, {20000}};
constexpr Extents sizes_of_warps[] = {{1},   {31},  {32},  {65},   {255},
                                      {256}, {257}, {513}, {5000}, {140000}};

template <unsigned threads>
constexpr Question any_size = {buffers,
                               several_blocks<threads>,
                               fill_example,
                               fill_uniform_values,
                               reference_of_any_size,
                               flops,
                               bytes,
                               terms};

constexpr Question question = {buffers,   one_block, fill_example, fill_random,
                               reference, flops,     bytes};
constexpr Cases cases = {{8}, expected, sizes, refuse_several_blocks};

constexpr Variant variants[] = {
    exact("raw", "products in a shared array, added up in a tree", question, cases, claims),
    exact("layout-tensor", "the same with a tensor in shared memory, whose indices are checked",
          question, cases, claims),
    componentwise("many-blocks", "any size: a tree in each block, an atomic addition a block",
                  any_size<TPB>, {{20}, expected_of_blocks, sizes_of_blocks}, 2, claims_of_blocks),
    componentwise("warp", "the same by shuffles, in warps of 32 or of 64 lanes", any_size<WARP_TPB>,
                  {{300}, expected_of_warps, sizes_of_warps}, 2, claims_of_warps)};
}  // namespace

HIPPUZZLE_PUZZLE("p12", "Dot product", variants);
