// The two libraries of layouts, the compiler's (hippuzzle/layout_algebra.hpp) and the command
// line's (layout/), give the same result of each operation, on layouts drawn at random while this
// file is compiled: a list of seeds, each of which stands for the types of its layouts.
#include <gtest/gtest.h>

#include <hippuzzle/layout_tv.hpp>
#include <utility>

#include "layout/runtime_layout_algebra.hpp"
#include "tests/unit/layout_support.hpp"

namespace hippuzzle {
namespace layout_agreement_test {

using testing::text_of;
using testing::to_runtime;
using testing::to_tree;

// Number `index` of the seed's sequence, below `bound`.
constexpr int drawn(unsigned seed, unsigned index, int bound) {
  unsigned x = seed * 2654435761u + index * 40503u + 12345u;
  for (int i = 0; i < 4; ++i) x = (x ^ (x >> 15)) * 2246822519u + 3266489917u;
  return static_cast<int>((x >> 8) % static_cast<unsigned>(bound));
}

struct Leaves {
  int extent[3], stride[3];
};

// Three leaves in a random order of speed: contiguous, or with gaps.
constexpr Leaves leaves_of(unsigned seed, bool with_gaps) {
  constexpr int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  Leaves leaves = {};
  int next = 1;
  for (unsigned i = 0; i < 3; ++i) {
    const int leaf = orders[drawn(seed, 0, 6)][i];
    if (with_gaps) next *= 1 + drawn(seed, 10 + i, 3);
    leaves.extent[leaf] = 1 + drawn(seed, 20 + i, 5);
    leaves.stride[leaf] = next;
    next *= leaves.extent[leaf];
  }
  return leaves;
}

// ((a, b), c): one mode is nested.
template <unsigned seed, bool with_gaps>
constexpr auto layout_of() {
  constexpr Leaves l = leaves_of(seed, with_gaps);
  return make_layout(make_tuple(Ints<l.extent[0], l.extent[1]>{}, Int<l.extent[2]>{}),
                     make_tuple(Ints<l.stride[0], l.stride[1]>{}, Int<l.stride[2]>{}));
}

// Two integer modes, contiguous in either order.
template <unsigned seed>
constexpr auto matrix_of() {
  constexpr int m = 1 + drawn(seed, 30, 4), n = 1 + drawn(seed, 31, 4);
  if constexpr (drawn(seed, 32, 2) == 0) {
    return row_major<m, n>();
  } else {
    return col_major<m, n>();
  }
}

// A tiler (first, second) whose extents divide the extents of the shape ((a, b), c).
template <unsigned seed>
constexpr auto tiler_of() {
  constexpr Leaves l = leaves_of(seed, true);
  constexpr int first = drawn(seed, 40, 2) == 0 ? l.extent[0] : l.extent[0] * l.extent[1];
  constexpr int second = drawn(seed, 41, 2) == 0 ? 1 : l.extent[2];
  return Ints<first, second>{};
}

Tiler to_tiler(const IntTree& shape) {
  std::vector<Tiler> parts;
  for (const IntTree& member : shape.members()) parts.emplace_back(RuntimeLayout(member));
  return Tiler(std::move(parts));
}

// Not expanded for each comparison: this file is large enough for a compiler.
void expect_agree(const std::string& compiled, const RuntimeLayout& at_run_time, const char* what,
                  unsigned seed) {
  EXPECT_EQ(compiled, to_string(at_run_time)) << what << " of seed " << seed;
}
#define EXPECT_AGREE(compiled, at_run_time) \
  expect_agree(text_of(compiled), at_run_time, #compiled, seed)

template <unsigned seed>
void expect_one_operand_agrees() {
  constexpr auto a = layout_of<seed, true>();
  const RuntimeLayout run_time = to_runtime(a);
  EXPECT_AGREE(coalesce(a), coalesce(run_time));
  EXPECT_AGREE(coalesce_each(a), coalesce_each(run_time));
  EXPECT_AGREE(complement(a), complement(run_time, run_time.cosize()));
  EXPECT_AGREE(complement(a, Int<1000>{}), complement(run_time, 1000));
  EXPECT_AGREE(right_inverse(a), right_inverse(run_time));
  EXPECT_AGREE(left_inverse(a), left_inverse(run_time));
  EXPECT_AGREE(make_layout(a.shape(), compact_row_major(a.shape())), row_major(run_time.shape()));
}

template <unsigned seed>
void expect_divides_agree() {
  constexpr auto a = layout_of<seed, true>();
  constexpr auto tiler = tiler_of<seed>();
  const RuntimeLayout run_time = to_runtime(a);
  const Tiler by_mode = to_tiler(to_tree(tiler));
  EXPECT_AGREE(composition(a, tiler), composition(run_time, by_mode));
  EXPECT_AGREE(logical_divide(a, tiler), logical_divide(run_time, by_mode));
  EXPECT_AGREE(zipped_divide(a, tiler), zipped_divide(run_time, by_mode));
  EXPECT_AGREE(tiled_divide(a, tiler), tiled_divide(run_time, by_mode));
  EXPECT_AGREE(flat_divide(a, tiler), flat_divide(run_time, by_mode));
}

template <unsigned seed>
void expect_products_agree() {
  constexpr auto a = layout_of<seed, false>();
  constexpr auto b = matrix_of<seed>();
  const RuntimeLayout left = to_runtime(a), right = to_runtime(b);
  EXPECT_AGREE(logical_product(a, b), logical_product(left, right));
  EXPECT_AGREE(blocked_product(a, b), blocked_product(left, right));
  EXPECT_AGREE(raked_product(a, b), raked_product(left, right));
  EXPECT_AGREE(blocked_product(a, row_major<3>()),
               blocked_product(left, RuntimeLayout(IntTree(3))));
  constexpr auto matrix = matrix_of<seed + 1000>();
  constexpr auto repeats = Ints<1 + drawn(seed, 50, 3), 1 + drawn(seed, 51, 3)>{};
  const RuntimeLayout block = to_runtime(matrix);
  const Tiler by_mode = to_tiler(to_tree(repeats));
  EXPECT_AGREE(zipped_product(matrix, repeats), zipped_product(block, by_mode));
  EXPECT_AGREE(tiled_product(matrix, repeats), tiled_product(block, by_mode));
  EXPECT_AGREE(flat_product(matrix, repeats), flat_product(block, by_mode));
}

template <unsigned seed>
void expect_threads_and_values_agree() {
  constexpr auto threads = matrix_of<seed>();
  constexpr auto values = matrix_of<seed + 1000>();
  constexpr auto tv = make_layout_tv(threads, values);
  const RuntimeTvLayout run_time = make_layout_tv(to_runtime(threads), to_runtime(values));
  EXPECT_EQ(to_string(to_tree(tv.tiler)), to_string(run_time.tiler)) << "seed " << seed;
  EXPECT_AGREE(tv.layout, run_time.layout);
  constexpr auto larger = transform(tv.tiler, Ints<2, 3>{}, [](auto x, auto y) { return x * y; });
  EXPECT_AGREE(repeat_tv(tv, larger).layout, repeat_tv(run_time, to_tree(larger)).layout);
  EXPECT_AGREE(tiled(larger, tv.tiler), tiled_layout(to_tree(larger), run_time.tiler));
}

template <unsigned... seeds>
void expect_all_agree(std::integer_sequence<unsigned, seeds...>) {
  (expect_one_operand_agrees<seeds>(), ...);
  (expect_divides_agree<seeds>(), ...);
  (expect_products_agree<seeds>(), ...);
  (expect_threads_and_values_agree<seeds>(), ...);
}

TEST(LayoutAgreement, CompiledAndRunTimeLayoutsAreTheSame) {
  expect_all_agree(std::make_integer_sequence<unsigned, 6>{});
}

}  // namespace layout_agreement_test
}  // namespace hippuzzle
