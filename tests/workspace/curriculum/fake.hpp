// The common parts of the curriculum's fakes: an output of n floats from an input a of n, by one
// thread each in a single block.
#pragma once

#include <hippuzzle/puzzle.hpp>

namespace fake {
using namespace hippuzzle;

enum : uint32_t { output, a };  // in the order of the kernels' parameters

inline Shape vector(const Extents* e) { return {1, {e->n[0]}}; }

inline constexpr Buffer buffers[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, vector},
                                     {"a", HIPPUZZLE_F32, HIPPUZZLE_IN, vector}};

inline LaunchConfiguration one_thread_each(const Extents* e) {
  return {{1, 1, 1}, {static_cast<uint32_t>(e->n[0]), 1, 1}, 0};
}

// 0, 1, 2 and so on.
inline void fill_example(const Extents* e, void* const* out) {
  for (uint64_t i = 0; i < e->n[0]; ++i) view<float>(out, a, e->n[0])[i] = static_cast<float>(i);
}

// Whole numbers, whose sums are exact.
inline void fill_random(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  for (float& x : view<float>(out, a, e->n[0])) x = static_cast<float>(random.integer(-100, 100));
}

inline double flops(const Extents* e) { return static_cast<double>(e->n[0]); }
inline double bytes(const Extents* e) { return 2 * sizeof(float) * static_cast<double>(e->n[0]); }

// A question whose elements must equal the reference's.
constexpr Question asks(decltype(Variant::reference) reference) {
  return {buffers, one_thread_each, fill_example, fill_random, reference, flops, bytes};
}

// output = a + Number.
template <int Number>
void plus(const Extents* e, const void* const* in, double* y64, double*) {
  for (uint64_t i = 0; i < e->n[0]; ++i) y64[i] = view<float>(in, a, e->n[0])[i] + Number;
}

}  // namespace fake
