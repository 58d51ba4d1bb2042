// p10: two kernels to be mended whose answers may look right: threads without an element, and
// threads that add to one cell at once. Square row-major matrices. Extents: {n}.
#include <hippuzzle/puzzle.hpp>

namespace {
using namespace hippuzzle;

enum : uint32_t { output, a };  // in the order of the kernels' parameters

uint64_t cells(const Extents* e) { return e->n[0] * e->n[0]; }
Shape square(const Extents* e) { return {2, {e->n[0], e->n[0]}}; }

constexpr Buffer buffers[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, square},
                              {"a", HIPPUZZLE_F32, HIPPUZZLE_IN, square}};

// One block, with one row and one column of threads too many.
LaunchConfiguration one_more_each_way(const Extents* e) {
  const uint32_t side = static_cast<uint32_t>(e->n[0]) + 1;
  return {{1, 1, 1}, {side, side, 1}, 0};
}

void fill_example(const Extents* e, void* const* out) {
  for (uint64_t i = 0; i < cells(e); ++i) view<float>(out, a, cells(e))[i] = static_cast<float>(i);
}

// Whole numbers, so that every sum is exact in whatever order it is added up.
void fill_random(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  for (float& x : view<float>(out, a, cells(e)))
    x = static_cast<float>(random.integer(-1000, 1000));
}

void add_10(const Extents* e, const void* const* in, double* y64, double*) {
  for (uint64_t i = 0; i < cells(e); ++i) y64[i] = view<float>(in, a, cells(e))[i] + 10.0;
}

void sum_of_all(const Extents* e, const void* const* in, double* y64, double*) {
  double sum = 0;
  for (const float x : view<float>(in, a, cells(e))) sum += x;
  for (uint64_t i = 0; i < cells(e); ++i) y64[i] = sum;
}

double flops(const Extents* e) { return static_cast<double>(cells(e)); }
double bytes(const Extents* e) { return 2 * sizeof(float) * static_cast<double>(cells(e)); }

constexpr double expected_sums[] = {10, 11, 12, 13};
constexpr double expected_total[] = {6, 6, 6, 6};
constexpr Extents sizes[] = {{1}, {3}, {4}, {7}, {16}, {31}};

const char* refuse_large_blocks(const Extents* e) {
  return e->n[0] > 31 ? "takes n up to 31: there is one block of n + 1 by n + 1 threads" : nullptr;
}

constexpr Question sums = {buffers, one_more_each_way, fill_example, fill_random, add_10, flops,
                           bytes};
constexpr Question total = {
    buffers, one_more_each_way, fill_example, fill_random, sum_of_all, flops, bytes};

constexpr Variant variants[] = {
    exact("memory-bug", "each element plus 10, by more threads than there are elements", sums,
          {{2}, expected_sums, sizes, refuse_large_blocks}),
    exact("race-condition", "the sum of all elements, which all threads add to one cell", total,
          {{2}, expected_total, sizes, refuse_large_blocks})};
}  // namespace

HIPPUZZLE_PUZZLE("p10", "Hidden mistakes", variants);
