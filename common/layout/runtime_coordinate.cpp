// Orders of modes, and coordinates: from an index, from a pattern, from an offset.
#include <fmt/format.h>

#include <algorithm>

#include "layout/runtime_layout.hpp"
#include "support/outcome.hpp"

namespace hippuzzle {
namespace {

void collect(const IntTree& tree, std::vector<int64_t>& leaves) {
  if (!tree.is_tuple()) {
    leaves.push_back(tree.value());
    return;
  }
  for (const IntTree& member : tree.members()) collect(member, leaves);
}

std::vector<int64_t> leaves_of(const IntTree& tree) {
  std::vector<int64_t> leaves;
  collect(tree, leaves);
  return leaves;
}

// Leaves nested as `profile` is; `next` is the first of them.
IntTree nested(const std::vector<int64_t>& leaves, const IntTree& profile, size_t& next) {
  if (!profile.is_tuple()) return IntTree(leaves[next++]);
  std::vector<IntTree> members;
  for (const IntTree& member : profile.members()) members.push_back(nested(leaves, member, next));
  return IntTree(std::move(members));
}

IntTree nested(const std::vector<int64_t>& leaves, const IntTree& profile) {
  size_t next = 0;
  return nested(leaves, profile, next);
}

// Contiguous, leaves in the order in which `fastest_first` names them.
RuntimeLayout contiguous(const IntTree& shape, const std::vector<size_t>& fastest_first) {
  const std::vector<int64_t> extents = leaves_of(shape);
  std::vector<int64_t> strides(extents.size());
  int64_t next = 1;
  for (const size_t leaf : fastest_first) {
    strides[leaf] = next;
    next = checked_product(next, std::max<int64_t>(extents[leaf], 0));
  }
  return {shape, nested(strides, shape)};
}

std::vector<size_t> numbers_below(size_t count) {
  std::vector<size_t> numbers(count);
  for (size_t i = 0; i < count; ++i) numbers[i] = i;
  return numbers;
}

// The number of coordinates that a pattern names.
int64_t coordinates_kept(const IntTree& pattern, const IntTree& shape) {
  if (!pattern.is_tuple()) return pattern.value() == kept ? product(shape) : 1;
  int64_t count = 1;
  for (size_t i = 0; i < pattern.members().size() && shape.is_tuple(); ++i) {
    if (i < shape.members().size()) {
      count = checked_product(count, coordinates_kept(pattern.members()[i], shape.members()[i]));
    }
  }
  return count;
}

// The patterns of one part of a coordinate written out: each choice for it.
std::vector<IntTree> choices(const IntTree& pattern, const IntTree& shape) {
  const int64_t size = product(shape);
  if (!pattern.is_tuple()) {
    if (pattern.value() != kept) {
      if (pattern.value() >= size) {
        throw Error(Outcome::usage,
                    fmt::format("the coordinate's part {} is beyond its mode {}, which has {} "
                                "elements",
                                pattern.value(), to_string(shape), size));
      }
      return {pattern};
    }
    std::vector<IntTree> all;
    for (int64_t i = 0; i < size; ++i) all.emplace_back(i);
    return all;
  }
  if (!shape.is_tuple() || shape.members().size() != pattern.members().size()) {
    throw Error(Outcome::usage, fmt::format("a coordinate of {} parts does not fit the shape {}",
                                            pattern.members().size(), to_string(shape)));
  }
  // Later parts are the slower ones.
  std::vector<std::vector<IntTree>> result(1);
  for (size_t i = pattern.members().size(); i-- > 0;) {
    std::vector<std::vector<IntTree>> longer;
    for (const std::vector<IntTree>& rest : result) {
      for (const IntTree& part : choices(pattern.members()[i], shape.members()[i])) {
        longer.push_back({part});
        longer.back().insert(longer.back().end(), rest.begin(), rest.end());
      }
    }
    result = std::move(longer);
  }
  std::vector<IntTree> coordinates;
  for (std::vector<IntTree>& parts : result) coordinates.emplace_back(std::move(parts));
  return coordinates;
}

// Finds the digits, one a leaf, whose sum with the leaves' strides is `rest`.
class Digits {
 public:
  Digits(const RuntimeLayout& layout, size_t most)
      : modes_(flatten(layout)), order_(numbers_below(modes_.size())), most_(most) {
    std::stable_sort(order_.begin(), order_.end(),
                     [&](size_t x, size_t y) { return modes_[x].stride > modes_[y].stride; });
    reach_.assign(order_.size() + 1, 0);  // of the leaves from here on, at most
    for (size_t i = order_.size(); i-- > 0;) {
      reach_[i] = reach_[i + 1] + (modes_[order_[i]].extent - 1) * modes_[order_[i]].stride;
    }
    digits_.resize(modes_.size());
  }

  std::vector<std::vector<int64_t>> of(int64_t offset) {
    search(0, offset);
    return std::move(found_);
  }

 private:
  void search(size_t at, int64_t rest) {
    if (found_.size() == most_) return;
    if (at == order_.size()) {
      found_.push_back(digits_);
      return;
    }
    const Mode& mode = modes_[order_[at]];
    for (int64_t digit = 0; digit < mode.extent && found_.size() < most_; ++digit) {
      const int64_t left = rest - digit * mode.stride;
      if (left < 0) break;
      if (left > reach_[at + 1]) continue;
      digits_[order_[at]] = digit;
      search(at + 1, left);
    }
  }

  std::vector<Mode> modes_;
  std::vector<size_t> order_;  // of leaves, the greatest stride first
  std::vector<int64_t> reach_;
  size_t most_;
  std::vector<int64_t> digits_;
  std::vector<std::vector<int64_t>> found_;
};

}  // namespace

RuntimeLayout row_major(const IntTree& shape) {
  std::vector<size_t> order = numbers_below(leaves_of(shape).size());
  std::reverse(order.begin(), order.end());
  return contiguous(shape, order);
}

RuntimeLayout col_major(const IntTree& shape) { return RuntimeLayout(shape); }

RuntimeLayout make_ordered_layout(const IntTree& shape, const IntTree& order) {
  if (!is_congruent(shape, order)) {
    throw Error(Outcome::usage, fmt::format("the shape {} and the order {} are not nested alike",
                                            to_string(shape), to_string(order)));
  }
  const std::vector<int64_t> ranks = leaves_of(order);
  std::vector<size_t> fastest_first = numbers_below(ranks.size());
  std::stable_sort(fastest_first.begin(), fastest_first.end(),
                   [&](size_t x, size_t y) { return ranks[x] < ranks[y]; });
  return contiguous(shape, fastest_first);
}

IntTree idx2crd(int64_t index, const IntTree& shape) {
  if (!shape.is_tuple()) return IntTree(index);
  std::vector<IntTree> parts;
  for (const IntTree& member : shape.members()) {
    const bool last = parts.size() + 1 == shape.members().size();
    const int64_t extent = product(member);
    parts.push_back(idx2crd(last ? index : index % extent, member));
    index /= extent;
  }
  return IntTree(std::move(parts));
}

std::vector<IntTree> coordinates_within(const IntTree& pattern, const IntTree& shape,
                                        int64_t most) {
  const int64_t count = coordinates_kept(pattern, shape);
  if (count > most) {
    throw Error(
        Outcome::usage,
        fmt::format("{} coordinates are named, more than the {} that can be shown", count, most));
  }
  return choices(pattern, shape);
}

std::vector<IntTree> coordinates_of(const RuntimeLayout& layout, int64_t offset, size_t most) {
  std::vector<std::vector<int64_t>> found = Digits(layout, most).of(offset);
  // Sorted in the order of indices: the last leaf counts most.
  std::sort(found.begin(), found.end(), [](const auto& x, const auto& y) {
    return std::lexicographical_compare(x.rbegin(), x.rend(), y.rbegin(), y.rend());
  });
  std::vector<IntTree> coordinates;
  for (const std::vector<int64_t>& digits : found) {
    coordinates.push_back(nested(digits, layout.shape()));
  }
  return coordinates;
}

}  // namespace hippuzzle
