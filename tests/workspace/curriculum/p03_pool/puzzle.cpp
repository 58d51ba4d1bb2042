// p03: output[i] = a[i - 2] + a[i - 1] + a[i], without the parts before the start. Extents: {n}, n
// <= TPB. Two variants, in which threads read elements that others have stored.
#include "config.hpp"
#include "tests/workspace/curriculum/fake.hpp"

namespace {
using namespace fake;

void pooled(const Extents* e, const void* const* in, double* y64, double*) {
  const auto values = view<float>(in, a, e->n[0]);
  for (uint64_t i = 0; i < e->n[0]; ++i) {
    y64[i] = 0;
    for (uint64_t back = 0; back < WINDOW && back <= i; ++back) y64[i] += values[i - back];
  }
}

constexpr Question question = [] {
  Question pool = asks(pooled);
  pool.configure = [](const Extents*) { return LaunchConfiguration{{1, 1, 1}, {TPB, 1, 1}, 0}; };
  return pool;
}();
constexpr double expected[] = {0, 1, 3, 6, 9, 12, 15, 18};
constexpr Extents sizes[] = {{1}, {5}, {8}};
constexpr Cases cases = {{8}, expected, sizes};
constexpr Variant variants[] = {
    exact("raw", "a sliding window over a shared array", question, cases),
    exact("staged", "the same once more", question, cases)};
}  // namespace

HIPPUZZLE_PUZZLE("p03", "Pool", variants);
