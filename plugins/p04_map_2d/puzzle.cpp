// p04: output = a + 10 for square row-major matrices, in one block that is too large. Extents: {n}.
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

// Whole numbers, to which a float adds 10 without rounding.
void fill_random(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  for (float& x : view<float>(out, a, cells(e)))
    x = static_cast<float>(random.integer(-1000, 1000));
}

void reference(const Extents* e, const void* const* in, double* y64, double*) {
  for (uint64_t i = 0; i < cells(e); ++i) y64[i] = view<float>(in, a, cells(e))[i] + 10.0;
}

double flops(const Extents* e) { return static_cast<double>(cells(e)); }
double bytes(const Extents* e) { return 2 * sizeof(float) * static_cast<double>(cells(e)); }

constexpr double expected[] = {10, 11, 12, 13};
constexpr Extents sizes[] = {{1}, {3}, {4}, {7}, {16}, {31}};

constexpr Question question = {
    buffers, one_more_each_way, fill_example, fill_random, reference, flops, bytes};
constexpr Cases cases = {{2}, expected, sizes};

constexpr Variant variants[] = {
    exact("raw", "one thread per element, rows and columns turned into an offset by hand", question,
          cases),
    exact("layout-tensor", "the same with tensors, which know the layout", question, cases)};
}  // namespace

HIPPUZZLE_PUZZLE("p04", "2D map", variants);
