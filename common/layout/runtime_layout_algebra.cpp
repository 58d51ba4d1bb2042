#include "layout/runtime_layout_algebra.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "layout/transform_tiled.hpp"
#include "support/outcome.hpp"

namespace hippuzzle {
namespace {

[[noreturn]] void refuse_operands(const std::string& sentence) {
  throw Error(Outcome::usage, sentence);
}

int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

std::vector<Mode> coalesced(const std::vector<Mode>& modes) {
  std::vector<Mode> result;
  for (const Mode& mode : modes) {
    if (mode.extent == 1) continue;
    if (!result.empty() && result.back().extent * result.back().stride == mode.stride) {
      result.back().extent *= mode.extent;
    } else {
      result.push_back(mode);
    }
  }
  return result;
}

}  // namespace

RuntimeLayout coalesce(const RuntimeLayout& layout) {
  return from_modes(coalesced(flatten(layout)));
}

RuntimeLayout coalesce_each(const RuntimeLayout& layout) {
  if (!layout.shape().is_tuple()) return coalesce(layout);
  std::vector<RuntimeLayout> modes;
  for (int i = 0; i < layout.rank(); ++i) modes.push_back(coalesce(layout.mode(i)));
  return make_layout(modes);
}

namespace {

// Coalesces, but the last mode stays even where its extent is one: composition goes on beyond its
// end.
std::vector<Mode> coalesced_open(std::vector<Mode> modes) {
  if (modes.empty()) return {{1, 0}};
  if (modes.back().extent == 1) modes.back().extent = 2;
  return coalesced(modes);
}

RuntimeLayout compose_mode(const std::vector<Mode>& a, Mode b) {
  if (b.stride == 0) return {IntTree(b.extent), IntTree(0)};
  std::vector<Mode> result;
  int64_t count = b.extent, step = b.stride;
  for (size_t i = 0; i < a.size() && count > 1; ++i) {
    if (i + 1 == a.size()) {
      result.push_back({count, checked_product(step, a[i].stride)});
      break;
    }
    const int64_t taken = std::min(ceil_div(a[i].extent, step), count);
    const int64_t rest = count / taken;
    if (count % taken != 0) {
      refuse_operands(
          fmt::format("composition: the extent {} of {}:{} is no multiple of the {} elements that "
                      "it takes of the left layout's mode {}:{}",
                      count, b.extent, b.stride, taken, a[i].extent, a[i].stride));
    }
    if (rest > 1 && a[i].extent % step != 0 && step % a[i].extent != 0) {
      refuse_operands(
          fmt::format("composition: the step {} of {}:{} and the extent of the left layout's mode "
                      "{}:{} do not divide one another",
                      step, b.extent, b.stride, a[i].extent, a[i].stride));
    }
    if (taken > 1) result.push_back({taken, checked_product(step, a[i].stride)});
    step = ceil_div(step, a[i].extent);
    count = rest;
  }
  return from_modes(result);
}

// The greatest value of index * step modulo `period`, over the indices below the mode's extent.
int64_t greatest_remainder(const Mode& mode, int64_t period) {
  if (mode.stride % period == 0) return 0;
  if (period % mode.stride == 0) {
    return (std::min(mode.extent, period / mode.stride) - 1) * mode.stride;
  }
  return std::min((mode.extent - 1) * mode.stride, period - 1);
}

// A of a sum is the sum of A of each only where the sum does not carry from one of A's modes into
// the next; then composing with each mode of B by itself is right.
void require_no_carry(const std::vector<Mode>& a, const RuntimeLayout& b) {
  int64_t period = 1;
  for (size_t i = 0; i + 1 < a.size(); ++i) {
    period *= a[i].extent;
    int64_t sum = 0;
    for (const Mode& mode : flatten(b)) sum += greatest_remainder(mode, period);
    if (sum >= period) {
      refuse_operands(
          fmt::format("composition: sums of the modes of {} carry from the left layout's mode "
                      "{}:{} into the next, so that no layout is their composition",
                      to_string(b), a[i].extent, a[i].stride));
    }
  }
}

RuntimeLayout compose(const std::vector<Mode>& a, const IntTree& shape, const IntTree& stride) {
  if (!shape.is_tuple()) return compose_mode(a, {shape.value(), stride.value()});
  std::vector<RuntimeLayout> modes;
  for (size_t i = 0; i < shape.members().size(); ++i) {
    modes.push_back(compose(a, shape.members()[i], stride.members()[i]));
  }
  return make_layout(modes);
}

}  // namespace

RuntimeLayout composition(const RuntimeLayout& a, const RuntimeLayout& b) {
  const std::vector<Mode> left = coalesced_open(flatten(a));
  const RuntimeLayout result = compose(left, b.shape(), b.stride());
  require_no_carry(left, b);
  return result;
}

RuntimeLayout composition(const RuntimeLayout& a, const Tiler& b) {
  if (!b.is_by_mode) return composition(a, b.layout);
  return transform_tiled(a, b.by_mode, [](const RuntimeLayout& mode, const Tiler& tiler) {
    return composition(mode, tiler);
  });
}

RuntimeLayout complement(const RuntimeLayout& a, int64_t cotarget) {
  std::vector<Mode> modes = flatten(a);
  for (Mode& mode : modes) {
    if (mode.stride == 0) mode.extent = 1;
  }
  modes = coalesced(modes);
  std::stable_sort(modes.begin(), modes.end(),
                   [](const Mode& x, const Mode& y) { return x.stride < y.stride; });
  std::vector<Mode> holes;
  int64_t reached = 1;
  for (const Mode& mode : modes) {
    if (mode.stride < reached) {
      refuse_operands(
          fmt::format("complement: the modes of {} overlap: {}:{} begins within the {} offsets "
                      "that the modes below it cover",
                      to_string(a), mode.extent, mode.stride, reached));
    }
    holes.push_back({mode.stride / reached, reached});
    reached = checked_product(mode.stride, mode.extent);
  }
  holes.push_back({ceil_div(cotarget, reached), reached});
  return from_modes(coalesced(holes));
}

RuntimeLayout right_inverse(const RuntimeLayout& a) {
  const std::vector<Mode> modes = coalesced(flatten(a));
  std::vector<Mode> inverse;
  int64_t next = 1;
  for (;;) {
    int64_t step = 1;
    const Mode* found = nullptr;
    for (const Mode& mode : modes) {
      if (mode.stride == next) {
        found = &mode;
        break;
      }
      step *= mode.extent;
    }
    if (found == nullptr) return from_modes(coalesced(inverse));
    inverse.push_back({found->extent, step});
    next *= found->extent;
  }
}

RuntimeLayout left_inverse(const RuntimeLayout& a) {
  return right_inverse(make_layout({a, complement(a, a.cosize())}));
}

}  // namespace hippuzzle
