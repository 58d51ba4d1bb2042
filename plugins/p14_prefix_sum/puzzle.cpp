// p14: output[i] = a[0] + a[1] + … + a[i]. Extents: {n}.
#include <hippuzzle/puzzle.hpp>

#include "config.hpp"

namespace {
using namespace hippuzzle;

enum : uint32_t { output, a };  // in the order of the kernels' parameters

Shape elements(const Extents* e) { return {1, {e->n[0]}}; }

constexpr Buffer buffers[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, elements},
                              {"a", HIPPUZZLE_F32, HIPPUZZLE_IN, elements}};

// One thread per element; of the complete version, the first launch's.
LaunchConfiguration cover_output(const Extents* e) {
  return {{ceil_div(e->n[0], TPB), 1, 1}, {TPB, 1, 1}, 0};
}

void fill_example(const Extents* e, void* const* out) {
  for (uint64_t i = 0; i < e->n[0]; ++i) view<float>(out, a, e->n[0])[i] = static_cast<float>(i);
}

// Whole numbers, so that every sum below 2^24 is exact in whatever order it is added up.
void fill_random(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  for (float& x : view<float>(out, a, e->n[0])) x = static_cast<float>(random.integer(-100, 100));
}

void reference(const Extents* e, const void* const* in, double* y64, double*) {
  const auto values = view<float>(in, a, e->n[0]);
  double sum = 0;
  for (uint64_t i = 0; i < e->n[0]; ++i) y64[i] = sum += values[i];
}

double flops(const Extents* e) { return static_cast<double>(e->n[0]) - 1; }
double bytes(const Extents* e) { return 2 * sizeof(float) * static_cast<double>(e->n[0]); }

constexpr double expected_8[] = {0, 1, 3, 6, 10, 15, 21, 28};
constexpr double expected_15[] = {0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78, 91, 105};

constexpr Extents fits_one_block[] = {{1}, {2}, {3}, {5}, {7}, {8}};

// Block sums beyond two blocks, beyond one block of them (64 elements), and beyond two levels
// (512).
constexpr Extents any_size[] = {{1},  {7},  {8},  {9},   {16},  {17},  {24},
                                {63}, {64}, {65}, {100}, {512}, {513}, {5000}};

const char* refuse_several_blocks(const Extents* e) {
  return e->n[0] > TPB ? "takes n up to 8: there is one block" : nullptr;
}

constexpr Question question = {buffers,   cover_output, fill_example, fill_random,
                               reference, flops,        bytes};

constexpr Variant variants[] = {
    exact("simple", "one block, log2(TPB) steps in shared memory", question,
          {{8}, expected_8, fits_one_block, refuse_several_blocks}),
    exact("complete", "any number of blocks, which only separate launches can order", question,
          {{15}, expected_15, any_size})};
}  // namespace

HIPPUZZLE_PUZZLE("p14", "Prefix sum", variants);
