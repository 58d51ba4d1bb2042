// p01: output = a + 10, as many threads as elements. Extents: {n}.
#include <hippuzzle/puzzle.hpp>

namespace {
using namespace hippuzzle;

enum : uint32_t { output, a };  // in the order of the kernel's parameters

Shape vector(const Extents* e) { return {1, {e->n[0]}}; }

constexpr Buffer buffers[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, vector},
                              {"a", HIPPUZZLE_F32, HIPPUZZLE_IN, vector}};

// One block, with one thread per element.
LaunchConfiguration one_thread_each(const Extents* e) {
  return {{1, 1, 1}, {static_cast<uint32_t>(e->n[0]), 1, 1}, 0};
}

void fill_example(const Extents* e, void* const* out) {
  for (uint64_t i = 0; i < e->n[0]; ++i) view<float>(out, a, e->n[0])[i] = static_cast<float>(i);
}

// Whole numbers, to which a float adds 10 without rounding.
void fill_random(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  for (float& x : view<float>(out, a, e->n[0])) x = static_cast<float>(random.integer(-1000, 1000));
}

void reference(const Extents* e, const void* const* in, double* y64, double*) {
  for (uint64_t i = 0; i < e->n[0]; ++i) y64[i] = view<float>(in, a, e->n[0])[i] + 10.0;
}

double flops(const Extents* e) { return static_cast<double>(e->n[0]); }
double bytes(const Extents* e) { return 2 * sizeof(float) * static_cast<double>(e->n[0]); }

constexpr double expected[] = {10, 11, 12, 13};
constexpr Extents sizes[] = {{3}, {1}, {32}, {33}, {100}, {1024}};

constexpr Question question = {buffers,   one_thread_each, fill_example, fill_random,
                               reference, flops,           bytes};
constexpr Variant variants[] = {
    exact("", "one thread per element", question, {{4}, expected, sizes})};
}  // namespace

HIPPUZZLE_PUZZLE("p01", "Map", variants);
