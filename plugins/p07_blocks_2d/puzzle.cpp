// p07: output = a + 10 for square row-major matrices, in several blocks. Extents: {n}.
#include <hippuzzle/puzzle.hpp>

namespace {
using namespace hippuzzle;

enum : uint32_t { output, a };  // in the order of the kernels' parameters

uint64_t cells(const Extents* e) { return e->n[0] * e->n[0]; }
Shape square(const Extents* e) { return {2, {e->n[0], e->n[0]}}; }

constexpr Buffer buffers[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, square},
                              {"a", HIPPUZZLE_F32, HIPPUZZLE_IN, square}};

constexpr uint32_t block_side = 3;  // threads, in x and in y

// As many blocks each way as the matrix takes; threads of the last ones may be left over.
LaunchConfiguration cover_matrix(const Extents* e) {
  const uint32_t blocks = ceil_div(e->n[0], block_side);
  return {{blocks, blocks, 1}, {block_side, block_side, 1}, 0};
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

constexpr double expected[] = {10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22,
                               23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34};
constexpr Extents sizes[] = {{1}, {2}, {3}, {4}, {6}, {10}, {64}};

constexpr Question question = {buffers,   cover_matrix, fill_example, fill_random,
                               reference, flops,        bytes};
constexpr Cases cases = {{5}, expected, sizes};

constexpr Variant variants[] = {
    exact("raw", "a grid of blocks over a matrix, offsets by hand", question, cases),
    exact("layout-tensor", "the same with tensors, which know the layout", question, cases)};
}  // namespace

HIPPUZZLE_PUZZLE("p07", "2D blocks", variants);
