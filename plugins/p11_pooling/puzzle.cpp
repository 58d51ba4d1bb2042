// p11: output[i] = a[i - 2] + a[i - 1] + a[i], of which the parts before the start are left out.
// Extents: {n}, n <= TPB.
#include <hippuzzle/puzzle.hpp>

#include "config.hpp"

namespace {
using namespace hippuzzle;

enum : uint32_t { output, a };  // in the order of the kernels' parameters

Shape elements(const Extents* e) { return {1, {e->n[0]}}; }

constexpr Buffer buffers[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, elements},
                              {"a", HIPPUZZLE_F32, HIPPUZZLE_IN, elements}};

LaunchConfiguration one_block(const Extents*) { return {{1, 1, 1}, {TPB, 1, 1}, 0}; }

void fill_example(const Extents* e, void* const* out) {
  for (uint64_t i = 0; i < e->n[0]; ++i) view<float>(out, a, e->n[0])[i] = static_cast<float>(i);
}

// Whole numbers, so that every sum is exact in whatever order it is added up.
void fill_random(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  for (float& x : view<float>(out, a, e->n[0])) x = static_cast<float>(random.integer(-100, 100));
}

void reference(const Extents* e, const void* const* in, double* y64, double*) {
  const auto values = view<float>(in, a, e->n[0]);
  for (uint64_t i = 0; i < e->n[0]; ++i) {
    y64[i] = 0;
    for (uint64_t back = 0; back < WINDOW && back <= i; ++back) y64[i] += values[i - back];
  }
}

double flops(const Extents* e) { return (WINDOW - 1.0) * static_cast<double>(e->n[0]); }
double bytes(const Extents* e) { return 2 * sizeof(float) * static_cast<double>(e->n[0]); }

constexpr double expected[] = {0, 1, 3, 6, 9, 12, 15, 18};
constexpr Extents sizes[] = {{1}, {2}, {3}, {5}, {7}, {8}};

const char* refuse_several_blocks(const Extents* e) {
  return e->n[0] > TPB ? "takes n up to 8: there is one block" : nullptr;
}

constexpr Claim claims[] = {{HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_PER_THREAD, at_most<1>},
                            {HIPPUZZLE_GLOBAL_WRITES, HIPPUZZLE_PER_THREAD, at_most<1>}};

constexpr Question question = {buffers,   one_block, fill_example, fill_random,
                               reference, flops,     bytes};
constexpr Cases cases = {{8}, expected, sizes, refuse_several_blocks};

constexpr Variant variants[] = {
    exact("raw", "a sliding window over a shared array", question, cases, claims),
    exact("layout-tensor", "the same with a tensor in shared memory, whose indices are checked",
          question, cases, claims)};
}  // namespace

HIPPUZZLE_PUZZLE("p11", "Pooling", variants);
