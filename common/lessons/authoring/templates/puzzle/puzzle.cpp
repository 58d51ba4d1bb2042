// @ID@: output[i] = 2 * a[i]. Extents: {n}.
#include <hippuzzle/puzzle.hpp>

#include "config.hpp"

namespace {
using namespace hippuzzle;

enum : uint32_t { output, a };  // in the order of the kernel's parameters

Shape vector(const Extents* e) { return {1, {e->n[0]}}; }

constexpr Buffer buffers[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, vector},
                              {"a", HIPPUZZLE_F32, HIPPUZZLE_IN, vector}};

// One thread per element, in as many blocks of TPB threads as that takes.
LaunchConfiguration cover(const Extents* e) {
  return {{ceil_div(e->n[0], TPB), 1, 1}, {TPB, 1, 1}, 0};
}

void fill_example(const Extents* e, void* const* out) {
  for (uint64_t i = 0; i < e->n[0]; ++i) view<float>(out, a, e->n[0])[i] = static_cast<float>(i);
}

// Any floats: doubling one is exact.
void fill_random(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  fill_uniform(view<float>(out, a, e->n[0]), random);
}

void reference(const Extents* e, const void* const* in, double* y64, double*) {
  for (uint64_t i = 0; i < e->n[0]; ++i) y64[i] = 2.0 * view<float>(in, a, e->n[0])[i];
}

double flops(const Extents* e) { return static_cast<double>(e->n[0]); }
double bytes(const Extents* e) { return 2 * sizeof(float) * static_cast<double>(e->n[0]); }

constexpr double expected[] = {0, 2, 4, 6, 8, 10};
constexpr Extents sizes[] = {{1}, {3}, {4}, {5}, {64}, {101}};

constexpr Question question = {buffers, cover, fill_example, fill_random, reference, flops, bytes};
constexpr Variant variants[] = {
    exact("", "one thread per element, several blocks", question, {{6}, expected, sizes})};
}  // namespace

HIPPUZZLE_PUZZLE("@ID@", "@TITLE@", variants);
