// p09: three kernels to be fixed: a crash, a wrong answer, a barrier that not everybody reaches.
// Extents: {n}.
#include <hippuzzle/puzzle.hpp>

#include "config.hpp"

namespace {
using namespace hippuzzle;

enum : uint32_t { output, a };  // in the order of the kernels' parameters

Shape elements(const Extents* e) { return {1, {e->n[0]}}; }

constexpr Buffer buffers[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, elements},
                              {"a", HIPPUZZLE_F32, HIPPUZZLE_IN, elements}};

LaunchConfiguration one_block(const Extents* e) {
  return {{1, 1, 1}, {static_cast<uint32_t>(e->n[0]), 1, 1}, 0};
}
LaunchConfiguration whole_blocks(const Extents* e) {
  return {{ceil_div(e->n[0], TPB), 1, 1}, {TPB, 1, 1}, 0};
}

void fill_from_0(const Extents* e, void* const* out) {
  for (uint64_t i = 0; i < e->n[0]; ++i) view<float>(out, a, e->n[0])[i] = static_cast<float>(i);
}
void fill_from_1(const Extents* e, void* const* out) {
  for (uint64_t i = 0; i < e->n[0]; ++i)
    view<float>(out, a, e->n[0])[i] = static_cast<float>(i + 1);
}

// Whole numbers, so that sums and halves are exact.
void fill_random(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  for (float& x : view<float>(out, a, e->n[0])) x = static_cast<float>(random.integer(-100, 100));
}

void add_10(const Extents* e, const void* const* in, double* y64, double*) {
  for (uint64_t i = 0; i < e->n[0]; ++i) y64[i] = view<float>(in, a, e->n[0])[i] + 10.0;
}

void window_sum(const Extents* e, const void* const* in, double* y64, double*) {
  const auto values = view<float>(in, a, e->n[0]);
  const auto n = static_cast<int64_t>(e->n[0]);
  for (int64_t i = 0; i < n; ++i) {
    y64[i] = 0;
    for (int64_t j = i - RADIUS; j <= i + RADIUS; ++j) {
      if (j >= 0 && j < n) y64[i] += values[static_cast<uint64_t>(j)];
    }
  }
}

void filter(const Extents* e, const void* const* in, double* y64, double*) {
  const auto values = view<float>(in, a, e->n[0]);
  for (uint64_t i = 0; i < e->n[0]; ++i) {
    const bool has_left = i % TPB > 0 && i % TPB < CELLS;
    y64[i] = values[i] + (has_left ? 0.5 * values[i - 1] : 0.0);
  }
}

double one_each(const Extents* e) { return static_cast<double>(e->n[0]); }
double window_each(const Extents* e) { return 2.0 * RADIUS * static_cast<double>(e->n[0]); }
double bytes(const Extents* e) { return 2 * sizeof(float) * static_cast<double>(e->n[0]); }

constexpr double expected_sums[] = {10, 11, 12, 13};
constexpr double expected_windows[] = {1, 3, 6, 5};
constexpr double expected_filtered[] = {1, 2.5, 4, 4};

constexpr Extents one_block_sizes[] = {{1}, {2}, {3}, {5}, {32}, {33}, {100}};
constexpr Extents whole_block_sizes[] = {{TPB}, {2 * TPB}, {3 * TPB}, {25 * TPB}};

const char* refuse_several_blocks(const Extents* e) {
  return e->n[0] > 1024 ? "takes n up to 1024: there is one block" : nullptr;
}
const char* refuse_incomplete_blocks(const Extents* e) {
  return e->n[0] % TPB != 0 ? "takes n in multiples of 4: a block filters four elements" : nullptr;
}

constexpr Question sums = {buffers, one_block, fill_from_0, fill_random, add_10, one_each, bytes};
constexpr Question windows = {buffers,    one_block,   fill_from_0, fill_random,
                              window_sum, window_each, bytes};
constexpr Question filtered = {buffers, whole_blocks, fill_from_1, fill_random,
                               filter,  one_each,     bytes};

constexpr Cases sum_cases = {{4}, expected_sums, one_block_sizes, refuse_several_blocks};
constexpr Cases window_cases = {{4}, expected_windows, one_block_sizes, refuse_several_blocks};
constexpr Cases filter_cases = {
    {4}, expected_filtered, whole_block_sizes, refuse_incomplete_blocks};

constexpr Variant variants[] = {
    exact("first-case", "a crash in a kernel that is right: each element plus 10", sums, sum_cases),
    exact("second-case", "a wrong answer without any crash: sums of three neighbours", windows,
          window_cases),
    exact("third-case", "a kernel that may hang: a filter in shared memory", filtered,
          filter_cases)};
}  // namespace

HIPPUZZLE_PUZZLE("p09", "Finding the cause", variants);
