// p90: output = 2 * a, element by element. Extents: {n}.
#include <hippuzzle/puzzle.hpp>

namespace {
using namespace hippuzzle;

enum : uint32_t { output, a };  // in the order of the kernel's parameters

Shape vector(const Extents* e) { return {1, {e->n[0]}}; }

constexpr Buffer buffers[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, vector},
                              {"a", HIPPUZZLE_F32, HIPPUZZLE_IN, vector}};

LaunchConfiguration one_thread_per_element(const Extents* e) {
  return {{ceil_div(e->n[0], 64), 1, 1}, {64, 1, 1}, 0};
}

void fill_example(const Extents* e, void* const* out) {
  for (uint64_t i = 0; i < e->n[0]; ++i) view<float>(out, a, e->n[0])[i] = static_cast<float>(i);
}

void fill_random(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  fill_uniform(view<float>(out, a, e->n[0]), random);
}

void reference(const Extents* e, const void* const* in, double* y64, double*) {
  for (uint64_t i = 0; i < e->n[0]; ++i) y64[i] = 2.0 * view<float>(in, a, e->n[0])[i];
}

constexpr double expected[] = {0, 2, 4, 6};
constexpr Extents sizes[] = {{1}, {63}, {64}, {65}, {1000}};

double flops(const Extents* e) { return static_cast<double>(e->n[0]); }
double bytes(const Extents* e) { return 2 * sizeof(float) * static_cast<double>(e->n[0]); }

constexpr Question question = {
    buffers, one_thread_per_element, fill_example, fill_random, reference, flops, bytes};
constexpr Variant variants[] = {
    exact("simple", "one thread per element", question, {{4}, expected, sizes})};
}  // namespace

HIPPUZZLE_PUZZLE("p90", "Scale a vector", variants);
