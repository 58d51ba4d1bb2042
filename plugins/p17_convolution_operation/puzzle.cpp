// p17: a convolution as an operation that the host launches, and twice as a graph. Extents: {n, k},
// n elements and k taps.
#include <hippuzzle/puzzle.hpp>

#include <vector>

#include "config.hpp"

namespace {
using namespace hippuzzle;

enum : uint32_t { output, input, taps };

uint64_t size(const Extents* e) { return e->n[0]; }
uint64_t count(const Extents* e) { return e->n[1]; }
uint64_t blocks(const Extents* e) { return size(e) / TPB + 1; }

Shape elements_shape(const Extents* e) { return {1, {size(e)}}; }
Shape taps_shape(const Extents* e) { return {1, {count(e)}}; }

constexpr Buffer buffers[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, elements_shape},
                              {"input", HIPPUZZLE_F32, HIPPUZZLE_IN, elements_shape},
                              {"taps", HIPPUZZLE_F32, HIPPUZZLE_IN, taps_shape}};

// There is a block more than whole ones, which has nothing to do where TPB divides the size.
LaunchConfiguration a_block_more(const Extents* e) {
  return {{static_cast<uint32_t>(blocks(e)), 1, 1}, {TPB, 1, 1}, 0};
}

const char* refuse_wide(const Extents* e) {
  return count(e) > MOST_TAPS ? "takes up to 15 taps: a block's threads load one each" : nullptr;
}

// 0, 1, 2, … both.
void fill_example(const Extents* e, void* const* out) {
  for (const auto& [buffer, n] : {std::pair{input, size(e)}, {taps, count(e)}}) {
    const auto x = view<float>(out, buffer, n);
    for (uint64_t i = 0; i < n; ++i) x[i] = static_cast<float>(i);
  }
}

// Whole numbers, so that every sum is exact, also of sums.
void fill_random(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  for (float& x : view<float>(out, input, size(e))) x = static_cast<float>(random.integer(1, 20));
  for (float& x : view<float>(out, taps, count(e))) x = static_cast<float>(random.integer(-9, 9));
  view<float>(out, taps, count(e))[0] = 3;
}

template <class T>
void convolve(const Extents* e, std::span<const T> x, std::span<const float> weights, double* y) {
  for (uint64_t i = 0; i < size(e); ++i) {
    y[i] = 0;
    for (uint64_t j = 0; j < count(e) && i + j < size(e); ++j)
      y[i] += static_cast<double>(x[i + j]) * weights[j];
  }
}

void once(const Extents* e, const void* const* in, double* y64, double*) {
  convolve(e, view<float>(in, input, size(e)), view<float>(in, taps, count(e)), y64);
}
void twice(const Extents* e, const void* const* in, double* y64, double*) {
  std::vector<double> first(size(e));
  once(e, in, first.data(), nullptr);
  convolve(e, std::span<const double>(first), view<float>(in, taps, count(e)), y64);
}

double flops(const Extents* e) { return 2 * static_cast<double>(size(e) * count(e)); }
double flops_twice(const Extents* e) { return 2 * flops(e); }
double bytes(const Extents* e) {
  return sizeof(float) * static_cast<double>(2 * size(e) + count(e));
}

// Each element once, and for each block a halo and the taps.
uint64_t reads(const Extents* e) { return size(e) + blocks(e) * (2 * count(e) - 1); }
uint64_t reads_twice(const Extents* e) { return 2 * reads(e); }
uint64_t size_twice(const Extents* e) { return 2 * size(e); }

constexpr Claim claims[] = {{HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_IN_ALL, reads},
                            {HIPPUZZLE_GLOBAL_WRITES, HIPPUZZLE_IN_ALL, size}};
constexpr Claim claims_twice[] = {{HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_IN_ALL, reads_twice},
                                  {HIPPUZZLE_GLOBAL_WRITES, HIPPUZZLE_IN_ALL, size_twice}};

constexpr double expected[] = {14, 20, 26, 32, 38, 44, 50, 56, 62, 68, 74, 80, 41, 14, 0};
constexpr double expected_twice[] = {168, 204, 240, 276, 312, 348, 384, 420,
                                     456, 357, 204, 69,  14,  0,   0};

// One of each; a block that is not full, a full one, one that has one element; a halo as long as a
// block; many blocks.
constexpr Extents sizes[] = {{1, 1}, {14, 4}, {15, 4}, {16, 4}, {29, 3}, {31, 15}, {1000, 5}};
constexpr Extents example = {15, 4};
constexpr Cases cases = {
    .example = example, .expected = expected, .sizes = sizes, .refuse = refuse_wide};
constexpr Cases cases_twice = {
    .example = example, .expected = expected_twice, .sizes = sizes, .refuse = refuse_wide};

constexpr Question question = {buffers, a_block_more, fill_example, fill_random,
                               once,    flops,        bytes};
constexpr Question question_twice = {buffers, a_block_more, fill_example, fill_random,
                                     twice,   flops_twice,  bytes};

constexpr Variant variants[] = {
    exact("launch", "a kernel and the host function that launches it", question, cases, claims),
    exact("graph", "the convolution twice, recorded once and submitted as a graph", question_twice,
          cases_twice, claims_twice)};
}  // namespace

HIPPUZZLE_PUZZLE("p17", "Convolution as an operation", variants);
