// p32: output[i] = 2 (input[i] + 10), with the sum kept in shared memory between the two steps.
// Extents: {n}.
#include <hippuzzle/puzzle.hpp>

#include <array>

#include "config.hpp"

namespace {
using namespace hippuzzle;

enum : uint32_t { output, input };  // in the order of the kernels' parameters

uint64_t size(const Extents* e) { return e->n[0]; }
Shape elements(const Extents* e) { return {1, {size(e)}}; }

constexpr Buffer buffers[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, elements},
                              {"input", HIPPUZZLE_F32, HIPPUZZLE_IN, elements}};

LaunchConfiguration a_thread_an_element(const Extents* e) {
  return {{ceil_div(size(e), TPB), 1, 1}, {TPB, 1, 1}, 0};
}

void fill_example(const Extents* e, void* const* out) {
  for (uint64_t i = 0; i < size(e); ++i)
    view<float>(out, input, size(e))[i] = static_cast<float>(i + 1);
}

// Whole numbers, so that nothing rounds.
void fill_random(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  for (float& x : view<float>(out, input, size(e)))
    x = static_cast<float>(random.integer(-1000, 1000));
}

void reference(const Extents* e, const void* const* in, double* y64, double*) {
  for (uint64_t i = 0; i < size(e); ++i) y64[i] = 2 * (view<float>(in, input, size(e))[i] + 10.0);
}

double flops(const Extents* e) { return 2 * static_cast<double>(size(e)); }
double bytes(const Extents* e) { return 2 * sizeof(float) * static_cast<double>(size(e)); }

// One access to shared memory for each element, each way: no element takes another way, and none
// goes twice. The few bytes beyond a cell a thread are room for a padding.
constexpr Claim claims[] = {
    {HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_PER_THREAD, at_most<1>},
    {HIPPUZZLE_GLOBAL_WRITES, HIPPUZZLE_PER_THREAD, at_most<1>},
    {HIPPUZZLE_SHARED_WRITES, HIPPUZZLE_IN_ALL, size, size},
    {HIPPUZZLE_SHARED_READS, HIPPUZZLE_IN_ALL, size, size},
    {HIPPUZZLE_BANK_CONFLICTS, HIPPUZZLE_IN_ALL, at_most<0>},
    {HIPPUZZLE_SHARED_BYTES, HIPPUZZLE_PER_BLOCK, at_most<sizeof(float) * (TPB + 8)>}};

// 2 (i + 11).
constexpr auto expected = [] {
  std::array<double, 8192> y{};
  for (unsigned i = 0; i < y.size(); ++i) y[i] = 2 * (i + 11.0);
  return y;
}();

// A single thread with an element, a block that lacks one, and several blocks with a partial one.
constexpr Extents sizes[] = {{1}, {255}, {1000}};

constexpr Question question = {
    buffers, a_thread_an_element, fill_example, fill_random, reference, flops, bytes};
constexpr Cases cases = {{expected.size()}, expected.data(), sizes};

constexpr Variant variants[] = {
    exact("no-conflict", "through shared memory, with a bank for each lane", question, cases,
          claims),
    exact("two-way", "given with two lanes in each bank; repair it", question, cases, claims)};
}  // namespace

HIPPUZZLE_PUZZLE("p32", "Banks of shared memory", variants);
