// The layouts whose extents and strides are types, drawn when this file is compiled, give the
// results that the same layouts give at run time. Each seed is a set of templates, 0.3 s of
// compilation.
#include <gtest/gtest.h>

#include <hippuzzle/layout_tv.hpp>

#include "layout/runtime_layout_algebra.hpp"
#include "tests/unit/layout_support.hpp"

namespace hippuzzle {
namespace layout_static_test {

using testing::to_runtime;

// Number `which` of the draws for one seed: 0 … count - 1.
constexpr int drawn(int seed, int which, int count) {
  unsigned state =
      static_cast<unsigned>(seed) * 2654435761u + static_cast<unsigned>(which) * 40503u;
  state ^= state >> 15;
  state *= 2246822519u;
  state ^= state >> 13;
  return static_cast<int>(state % static_cast<unsigned>(count));
}

// One of the six orders of three modes.
template <int which>
using Order = Ints<which / 2, (which / 2 + 1 + which % 2) % 3, (which / 2 + 2 - which % 2) % 3>;

template <int seed>
void expect_static_layouts_agree() {
  constexpr int e0 = 1 << drawn(seed, 0, 3), e1 = 1 << drawn(seed, 1, 3),
                e2 = 1 << drawn(seed, 2, 4);
  constexpr auto shape = make_shape(Int<e0>{}, Ints<e1, e2>{});
  constexpr auto a = make_ordered_layout(shape, unflatten(Order<drawn(seed, 3, 6)>{}, shape));
  constexpr auto shape_of_b = make_shape(Ints<1 << drawn(seed, 4, 3), 1 << drawn(seed, 5, 2)>{},
                                         Int<1 << drawn(seed, 6, 3)>{});
  constexpr auto b =
      make_ordered_layout(shape_of_b, unflatten(Order<drawn(seed, 7, 6)>{}, shape_of_b));
  constexpr auto tile = make_layout(Int<1 << drawn(seed, 10, 3)>{}, Int<1 << drawn(seed, 11, 3)>{});
  constexpr auto composed = composition(a, b);
  constexpr auto divided = logical_divide(a, tile);
  constexpr auto rest = complement(tile, Int<64>{});
  constexpr auto inverse = right_inverse(a);
  static_assert(is_static_v<std::remove_const_t<decltype(composed)>>);
  static_assert(is_static_v<std::remove_const_t<decltype(divided)>>);
  static_assert(size(inverse) == size(a), "an ordered layout is a bijection");

  const RuntimeLayout run_time_a = to_runtime(a), run_time_tile = to_runtime(tile);
  SCOPED_TRACE(to_string(run_time_a) + "  " + to_string(to_runtime(b)) + "  " +
               to_string(run_time_tile));
  EXPECT_EQ(to_runtime(composed), composition(run_time_a, to_runtime(b)));
  EXPECT_EQ(to_runtime(divided), logical_divide(run_time_a, Tiler(run_time_tile)));
  EXPECT_EQ(to_runtime(rest), complement(run_time_tile, 64));
  EXPECT_EQ(to_runtime(inverse), right_inverse(run_time_a));
  EXPECT_EQ(to_runtime(coalesce(b)), coalesce(to_runtime(b)));
  constexpr auto values =
      make_ordered_layout(Ints<2, 1 << drawn(seed, 12, 3)>{}, Ints<seed % 2, 1 - seed % 2>{});
  EXPECT_EQ(to_runtime(raked_product(a, values)), raked_product(run_time_a, to_runtime(values)));
  const auto tiled = make_layout_tv(a, values);
  EXPECT_EQ(to_runtime(tiled.layout), make_layout_tv(run_time_a, to_runtime(values)).layout);
}

template <int... seeds>
void expect_family_agrees(std::integer_sequence<int, seeds...>) {
  (expect_static_layouts_agree<seeds>(), ...);
}

TEST(StaticLayouts, GiveTheSameResultsAsTypes) {
  expect_family_agrees(std::make_integer_sequence<int, 40>{});
}

}  // namespace layout_static_test
}  // namespace hippuzzle
