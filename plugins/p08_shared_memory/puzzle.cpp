// p08: output = a + 10 by way of shared memory, and each block's elements reversed. Extents: {n}.
#include <algorithm>
#include <hippuzzle/puzzle.hpp>
#include <iterator>

#include "config.hpp"

namespace {
using namespace hippuzzle;

enum : uint32_t { output, a };  // in the order of the kernels' parameters

Shape vector(const Extents* e) { return {1, {e->n[0]}}; }

constexpr Buffer buffers[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, vector},
                              {"a", HIPPUZZLE_F32, HIPPUZZLE_IN, vector}};

// As many blocks as the elements take; threads of the last one may be left over.
LaunchConfiguration cover_elements(const Extents* e) {
  return {{ceil_div(e->n[0], TPB), 1, 1}, {TPB, 1, 1}, 0};
}

// Nothing but ones, which a kernel that reads the wrong element survives; the random cases differ.
void fill_example(const Extents* e, void* const* out) {
  for (float& x : view<float>(out, a, e->n[0])) x = 1;
}

// Whole numbers, to which a float adds 10 without rounding.
void fill_random(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  for (float& x : view<float>(out, a, e->n[0])) x = static_cast<float>(random.integer(-1000, 1000));
}

void reference(const Extents* e, const void* const* in, double* y64, double*) {
  for (uint64_t i = 0; i < e->n[0]; ++i) y64[i] = view<float>(in, a, e->n[0])[i] + 10.0;
}

// Digits of pi, so that no value equals its index.
void fill_digits(const Extents* e, void* const* out) {
  constexpr unsigned pi[] = {3, 1, 4, 1, 5, 9, 2, 6};
  for (uint64_t i = 0; i < e->n[0]; ++i)
    view<float>(out, a, e->n[0])[i] = static_cast<float>(pi[i % std::size(pi)]);
}

void reversed(const Extents* e, const void* const* in, double* y64, double*) {
  const uint64_t size = e->n[0];
  for (uint64_t i = 0; i < size; ++i) {
    const uint64_t first = i / TPB * TPB, last = std::min<uint64_t>(first + TPB, size) - 1;
    y64[i] = view<float>(in, a, size)[first + last - i];
  }
}

double no_flops(const Extents*) { return 0; }
double flops(const Extents* e) { return static_cast<double>(e->n[0]); }
double bytes(const Extents* e) { return 2 * sizeof(float) * static_cast<double>(e->n[0]); }

constexpr double expected[] = {11, 11, 11, 11, 11, 11, 11, 11};
constexpr Extents sizes[] = {{3}, {1}, {4}, {5}, {8}, {23}, {100}};

constexpr Question question = {buffers,   cover_elements, fill_example, fill_random,
                               reference, flops,          bytes};
constexpr Cases cases = {{8}, expected, sizes};

constexpr double expected_reversed[] = {1, 4, 1, 3, 6, 2, 9, 5};
constexpr Question reversal = {buffers,  cover_elements, fill_digits, fill_random,
                               reversed, no_flops,       bytes};
constexpr Cases reversed_cases = {{8}, expected_reversed, sizes};

uint64_t each_element(const Extents* e) { return e->n[0]; }

// The lesson is about shared memory: every element goes through it.
constexpr Claim claims[] = {{HIPPUZZLE_SHARED_WRITES, HIPPUZZLE_IN_ALL, nullptr, each_element},
                            {HIPPUZZLE_SHARED_READS, HIPPUZZLE_IN_ALL, nullptr, each_element}};

constexpr Variant variants[] = {
    exact("raw", "each block stages its elements in a shared array", question, cases, claims),
    exact("layout-tensor", "the same with a tensor in shared memory", question, cases, claims),
    exact("reverse", "each block's elements backwards", reversal, reversed_cases, claims)};
}  // namespace

HIPPUZZLE_PUZZLE("p08", "Shared memory", variants);
