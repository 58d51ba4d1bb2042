// p30: output[i] = a[i] + b[i], five times, with the least traffic that this takes. Extents: {n}.
#include <hippuzzle/puzzle.hpp>

#include <array>

#include "config.hpp"

namespace {
using namespace hippuzzle;

enum : uint32_t { output, a, b };  // in the order of the kernels' parameters

uint64_t size(const Extents* e) { return e->n[0]; }
uint64_t two_an_element(const Extents* e) { return 2 * size(e); }
Shape elements(const Extents* e) { return {1, {size(e)}}; }

constexpr Buffer buffers[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, elements},
                              {"a", HIPPUZZLE_F32, HIPPUZZLE_IN, elements},
                              {"b", HIPPUZZLE_F32, HIPPUZZLE_IN, elements}};

LaunchConfiguration a_thread_an_element(const Extents* e) {
  return {{ceil_div(size(e), TPB), 1, 1}, {TPB, 1, 1}, 0};
}

void fill_example(const Extents* e, void* const* out) {
  for (uint64_t i = 0; i < size(e); ++i) {
    view<float>(out, a, size(e))[i] = static_cast<float>(i + 1);
    view<float>(out, b, size(e))[i] = static_cast<float>(i + 2);
  }
}

// Whole numbers, so that nothing rounds. One sum is 0, which a kernel that writes only other sums
// leaves out.
void fill_random(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  const auto x = view<float>(out, a, size(e)), y = view<float>(out, b, size(e));
  for (uint64_t i = 0; i < size(e); ++i) {
    x[i] = static_cast<float>(random.integer(-1000, 1000));
    y[i] = static_cast<float>(random.integer(-1000, 1000));
  }
  y[size(e) / 2] = -x[size(e) / 2];
}

void reference(const Extents* e, const void* const* in, double* y64, double*) {
  const auto x = view<float>(in, a, size(e)), y = view<float>(in, b, size(e));
  for (uint64_t i = 0; i < size(e); ++i) y64[i] = static_cast<double>(x[i]) + y[i];
}

double flops(const Extents* e) { return static_cast<double>(size(e)); }
double bytes(const Extents* e) { return 3 * sizeof(float) * static_cast<double>(size(e)); }

// Sectors of three arrays in order, and one more for each warp that may begin inside a sector.
uint64_t sectors(const Extents* e) { return 3 * (ceil_div(size(e), 8) + ceil_div(size(e), 32)); }

// The least that the sum takes: the same for all five.
constexpr Claim claims[] = {{HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_IN_ALL, two_an_element},
                            {HIPPUZZLE_GLOBAL_WRITES, HIPPUZZLE_IN_ALL, size},
                            {HIPPUZZLE_GLOBAL_SECTORS, HIPPUZZLE_IN_ALL, sectors},
                            {HIPPUZZLE_ATOMICS, HIPPUZZLE_IN_ALL, at_most<0>}};

// 2 i + 3.
constexpr auto expected = [] {
  std::array<double, 4096> y{};
  for (unsigned i = 0; i < y.size(); ++i) y[i] = 2 * i + 3;
  return y;
}();

// A single thread with an element, a block that lacks one, and several blocks with a partial one.
constexpr Extents sizes[] = {{1}, {255}, {1000}};

constexpr Question question = {
    buffers, a_thread_an_element, fill_example, fill_random, reference, flops, bytes};
constexpr Cases cases = {{expected.size()}, expected.data(), sizes};

constexpr Variant variants[] = {
    exact("kernel1", "the sum, a thread for each element", question, cases, claims),
    exact("kernel2", "the same sum by a loop", question, cases, claims),
    exact("kernel3", "the same sum from the last element to the first", question, cases, claims),
    exact("kernel4", "the same sum, several elements a thread", question, cases, claims),
    exact("kernel5", "the same sum, added up in the output", question, cases, claims)};
}  // namespace

HIPPUZZLE_PUZZLE("p30", "Finding the waste", variants);
