// p02: output = a + b, element by element, as many threads as elements. Extents: {n}.
#include <hippuzzle/puzzle.hpp>

namespace {
using namespace hippuzzle;

enum : uint32_t { output, a, b };  // in the order of the kernel's parameters

Shape vector(const Extents* e) { return {1, {e->n[0]}}; }

constexpr Buffer buffers[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, vector},
                              {"a", HIPPUZZLE_F32, HIPPUZZLE_IN, vector},
                              {"b", HIPPUZZLE_F32, HIPPUZZLE_IN, vector}};

// One block, with one thread per element.
LaunchConfiguration one_thread_each(const Extents* e) {
  return {{1, 1, 1}, {static_cast<uint32_t>(e->n[0]), 1, 1}, 0};
}

// a = b = 0, 1, 2, …; in the random cases the two differ.
void fill_example(const Extents* e, void* const* out) {
  for (const uint32_t input : {a, b}) {
    for (uint64_t i = 0; i < e->n[0]; ++i) {
      view<float>(out, input, e->n[0])[i] = static_cast<float>(i);
    }
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
  const auto left = view<float>(in, a, e->n[0]);
  const auto right = view<float>(in, b, e->n[0]);
  for (uint64_t i = 0; i < e->n[0]; ++i) y64[i] = static_cast<double>(left[i]) + right[i];
}

double flops(const Extents* e) { return static_cast<double>(e->n[0]); }
double bytes(const Extents* e) { return 3 * sizeof(float) * static_cast<double>(e->n[0]); }

constexpr double expected[] = {0, 2, 4, 6};
constexpr Extents sizes[] = {{3}, {1}, {32}, {33}, {100}, {1024}};

constexpr Question question = {buffers,   one_thread_each, fill_example, fill_random,
                               reference, flops,           bytes};
constexpr Variant variants[] = {
    exact("", "two inputs, one thread per element", question, {{4}, expected, sizes})};
}  // namespace

HIPPUZZLE_PUZZLE("p02", "Zip", variants);
