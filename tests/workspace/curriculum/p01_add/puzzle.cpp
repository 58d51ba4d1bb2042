// p01: output = a + 10. Extents: {n}.
#include "tests/workspace/curriculum/fake.hpp"

namespace {
using namespace fake;

constexpr double expected[] = {10, 11, 12, 13};
constexpr Extents sizes[] = {{1}, {33}};
constexpr Variant variants[] = {
    exact("", "one thread per element", asks(plus<10>), {{4}, expected, sizes})};
}  // namespace

HIPPUZZLE_PUZZLE("p01", "Add", variants);
