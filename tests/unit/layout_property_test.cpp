// The algebra against its definitions, on random layouts. The model below knows nothing of the
// library: a layout is a list of leaves, its value at an index the sum of the index's digits times
// the strides. Every case is drawn from a seed that a failure prints with the layouts.
#include <gtest/gtest.h>

#include <algorithm>
#include <hippuzzle/layout_tv.hpp>
#include <optional>
#include <random>
#include <set>
#include <vector>

#include "layout/runtime_layout_algebra.hpp"
#include "support/outcome.hpp"
#include "tests/unit/layout_support.hpp"

namespace hippuzzle {
namespace layout_property_test {

using testing::to_runtime;
using Random = std::minstd_rand;

int64_t pick(Random& random, const std::vector<int64_t>& values) {
  return values[random() % values.size()];
}

// The leaves of a layout, fastest first.
struct Model {
  std::vector<int64_t> extents, strides;

  int64_t size() const {
    int64_t size = 1;
    for (const int64_t extent : extents) size *= extent;
    return size;
  }
  // The last leaf has no end.
  int64_t operator()(int64_t index) const {
    int64_t sum = 0;
    for (size_t i = 0; i < extents.size(); ++i) {
      const bool last = i + 1 == extents.size();
      sum += (last ? index : index % extents[i]) * strides[i];
      index /= extents[i];
    }
    return sum;
  }
};

void collect(const IntTree& shape, const IntTree& stride, Model& model) {
  if (!shape.is_tuple()) {
    model.extents.push_back(shape.value());
    model.strides.push_back(stride.value());
    return;
  }
  for (size_t i = 0; i < shape.members().size(); ++i) {
    collect(shape.members()[i], stride.members()[i], model);
  }
}

Model model_of(const RuntimeLayout& layout) {
  Model model;
  collect(layout.shape(), layout.stride(), model);
  return model;
}

// Nests a list of leaves at random.
IntTree nested(const std::vector<int64_t>& leaves, Random random) {
  std::vector<IntTree> members;
  for (size_t i = 0; i < leaves.size();) {
    const size_t count = std::min<size_t>(1 + random() % 3, leaves.size() - i);
    std::vector<IntTree> group(leaves.begin() + static_cast<long>(i),
                               leaves.begin() + static_cast<long>(i + count));
    if (count == 1 && random() % 2 == 0) {
      members.push_back(group[0]);
    } else {
      members.emplace_back(std::move(group));
    }
    i += count;
  }
  return members.size() == 1 ? members[0] : IntTree(std::move(members));
}

RuntimeLayout make(const Model& model, Random& random) {
  const Random shape_of_nesting = random;
  random();
  return {nested(model.extents, shape_of_nesting), nested(model.strides, shape_of_nesting)};
}

// Any strides at all.
RuntimeLayout any_layout(Random& random) {
  Model model;
  const size_t leaves = 1 + random() % 4;
  for (size_t i = 0; i < leaves; ++i) {
    model.extents.push_back(pick(random, {1, 2, 2, 3, 4, 6}));
    model.strides.push_back(pick(random, {0, 1, 1, 2, 3, 4, 6, 8, 12, 24}));
  }
  return make(model, random);
}

// Different offsets for different coordinates: contiguous in a random order of modes, with gaps.
RuntimeLayout injective_layout(Random& random, bool with_gaps) {
  Model model;
  const size_t leaves = 1 + random() % 4;
  for (size_t i = 0; i < leaves; ++i) model.extents.push_back(pick(random, {1, 2, 2, 3, 4}));
  std::vector<size_t> order(leaves);
  for (size_t i = 0; i < leaves; ++i) order[i] = i;
  std::shuffle(order.begin(), order.end(), random);
  model.strides.resize(leaves);
  int64_t next = 1;
  for (const size_t i : order) {
    if (with_gaps) next *= pick(random, {1, 1, 2, 3});
    model.strides[i] = next;
    next *= model.extents[i];
  }
  return make(model, random);
}

// Runs `property` on `count` cases; the first for which it returns a failure is shown and ends
// it.
template <class Property>
void check(int count, Property property) {
  for (int seed = 1; seed <= count; ++seed) {
    Random random(static_cast<unsigned>(seed));
    random.discard(3);
    const std::optional<std::string> failure = property(random);
    if (failure) {
      FAIL() << "seed " << seed << ": " << *failure;
    }
  }
}

std::string all_of(std::initializer_list<RuntimeLayout> layouts) {
  std::string text;
  for (const RuntimeLayout& layout : layouts) text += to_string(layout) + "  ";
  return text;
}

TEST(LayoutProperty, AnIndexIsItsDigitsTimesTheStrides) {
  check(40000, [](Random& random) -> std::optional<std::string> {
    const RuntimeLayout a = any_layout(random);
    const Model model = model_of(a);
    int64_t greatest = 0;
    for (int64_t i = 0; i < model.size(); ++i) {
      if (a(i) != model(i)) return all_of({a}) + "at " + std::to_string(i);
      greatest = std::max(greatest, model(i));
    }
    if (a.size() != model.size() || a.cosize() != greatest + 1) return all_of({a}) + "size";
    return std::nullopt;
  });
}

TEST(LayoutProperty, CoalesceKeepsTheFunctionAndFlattens) {
  check(60000, [](Random& random) -> std::optional<std::string> {
    const RuntimeLayout a = any_layout(random);
    const RuntimeLayout result = coalesce(a);
    const Model before = model_of(a), after = model_of(result);
    bool right = before.size() == after.size();
    for (int64_t i = 0; right && i < before.size(); ++i) right = before(i) == after(i);
    for (size_t i = 0; right && i < after.extents.size(); ++i) {
      right = after.extents[i] > 1 || after.extents.size() == 1;
      if (i > 0) right = right && after.extents[i - 1] * after.strides[i - 1] != after.strides[i];
    }
    if (!right) return all_of({a, result});
    return std::nullopt;
  });
}

TEST(LayoutProperty, CompositionIsAOfB) {
  int composed = 0;
  check(120000, [&](Random& random) -> std::optional<std::string> {
    const RuntimeLayout a = any_layout(random), b = any_layout(random);
    std::optional<RuntimeLayout> result;
    try {
      result = composition(a, b);
    } catch (const Error&) {
      return std::nullopt;  // not every pair has a layout as its composition
    }
    ++composed;
    const Model model_a = model_of(a), model_b = model_of(b), model_r = model_of(*result);
    bool right = model_b.size() == model_r.size();
    for (int64_t i = 0; right && i < model_b.size(); ++i) {
      right = model_r(i) == model_a(model_b(i)) && (*result)(i) == model_r(i);
    }
    // Compatible: every mode of B is a mode of the result.
    right = right && result->rank() >= (b.shape().is_tuple() ? b.rank() : 1);
    for (int i = 0; right && b.shape().is_tuple() && i < b.rank(); ++i) {
      right = result->mode(i).size() == b.mode(i).size();
    }
    if (!right) return all_of({a, b, *result});
    return std::nullopt;
  });
  EXPECT_GT(composed, 60000) << "so few compose that the property says little";
}

TEST(LayoutProperty, ComplementIsDisjointOrderedAndFills) {
  check(40000, [](Random& random) -> std::optional<std::string> {
    const RuntimeLayout a = injective_layout(random, true);
    const int64_t target = a.cosize() * (1 + static_cast<int64_t>(random() % 3));
    const RuntimeLayout result = complement(a, target);
    const Model model_a = model_of(a), model_r = model_of(result);
    bool right = true;
    std::set<int64_t> sums;
    for (int64_t j = 0; right && j < model_r.size(); ++j) {
      right = j == 0 || model_r(j - 1) < model_r(j);
      for (int64_t i = 0; right && i < model_a.size(); ++i) {
        right = sums.insert(model_a(i) + model_r(j)).second;
      }
    }
    // The gaps of these layouts divide, so the sums are 0, 1, 2, … without holes, up to the target.
    const int64_t count = static_cast<int64_t>(sums.size());
    right = right && count >= target && *sums.rbegin() == count - 1;
    right = right && (model_r.size() == 1 || count - target < result.cosize() * a.cosize());
    if (!right) return all_of({a, result}) + "target " + std::to_string(target);
    return std::nullopt;
  });
}

TEST(LayoutProperty, DivideSplitsWithoutLossOrRepetition) {
  int divided = 0;
  check(60000, [&](Random& random) -> std::optional<std::string> {
    const RuntimeLayout a = injective_layout(random, false), b = injective_layout(random, true);
    if (b.cosize() > a.size()) return std::nullopt;  // a tile lies within its tensor
    std::optional<RuntimeLayout> result;
    try {
      result = logical_divide(a, Tiler(b));
    } catch (const Error&) {
      return std::nullopt;
    }
    ++divided;
    // The tile's indices and the rest's add up to each index of A once.
    const Model model_a = model_of(a), model_b = model_of(b),
                model_rest = model_of(complement(b, a.size())), model_r = model_of(*result);
    bool right =
        result->mode(0).size() == model_b.size() && result->mode(1).size() == model_rest.size();
    std::set<int64_t> indices;
    for (int64_t k = 0; right && k < model_r.size(); ++k) {
      const int64_t index = model_b(k % model_b.size()) + model_rest(k / model_b.size());
      right = model_r(k) == model_a(index) && indices.insert(index).second;
    }
    for (int64_t i = 0; right && i < a.size(); ++i) right = indices.count(i) == 1;
    if (!right) return all_of({a, b, *result});
    return std::nullopt;
  });
  EXPECT_GT(divided, 15000);
}

TEST(LayoutProperty, DivideByModeTilesEachMode) {
  check(30000, [](Random& random) -> std::optional<std::string> {
    const int64_t m = 1 + static_cast<int64_t>(random() % 12),
                  n = 1 + static_cast<int64_t>(random() % 12);
    const int64_t tile_m = 1 + static_cast<int64_t>(random() % 5),
                  tile_n = 1 + static_cast<int64_t>(random() % 5);
    const IntTree shape(std::vector<IntTree>{m, n});
    const RuntimeLayout a(shape, IntTree(std::vector<IntTree>{n, 1}));
    const Tiler tiler(std::vector<Tiler>{Tiler(RuntimeLayout(IntTree(tile_m))),
                                         Tiler(RuntimeLayout(IntTree(tile_n)))});
    const RuntimeLayout zipped = zipped_divide(a, tiler), tiled = tiled_divide(a, tiler);
    const int64_t rows = (m + tile_m - 1) / tile_m, columns = (n + tile_n - 1) / tile_n;
    for (int64_t i = 0; i < tile_m * tile_n * rows * columns; ++i) {
      const int64_t r = i % tile_m, c = i / tile_m % tile_n;
      const int64_t tile_r = i / (tile_m * tile_n) % rows, tile_c = i / (tile_m * tile_n * rows);
      const int64_t wanted = (tile_r * tile_m + r) * n + tile_c * tile_n + c;
      const IntTree inside(std::vector<IntTree>{r, c});
      const IntTree place(
          std::vector<IntTree>{inside, IntTree(std::vector<IntTree>{tile_r, tile_c})});
      if (zipped(i) != wanted || zipped(place) != wanted ||
          tiled(IntTree(std::vector<IntTree>{inside, tile_r, tile_c})) != wanted) {
        return all_of({a, zipped, tiled});
      }
    }
    return std::nullopt;
  });
}

TEST(LayoutProperty, ProductRepeatsAInTheOrderOfB) {
  int multiplied = 0;
  check(40000, [&](Random& random) -> std::optional<std::string> {
    const RuntimeLayout a = injective_layout(random, true), b = injective_layout(random, false);
    std::optional<RuntimeLayout> result;
    try {
      result = logical_product(a, b);
    } catch (const Error&) {
      return std::nullopt;
    }
    ++multiplied;
    const Model model_a = model_of(a), model_b = model_of(b), rest = model_of(result->mode(1));
    bool right = result->mode(0) == a && rest.size() == model_b.size();
    std::set<int64_t> offsets;
    std::vector<std::pair<int64_t, int64_t>> in_order;
    for (int64_t j = 0; right && j < rest.size(); ++j) {
      in_order.emplace_back(model_b(j), rest(j));
      for (int64_t i = 0; right && i < model_a.size(); ++i) {
        right = offsets.insert(model_a(i) + rest(j)).second;
      }
    }
    std::sort(in_order.begin(), in_order.end());
    for (size_t j = 1; right && j < in_order.size(); ++j) {
      right = in_order[j - 1].second < in_order[j].second;
    }
    if (!right) return all_of({a, b, *result});
    return std::nullopt;
  });
  EXPECT_GT(multiplied, 10000);
}

TEST(LayoutProperty, InversesUndo) {
  check(60000, [](Random& random) -> std::optional<std::string> {
    const RuntimeLayout a = injective_layout(random, random() % 2 == 0);
    const RuntimeLayout right = right_inverse(a), left = left_inverse(a);
    for (int64_t i = 0; i < right.size(); ++i) {
      if (a(right(i)) != i) return all_of({a, right});
    }
    for (int64_t i = 0; i < a.size(); ++i) {
      if (left(a(i)) != i) return all_of({a, left});
    }
    if (a.cosize() == a.size() && right.size() != a.size()) return all_of({a, right});
    return std::nullopt;
  });
}

TEST(LayoutProperty, ThreadsHoldBlocksOfValues) {
  check(20000, [](Random& random) -> std::optional<std::string> {
    const auto contiguous = [&random] {
      const int64_t m = 1 + static_cast<int64_t>(random() % 6),
                    n = 1 + static_cast<int64_t>(random() % 6);
      const bool by_rows = random() % 2 == 0;
      return RuntimeLayout(IntTree(std::vector<IntTree>{m, n}),
                           IntTree(std::vector<IntTree>{by_rows ? n : 1, by_rows ? 1 : m}));
    };
    const RuntimeLayout threads = contiguous(), values = contiguous();
    const RuntimeTvLayout tv = make_layout_tv(threads, values);
    const int64_t value_m = values.mode(0).size(), value_n = values.mode(1).size();
    const int64_t m = threads.mode(0).size() * value_m, n = threads.mode(1).size() * value_n;
    if (!(tv.tiler == IntTree(std::vector<IntTree>{m, n})))
      return all_of({threads, values, tv.layout});
    for (int64_t row = 0; row < m; ++row) {
      for (int64_t column = 0; column < n; ++column) {
        const int64_t thread =
            threads(IntTree(std::vector<IntTree>{row / value_m, column / value_n}));
        const int64_t value =
            values(IntTree(std::vector<IntTree>{row % value_m, column % value_n}));
        if (tv.layout(IntTree(std::vector<IntTree>{thread, value})) != row + column * m) {
          return all_of({threads, values, tv.layout});
        }
      }
    }
    return std::nullopt;
  });
}

// The templates with run-time leaves, on powers of two, which divide one another.
TEST(LayoutProperty, TemplatesWithRunTimeLeavesAgreeWithTheModel) {
  int composed_count = 0;
  check(60000, [&](Random& random) -> std::optional<std::string> {
    const auto power = [&random](int greatest) { return 1 << random() % (greatest + 1); };
    const auto a = make_layout(make_shape(power(3), make_shape(power(2), power(2))),
                               make_stride(power(4), make_stride(power(5), power(3))));
    const auto b = make_layout(make_shape(make_shape(power(2), power(1)), power(2)),
                               make_stride(make_stride(power(2), power(3)), power(4)));
    try {
      composition(to_runtime(a), to_runtime(b));
    } catch (const Error&) {
      return std::nullopt;  // the template would end the process
    }
    ++composed_count;
    const Model model_a = model_of(to_runtime(a)), model_b = model_of(to_runtime(b));
    const auto composed = composition(a, b);
    const auto divided = zipped_divide(a, make_tuple(Int<2>{}, make_layout(Int<4>{}, Int<1>{})));
    const RuntimeLayout same =
        zipped_divide(to_runtime(a), Tiler(std::vector<Tiler>{Tiler(RuntimeLayout(IntTree(2))),
                                                              Tiler(RuntimeLayout(IntTree(4)))}));
    bool right = size(composed) == model_b.size() && size(divided) == same.size();
    for (int i = 0; right && i < model_b.size(); ++i) {
      right = composed(i) == model_a(model_b(i)) && coalesce(a)(i) == model_a(i);
    }
    for (int i = 0; right && i < same.size(); ++i) right = divided(i) == same(i);
    if (!right) return all_of({to_runtime(a), to_runtime(b), to_runtime(composed), same});
    return std::nullopt;
  });
  EXPECT_GT(composed_count, 15000);
}

}  // namespace layout_property_test
}  // namespace hippuzzle
