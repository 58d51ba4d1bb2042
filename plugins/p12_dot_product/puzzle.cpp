// p12: output[0] = the sum of a[i] * b[i]. Extents: {n}, n <= TPB.
#include <hippuzzle/puzzle.hpp>

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

void reference(const Extents* e, const void* const* in, double* y64, double*) {
  const auto x = view<float>(in, a, e->n[0]);
  const auto y = view<float>(in, b, e->n[0]);
  y64[0] = 0;
  for (uint64_t i = 0; i < e->n[0]; ++i) y64[0] += static_cast<double>(x[i]) * y[i];
}

double flops(const Extents* e) { return 2 * static_cast<double>(e->n[0]); }
double bytes(const Extents* e) { return sizeof(float) * (2 * static_cast<double>(e->n[0]) + 1); }

constexpr double expected[] = {140};
constexpr Extents sizes[] = {{1}, {2}, {3}, {5}, {6}, {7}, {8}};

const char* refuse_several_blocks(const Extents* e) {
  return e->n[0] > TPB ? "takes n up to 8: there is one block" : nullptr;
}

constexpr Claim claims[] = {{HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_PER_THREAD, at_most<2>},
                            {HIPPUZZLE_GLOBAL_WRITES, HIPPUZZLE_IN_ALL, at_most<1>}};

constexpr Question question = {buffers,   one_block, fill_example, fill_random,
                               reference, flops,     bytes};
constexpr Cases cases = {{8}, expected, sizes, refuse_several_blocks};

constexpr Variant variants[] = {
    exact("raw", "products in a shared array, added up in a tree", question, cases, claims),
    exact("layout-tensor", "the same with a tensor in shared memory, whose indices are checked",
          question, cases, claims)};
}  // namespace

HIPPUZZLE_PUZZLE("p12", "Dot product", variants);
