// p02: output = a - 1. Extents: {n}.
#include "tests/workspace/curriculum/fake.hpp"

namespace {
using namespace fake;

constexpr double expected[] = {-1, 0, 1, 2};
constexpr Extents sizes[] = {{1}, {33}};
constexpr Variant variants[] = {
    exact("", "one thread per element", asks(plus<-1>), {{4}, expected, sizes})};
}  // namespace

HIPPUZZLE_PUZZLE("p02", "Subtract", variants);
