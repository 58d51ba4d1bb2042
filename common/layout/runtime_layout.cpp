#include "layout/runtime_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "support/outcome.hpp"

namespace hippuzzle {
namespace {

constexpr int64_t largest = std::numeric_limits<int32_t>::max();

[[noreturn]] void refuse(const std::string& sentence) { throw Error(Outcome::usage, sentence); }

void flatten_into(const IntTree& shape, const IntTree& stride, std::vector<Mode>& modes) {
  if (!shape.is_tuple()) {
    modes.push_back({shape.value(), stride.value()});
    return;
  }
  for (size_t i = 0; i < shape.members().size(); ++i) {
    flatten_into(shape.members()[i], stride.members()[i], modes);
  }
}

void require_valid(const IntTree& shape, const IntTree& stride) {
  if (!shape.is_tuple()) {
    if (shape.value() < 1)
      refuse(fmt::format("an extent must be 1 or more, not {}", shape.value()));
    if (stride.value() < 0) {
      refuse(fmt::format("a stride must not be negative, {} is", stride.value()));
    }
    return;
  }
  for (size_t i = 0; i < shape.members().size(); ++i) {
    require_valid(shape.members()[i], stride.members()[i]);
  }
}

IntTree compact(const IntTree& shape, int64_t& current) {
  if (!shape.is_tuple()) {
    const int64_t stride = current;
    current = checked_product(current, std::max<int64_t>(shape.value(), 0));
    return IntTree(stride);
  }
  std::vector<IntTree> strides;
  for (const IntTree& member : shape.members()) strides.push_back(compact(member, current));
  return IntTree(std::move(strides));
}

IntTree compact(const IntTree& shape) {
  int64_t first = 1;
  return compact(shape, first);
}

int64_t offset(const IntTree& coordinate, const IntTree& shape, const IntTree& stride) {
  if (coordinate.is_tuple()) {
    if (!shape.is_tuple() || coordinate.members().size() != shape.members().size()) {
      refuse(fmt::format("the coordinate {} does not fit the shape {}", to_string(coordinate),
                         to_string(shape)));
    }
    int64_t sum = 0;
    for (size_t i = 0; i < shape.members().size(); ++i) {
      sum += offset(coordinate.members()[i], shape.members()[i], stride.members()[i]);
    }
    return sum;
  }
  if (!shape.is_tuple()) return coordinate.value() * stride.value();
  int64_t rest = coordinate.value(), sum = 0;
  for (size_t i = 0; i < shape.members().size(); ++i) {
    const bool last = i + 1 == shape.members().size();
    const int64_t extent = product(shape.members()[i]);
    sum += offset(last ? rest : rest % extent, shape.members()[i], stride.members()[i]);
    rest /= extent;
  }
  return sum;
}

}  // namespace

int64_t checked_product(int64_t a, int64_t b) {
  int64_t result = 0;
  if (__builtin_mul_overflow(a, b, &result) || result > largest) {
    refuse(fmt::format("a layout's size and offsets must be below 2^31, {} * {} is not", a, b));
  }
  return result;
}

int64_t product(const IntTree& tree) {
  if (!tree.is_tuple()) return tree.value();
  int64_t result = 1;
  for (const IntTree& member : tree.members()) result = checked_product(result, product(member));
  return result;
}

bool is_congruent(const IntTree& a, const IntTree& b) {
  if (a.is_tuple() != b.is_tuple()) return false;
  return !a.is_tuple() || std::equal(a.members().begin(), a.members().end(), b.members().begin(),
                                     b.members().end(), is_congruent);
}

std::string to_string(const IntTree& tree) {
  if (!tree.is_tuple()) return tree.value() == kept ? "_" : std::to_string(tree.value());
  std::string text = "(";
  for (const IntTree& member : tree.members()) {
    if (text.size() > 1) text += ',';
    text += to_string(member);
  }
  return text + ')';
}

std::string to_string(const RuntimeLayout& layout) {
  return to_string(layout.shape()) + ':' + to_string(layout.stride());
}

RuntimeLayout::RuntimeLayout(IntTree shape, IntTree stride)
    : shape_(std::move(shape)), stride_(std::move(stride)) {
  if (!is_congruent(shape_, stride_)) {
    refuse(fmt::format("the shape {} and the stride {} are not nested alike", to_string(shape_),
                       to_string(stride_)));
  }
  require_valid(shape_, stride_);
  product(shape_);
  int64_t reach = 1;
  for (const Mode& mode : flatten(*this)) {
    reach = checked_product(reach + checked_product(mode.extent - 1, mode.stride), 1);
  }
}

RuntimeLayout::RuntimeLayout(IntTree shape) : RuntimeLayout(shape, compact(shape)) {}

int64_t RuntimeLayout::size() const { return product(shape_); }

int64_t RuntimeLayout::cosize() const {
  int64_t reach = 1;
  for (const Mode& mode : flatten(*this)) reach += (mode.extent - 1) * mode.stride;
  return reach;
}

int RuntimeLayout::rank() const {
  return shape_.is_tuple() ? static_cast<int>(shape_.members().size()) : 1;
}

RuntimeLayout RuntimeLayout::mode(int i) const {
  if (!shape_.is_tuple()) return *this;
  return {shape_.members()[static_cast<size_t>(i)], stride_.members()[static_cast<size_t>(i)]};
}

int64_t RuntimeLayout::operator()(const IntTree& coordinate) const {
  return offset(coordinate, shape_, stride_);
}

std::vector<Mode> flatten(const RuntimeLayout& layout) {
  std::vector<Mode> modes;
  flatten_into(layout.shape(), layout.stride(), modes);
  return modes;
}

RuntimeLayout from_modes(const std::vector<Mode>& modes) {
  if (modes.empty()) return {IntTree(1), IntTree(0)};
  if (modes.size() == 1) return {IntTree(modes[0].extent), IntTree(modes[0].stride)};
  std::vector<IntTree> shape, stride;
  for (const Mode& mode : modes) {
    shape.emplace_back(mode.extent);
    stride.emplace_back(mode.stride);
  }
  return {IntTree(std::move(shape)), IntTree(std::move(stride))};
}

RuntimeLayout make_layout(const std::vector<RuntimeLayout>& modes) {
  std::vector<IntTree> shape, stride;
  for (const RuntimeLayout& mode : modes) {
    shape.push_back(mode.shape());
    stride.push_back(mode.stride());
  }
  return {IntTree(std::move(shape)), IntTree(std::move(stride))};
}

}  // namespace hippuzzle
