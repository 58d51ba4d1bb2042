// The divides, the products and thread-value layouts.
#include <fmt/format.h>

#include <algorithm>

#include "layout/runtime_layout_algebra.hpp"
#include "layout/transform_tiled.hpp"
#include "support/outcome.hpp"

namespace hippuzzle {
namespace {

// The modes of `layout`, as many as it has.
std::vector<RuntimeLayout> modes_of(const RuntimeLayout& layout) {
  std::vector<RuntimeLayout> modes;
  for (int i = 0; i < layout.rank(); ++i) modes.push_back(layout.mode(i));
  return modes;
}

// ((tile, rest), …, mode, …) to ((tile, …), (rest, …, mode, …)), where each mode that has a tiler
// is a pair.
RuntimeLayout zip_tiles(const RuntimeLayout& pairs, const Tiler& tiler) {
  if (!tiler.is_by_mode) return pairs;
  std::vector<RuntimeLayout> tiles, rests;
  for (int i = 0; i < pairs.rank(); ++i) {
    const bool tiled = i < static_cast<int>(tiler.by_mode.size());
    if (tiled) tiles.push_back(pairs.mode(i).mode(0));
    rests.push_back(tiled ? pairs.mode(i).mode(1) : pairs.mode(i));
  }
  return make_layout({make_layout(tiles), make_layout(rests)});
}

// (tile, (rest, …)) to (tile, rest, …).
RuntimeLayout unpack_rests(const RuntimeLayout& zipped) {
  std::vector<RuntimeLayout> modes = {zipped.mode(0)};
  for (RuntimeLayout& rest : modes_of(zipped.mode(1))) modes.push_back(std::move(rest));
  return make_layout(modes);
}

// ((tile, …), (rest, …)) to (tile, …, rest, …).
RuntimeLayout unpack_both(const RuntimeLayout& zipped) {
  std::vector<RuntimeLayout> modes = modes_of(zipped.mode(0));
  for (RuntimeLayout& rest : modes_of(zipped.mode(1))) modes.push_back(std::move(rest));
  return make_layout(modes);
}

// `layout` with modes 1:0 added up to that rank.
RuntimeLayout padded(const RuntimeLayout& layout, int rank) {
  if (layout.rank() >= rank) return layout;
  std::vector<RuntimeLayout> modes = modes_of(layout);
  while (static_cast<int>(modes.size()) < rank) modes.emplace_back(IntTree(1), IntTree(0));
  return make_layout(modes);
}

// The product of two layouts, padded to equal rank, as a pair: A's modes and the modes of B's
// repetitions.
RuntimeLayout product_of_modes(const RuntimeLayout& a, const RuntimeLayout& b) {
  const int rank = std::max(a.rank(), b.rank());
  return logical_product(padded(a, rank), padded(b, rank));
}

RuntimeLayout zip_modes(const RuntimeLayout& x, const RuntimeLayout& y) {
  std::vector<RuntimeLayout> modes;
  for (int i = 0; i < x.rank(); ++i) modes.push_back(make_layout({x.mode(i), y.mode(i)}));
  return coalesce_each(make_layout(modes));
}

}  // namespace

RuntimeLayout logical_divide(const RuntimeLayout& a, const Tiler& b) {
  if (b.is_by_mode) {
    return transform_tiled(a, b.by_mode, [](const RuntimeLayout& mode, const Tiler& tiler) {
      return logical_divide(mode, tiler);
    });
  }
  return composition(a, make_layout({b.layout, complement(b.layout, a.size())}));
}

RuntimeLayout zipped_divide(const RuntimeLayout& a, const Tiler& b) {
  return zip_tiles(logical_divide(a, b), b);
}
RuntimeLayout tiled_divide(const RuntimeLayout& a, const Tiler& b) {
  return unpack_rests(zipped_divide(a, b));
}
RuntimeLayout flat_divide(const RuntimeLayout& a, const Tiler& b) {
  return unpack_both(zipped_divide(a, b));
}

RuntimeLayout logical_product(const RuntimeLayout& a, const RuntimeLayout& b) {
  const int64_t target = checked_product(a.size(), b.cosize());
  return make_layout({a, composition(complement(a, target), b)});
}
RuntimeLayout logical_product(const RuntimeLayout& a, const Tiler& b) {
  if (!b.is_by_mode) return logical_product(a, b.layout);
  return transform_tiled(a, b.by_mode, [](const RuntimeLayout& mode, const Tiler& tiler) {
    return logical_product(mode, tiler);
  });
}

RuntimeLayout zipped_product(const RuntimeLayout& a, const Tiler& b) {
  return zip_tiles(logical_product(a, b), b);
}
RuntimeLayout tiled_product(const RuntimeLayout& a, const Tiler& b) {
  return unpack_rests(zipped_product(a, b));
}
RuntimeLayout flat_product(const RuntimeLayout& a, const Tiler& b) {
  return unpack_both(zipped_product(a, b));
}

RuntimeLayout blocked_product(const RuntimeLayout& a, const RuntimeLayout& b) {
  const RuntimeLayout pair = product_of_modes(a, b);
  return zip_modes(pair.mode(0), pair.mode(1));
}
RuntimeLayout raked_product(const RuntimeLayout& a, const RuntimeLayout& b) {
  const RuntimeLayout pair = product_of_modes(a, b);
  return zip_modes(pair.mode(1), pair.mode(0));
}

RuntimeLayout tiled_layout(const IntTree& shape, const IntTree& tile) {
  const std::vector<IntTree> whole =
      shape.is_tuple() ? shape.members() : std::vector<IntTree>{shape};
  const std::vector<IntTree> part = tile.is_tuple() ? tile.members() : std::vector<IntTree>{tile};
  std::vector<IntTree> counts;
  bool fits = whole.size() == part.size();
  for (size_t i = 0; fits && i < whole.size(); ++i) {
    fits = !whole[i].is_tuple() && !part[i].is_tuple() && part[i].value() > 0 &&
           whole[i].value() % part[i].value() == 0;
    if (fits) counts.emplace_back(whole[i].value() / part[i].value());
  }
  if (!fits) {
    throw Error(Outcome::usage, fmt::format("tiles of {} do not divide the shape {} mode by mode",
                                            to_string(tile), to_string(shape)));
  }
  return blocked_product(row_major(IntTree(part)), row_major(IntTree(std::move(counts))));
}

RuntimeTvLayout make_layout_tv(const RuntimeLayout& threads, const RuntimeLayout& values) {
  const RuntimeLayout tile = raked_product(threads, values);
  const RuntimeLayout inverse = right_inverse(tile);
  if (inverse.size() != tile.size()) {
    throw Error(
        Outcome::usage,
        fmt::format("{} and {} make no thread-value layout: each must number its elements from "
                    "0 on, without gaps and without repeats",
                    to_string(threads), to_string(values)));
  }
  const RuntimeLayout order(
      IntTree(std::vector<IntTree>{IntTree(threads.size()), IntTree(values.size())}));
  std::vector<IntTree> tiler;
  for (int i = 0; i < tile.rank(); ++i) tiler.emplace_back(tile.mode(i).size());
  return {IntTree(std::move(tiler)), composition(inverse, order)};
}

RuntimeTvLayout repeat_tv(const RuntimeTvLayout& tv, const IntTree& asked) {
  const IntTree tile = asked.is_tuple() ? asked : IntTree(std::vector<IntTree>{asked});
  Tiler tiler(std::vector<Tiler>{});
  for (const IntTree& extent : tv.tiler.members())
    tiler.by_mode.emplace_back(RuntimeLayout(extent));
  const RuntimeLayout divided = zipped_divide(RuntimeLayout(tile), tiler);
  if (divided.size() != product(tile)) {
    throw Error(Outcome::usage, fmt::format("the tile {} is no multiple of {}, which the "
                                            "thread-value layout covers",
                                            to_string(tile), to_string(tv.tiler)));
  }
  const RuntimeLayout first = composition(divided.mode(0), tv.layout);
  return {tile, make_layout({first.mode(0), make_layout({first.mode(1), divided.mode(1)})})};
}

}  // namespace hippuzzle
