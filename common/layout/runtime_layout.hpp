// Layouts whose shape is known only at run time, as `hippuzzle layout` reads them from its command
// line: hippuzzle/layout.hpp on values. A layout that is none is refused with an Error of
// Outcome::usage.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace hippuzzle {

// An integer, or a tuple of such trees: (4, (2, 8)).
class IntTree {
 public:
  IntTree(int64_t value = 0) : value_(value) {}
  explicit IntTree(std::vector<IntTree> members) : members_(std::move(members)), is_tuple_(true) {}

  bool is_tuple() const { return is_tuple_; }
  int64_t value() const { return value_; }                          // of an integer
  const std::vector<IntTree>& members() const { return members_; }  // of a tuple
  bool operator==(const IntTree&) const = default;

 private:
  int64_t value_ = 0;
  std::vector<IntTree> members_;
  bool is_tuple_ = false;
};

int64_t product(const IntTree& tree);
bool is_congruent(const IntTree& a, const IntTree& b);
std::string to_string(const IntTree& tree);  // "(4,(2,8))"; in a coordinate "(1,_)"

class RuntimeLayout {
 public:
  // Requires congruent trees, positive extents, strides that are not negative, and offsets that
  // fit.
  RuntimeLayout(IntTree shape, IntTree stride);
  // Contiguous, the first mode fastest.
  explicit RuntimeLayout(IntTree shape);

  const IntTree& shape() const { return shape_; }
  const IntTree& stride() const { return stride_; }
  bool operator==(const RuntimeLayout&) const = default;

  int64_t size() const;
  int64_t cosize() const;
  int rank() const;  // 1 where the shape is an integer
  RuntimeLayout mode(int i) const;

  // The offset of a coordinate, nested as far as one likes. An index beyond the size continues the
  // last mode.
  int64_t operator()(const IntTree& coordinate) const;

 private:
  IntTree shape_, stride_;
};

std::string to_string(const RuntimeLayout& layout);  // "(4,8):(8,1)"

// Contiguous, the last mode fastest, the first, or the leaf of the lowest order. An order is nested
// as the shape is.
RuntimeLayout row_major(const IntTree& shape);
RuntimeLayout col_major(const IntTree& shape);
RuntimeLayout make_ordered_layout(const IntTree& shape, const IntTree& order);

// The coordinate, nested as `shape` is, that an integer below its size stands for.
IntTree idx2crd(int64_t index, const IntTree& shape);

// A mode of a coordinate that is kept: `_`.
inline constexpr int64_t kept = -1;

// The coordinates that agree with `pattern` but where that says `kept`, in the order of their
// indices; parts that stop short of a nested mode count through it. Requires that the pattern lies
// within the shape and names `most` coordinates or fewer.
std::vector<IntTree> coordinates_within(const IntTree& pattern, const IntTree& shape, int64_t most);

// Coordinates whose offset is `offset`, at most `most` of them, in the order of their indices.
std::vector<IntTree> coordinates_of(const RuntimeLayout& layout, int64_t offset, size_t most);

// One mode for each layout.
RuntimeLayout make_layout(const std::vector<RuntimeLayout>& modes);

// A mode that is not nested.
struct Mode {
  int64_t extent;
  int64_t stride;
};

// All modes in order without nesting, and the flat layout of such modes: 1:0 for none, an integral
// one for one.
std::vector<Mode> flatten(const RuntimeLayout& layout);
RuntimeLayout from_modes(const std::vector<Mode>& modes);

// a * b for a, b >= 0; refuses a product of 2^31 or more, the bound of all sizes and offsets.
int64_t checked_product(int64_t a, int64_t b);

}  // namespace hippuzzle
