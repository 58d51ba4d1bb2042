// ladder: output = a + 10 by two rungs; there is nothing to fill in. Extents: {n}.
#include "tests/workspace/curriculum/fake.hpp"

namespace {
using namespace fake;

constexpr double expected[] = {10, 11, 12, 13};
constexpr Extents sizes[] = {{1}, {33}};
constexpr Cases cases = {{4}, expected, sizes};
constexpr Variant variants[] = {exact("naive", "one thread per element", asks(plus<10>), cases),
                                exact("second", "the same once more", asks(plus<10>), cases)};
}  // namespace

HIPPUZZLE_PUZZLE("ladder", "Rungs", variants);
