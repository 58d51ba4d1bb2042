// The algebra of hippuzzle/layout_algebra.hpp on layouts known only at run time. The same terms,
// the same results; if the static library refuses to compile an expression, this one refuses it
// with an Error of Outcome::usage that says which figures do not fit.
#pragma once

#include "layout/runtime_layout.hpp"

namespace hippuzzle {

// Either one layout, or a tiler for each mode of the layout that it is applied to.
struct Tiler {
  explicit Tiler(RuntimeLayout whole) : layout(std::move(whole)) {}
  explicit Tiler(std::vector<Tiler> each)
      : layout(IntTree(1), IntTree(0)), by_mode(std::move(each)), is_by_mode(true) {}

  RuntimeLayout layout;
  std::vector<Tiler> by_mode;
  bool is_by_mode = false;
};

RuntimeLayout coalesce(const RuntimeLayout& layout);
RuntimeLayout coalesce_each(const RuntimeLayout& layout);
RuntimeLayout composition(const RuntimeLayout& a, const RuntimeLayout& b);
RuntimeLayout composition(const RuntimeLayout& a, const Tiler& b);
RuntimeLayout complement(const RuntimeLayout& a, int64_t cotarget);
RuntimeLayout right_inverse(const RuntimeLayout& a);
RuntimeLayout left_inverse(const RuntimeLayout& a);
RuntimeLayout logical_divide(const RuntimeLayout& a, const Tiler& b);
RuntimeLayout zipped_divide(const RuntimeLayout& a, const Tiler& b);
RuntimeLayout tiled_divide(const RuntimeLayout& a, const Tiler& b);
RuntimeLayout flat_divide(const RuntimeLayout& a, const Tiler& b);
RuntimeLayout logical_product(const RuntimeLayout& a, const RuntimeLayout& b);
RuntimeLayout logical_product(const RuntimeLayout& a, const Tiler& b);
RuntimeLayout zipped_product(const RuntimeLayout& a, const Tiler& b);
RuntimeLayout tiled_product(const RuntimeLayout& a, const Tiler& b);
RuntimeLayout flat_product(const RuntimeLayout& a, const Tiler& b);
RuntimeLayout blocked_product(const RuntimeLayout& a, const RuntimeLayout& b);
RuntimeLayout raked_product(const RuntimeLayout& a, const RuntimeLayout& b);

// Row-major tiles of extents `tile`, themselves in row-major order, that make up `shape`.
RuntimeLayout tiled_layout(const IntTree& shape, const IntTree& tile);

// The values of a tile that each thread holds: `layout` takes (thread, value) to the element's
// index in a tile of extents `tiler`, its first mode fastest.
struct RuntimeTvLayout {
  IntTree tiler;
  RuntimeLayout layout;
};

RuntimeTvLayout make_layout_tv(const RuntimeLayout& threads, const RuntimeLayout& values);

// The thread-value layout of a larger tile over which `tv` is repeated.
RuntimeTvLayout repeat_tv(const RuntimeTvLayout& tv, const IntTree& tile);

}  // namespace hippuzzle
