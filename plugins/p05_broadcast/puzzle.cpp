// p05: output[row][col] = a[col] + b[row], in one block that is too large. Extents: {n}.
#include <hippuzzle/puzzle.hpp>

namespace {
using namespace hippuzzle;

enum : uint32_t { output, a, b };  // in the order of the kernels' parameters

uint64_t cells(const Extents* e) { return e->n[0] * e->n[0]; }
Shape square(const Extents* e) { return {2, {e->n[0], e->n[0]}}; }
Shape row(const Extents* e) { return {2, {1, e->n[0]}}; }
Shape column(const Extents* e) { return {2, {e->n[0], 1}}; }

constexpr Buffer buffers[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, square},
                              {"a", HIPPUZZLE_F32, HIPPUZZLE_IN, row},
                              {"b", HIPPUZZLE_F32, HIPPUZZLE_IN, column}};

// One block, with one row and one column of threads too many.
LaunchConfiguration one_more_each_way(const Extents* e) {
  const uint32_t side = static_cast<uint32_t>(e->n[0]) + 1;
  return {{1, 1, 1}, {side, side, 1}, 0};
}

// a = 1, 2, 3, … and b = 0, 10, 20, …: with a = b rows and columns could be swapped unnoticed.
void fill_example(const Extents* e, void* const* out) {
  for (uint64_t i = 0; i < e->n[0]; ++i) {
    view<float>(out, a, e->n[0])[i] = static_cast<float>(i + 1);
    view<float>(out, b, e->n[0])[i] = static_cast<float>(10 * i);
  }
}

// Whole numbers, which a float adds without rounding.
void fill_random(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  for (const uint32_t input : {a, b}) {
    for (float& x : view<float>(out, input, e->n[0])) {
      x = static_cast<float>(random.integer(-1000, 1000));
    }
  }
}

void reference(const Extents* e, const void* const* in, double* y64, double*) {
  const uint64_t n = e->n[0];
  for (uint64_t i = 0; i < cells(e); ++i) {
    y64[i] = static_cast<double>(view<float>(in, a, n)[i % n]) + view<float>(in, b, n)[i / n];
  }
}

double flops(const Extents* e) { return static_cast<double>(cells(e)); }
double bytes(const Extents* e) {
  return sizeof(float) * static_cast<double>(cells(e) + 2 * e->n[0]);
}

constexpr double expected[] = {1, 2, 11, 12};
constexpr Extents sizes[] = {{1}, {3}, {4}, {7}, {16}, {31}};

constexpr Question question = {
    buffers, one_more_each_way, fill_example, fill_random, reference, flops, bytes};
constexpr Cases cases = {{2}, expected, sizes};

constexpr Variant variants[] = {
    exact("raw", "a row and a column make a matrix, one thread per element", question, cases),
    exact("layout-tensor", "the same with tensors of shapes 1 x n, n x 1 and n x n", question,
          cases)};
}  // namespace

HIPPUZZLE_PUZZLE("p05", "Broadcast", variants);
