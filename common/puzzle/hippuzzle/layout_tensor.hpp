// LayoutTensor: a view of memory through a layout. t(i, j) is an element; t(i, _) is row i, and
// tile, vectorize, composition and the divides give views of the same memory. A view owns nothing.
// On the CPU platform each index is checked against the shape and each element against the memory
// of the tensor that the view came from; on a GPU a view is a pointer and whatever of its layout is
// not static.
#pragma once

#include <hippuzzle/layout_algebra.hpp>
#include <hippuzzle/layout_parts/tensor_address.hpp>
#include <hippuzzle/layout_parts/tensor_bounds.hpp>
#include <hippuzzle/vector.hpp>

namespace hippuzzle {

namespace detail {

// The coordinate of number `index` in a contiguous layout whose modes are integers.
template <class LayoutT, class Index>
HIPPUZZLE_HD constexpr auto place_of(const LayoutT& layout, Index index) {
  return transform(wrap(layout.shape()), wrap(layout.stride()),
                   [index](auto extent, auto stride) { return (index / stride) % extent; });
}

// The extent of tile `index` in a mode: the tile's extent if it fits, else the rest up to the edge.
template <class Extent, class Index, class Tile>
HIPPUZZLE_HD constexpr auto tile_extent(Extent extent, Index index, Tile tile) {
  if constexpr (is_constant_v<0, decltype(Extent{} % Tile{})>) {
    return tile;
  } else {
    using Common = decltype(extent + index * tile);
    using Number = std::conditional_t<is_static_int_v<Common>, int, Common>;
    const Number whole = extent, first = index * tile;
    const Number left = whole > first ? whole - first : 0;
    return left < Number{Tile::value} ? left : Number{Tile::value};
  }
}

// The extent of a mode counted in vectors of N elements along it.
template <int N, class Extent>
HIPPUZZLE_HD constexpr auto vectors_in(Extent extent) {
  if constexpr (is_static_int_v<Extent>) {
    static_assert(Extent::value % N == 0,
                  "vectorize: the vector does not divide the static extent");
  }
  return extent / Int<N>{};
}

// A mode's stride counted in vectors of `lanes` elements; `along` where the vectors lie along the
// mode.
template <int lanes, bool along, class Stride>
HIPPUZZLE_HD constexpr auto stride_in_vectors(const Stride& stride) {
  if constexpr (along) {
    static_assert(is_constant_v<1, Stride>, "vectorize: the mode's stride must be a static one");
    return stride;
  } else if constexpr (is_tuple_v<Stride>) {
    return transform(stride, [](auto part) { return stride_in_vectors<lanes, false>(part); });
  } else {
    if constexpr (is_static_int_v<Stride>) {
      static_assert(Stride::value % lanes == 0,
                    "vectorize: a stride is no multiple of the vector, so its vectors would not be "
                    "aligned");
    } else {
      require(stride % lanes == 0,
              "vectorize: a stride is no multiple of the vector, so its vectors would not be "
              "aligned");
    }
    return stride / Int<lanes>{};
  }
}

template <class Wide, class T>
HIPPUZZLE_HD inline Wide* as_vectors(T* data) {
  require(reinterpret_cast<std::size_t>(data) % alignof(Wide) == 0,
          "vectorize: the tensor does not begin at a multiple of the vector's size");
  return reinterpret_cast<Wide*>(data);
}

}  // namespace detail

template <class T, class LayoutT>
class LayoutTensor {
 public:
  using Element = T;
  using Layout = LayoutT;
  static constexpr int rank = rank_v<LayoutT>;

  HIPPUZZLE_COPIED(LayoutTensor);
  HIPPUZZLE_HD constexpr LayoutTensor(T* data, LayoutT layout)
      : LayoutTensor(data, layout, Storage<T>(data, cosize(layout))) {}
  HIPPUZZLE_HD constexpr LayoutTensor(T* data, LayoutT layout, Storage<T> storage)
      : data_(data), layout_(layout), storage_(storage) {}

  HIPPUZZLE_HD constexpr T* data() const { return data_; }
  HIPPUZZLE_HD constexpr LayoutT layout() const { return layout_; }
  HIPPUZZLE_HD constexpr auto shape() const { return layout_.shape(); }
  HIPPUZZLE_HD constexpr auto stride() const { return layout_.stride(); }

  // The element at a coordinate or, where parts are `_`, the view of the modes that these keep.
  template <class... Coord>
  HIPPUZZLE_HD constexpr decltype(auto) operator()(const Coord&... coord) const {
    const auto whole = unwrap(make_coord(coord...));
    if constexpr (has_underscore_v<std::remove_const_t<decltype(whole)>>) {
      return view(data_ + slice_offset(whole, layout_), slice(whole, layout_));
    } else {
      T* const element = detail::address(data_, whole, shape(), stride());
      storage_.check(element, whole, shape());
      return *element;
    }
  }

  // Whether a coordinate lies within the shape and so, on the last tile of a ragged tensor, within
  // the tensor.
  template <class... Coord>
  HIPPUZZLE_HD constexpr bool contains(const Coord&... coord) const {
    return elem_less(unwrap(make_coord(coord...)), shape());
  }

  // Tile (i, j, …) of extents (Tile0, Tile1, …). Its extents are static where tiles divide a static
  // extent; elsewhere the last tile ends at the tensor's edge.
  template <int... Tile, class... Index>
  HIPPUZZLE_HD constexpr auto tile(const Index&... index) const {
    static_assert(sizeof...(Tile) == rank && sizeof...(Index) == rank,
                  "tile<…>(…) takes one extent and one index for each mode of the tensor");
    static_assert(depth_v<typename LayoutT::Shape> <= 1,
                  "tile<…>(…) cuts integer modes; zipped_divide cuts nested ones");
    const auto first = make_coord(detail::coordinate_part(index) * Int<Tile>{}...);
    const auto extents =
        cut<Tile...>(make_coord(index...), std::make_integer_sequence<int, rank>{});
    return view(data_ + crd2idx(first, wrap(shape()), wrap(stride())),
                make_layout(extents, wrap(stride())));
  }

  // The same memory in vectors of several elements: vectorize<1, 4>() takes four along the second
  // mode, whose stride must be a static one. Elements beyond the last whole vector of a run-time
  // extent are not in the view.
  template <int... Extent>
  HIPPUZZLE_HD constexpr auto vectorize() const {
    static_assert(sizeof...(Extent) == rank, "vectorize<…>() takes one extent for each mode");
    constexpr int lanes = (1 * ... * Extent);
    static_assert(((Extent == 1 || Extent == lanes) && ...),
                  "vectorize<…>() takes elements along one mode only");
    using Value = Vector<std::remove_const_t<T>, lanes>;
    using Wide = std::conditional_t<std::is_const_v<T>, const Value, Value>;
    Wide* const data = detail::as_vectors<Wide>(data_);
    const auto layout = in_vectors<lanes, Extent...>(std::make_integer_sequence<int, rank>{});
    return LayoutTensor<Wide, std::remove_const_t<decltype(layout)>>(
        data, layout, storage_.template widened<lanes>(data));
  }

  // Another view of this tensor's memory.
  template <class Other>
  HIPPUZZLE_HD constexpr auto view(T* data, Other layout) const {
    return LayoutTensor<T, Other>(data, layout, storage_);
  }
  template <class Other>
  HIPPUZZLE_HD constexpr auto view(Other layout) const {
    return view(data_, layout);
  }

 private:
  template <int... Tile, class Index, int... I>
  HIPPUZZLE_HD constexpr auto cut(const Index& index, std::integer_sequence<int, I...>) const {
    const auto extents = wrap(shape());
    return make_shape(detail::tile_extent(get<I>(extents), get<I>(index), Int<Tile>{})...);
  }

  template <int lanes, int... Extent, int... I>
  HIPPUZZLE_HD constexpr auto in_vectors(std::integer_sequence<int, I...>) const {
    const auto extents = wrap(shape());
    const auto strides = wrap(stride());
    return make_layout(
        make_shape(detail::vectors_in<Extent>(get<I>(extents))...),
        make_stride(detail::stride_in_vectors<lanes, (Extent > 1)>(get<I>(strides))...));
  }

  T* data_;
  LayoutT layout_;
  Storage<T> storage_;
};

template <class T, class LayoutT>
HIPPUZZLE_HD constexpr LayoutTensor<T, LayoutT> make_tensor(T* data, LayoutT layout) {
  return {data, layout};
}

template <int... path, class T, class LayoutT>
HIPPUZZLE_HD constexpr auto size(const LayoutTensor<T, LayoutT>& tensor) {
  return size<path...>(tensor.layout());
}

// The algebra on tensors: the same memory, the result's layout.
template <class T, class LayoutT, class Tiler>
HIPPUZZLE_HD constexpr auto composition(const LayoutTensor<T, LayoutT>& tensor, const Tiler& b) {
  return tensor.view(composition(tensor.layout(), b));
}
template <class T, class LayoutT, class Tiler>
HIPPUZZLE_HD constexpr auto logical_divide(const LayoutTensor<T, LayoutT>& tensor,
                                           const Tiler& tiler) {
  return tensor.view(logical_divide(tensor.layout(), tiler));
}
template <class T, class LayoutT, class Tiler>
HIPPUZZLE_HD constexpr auto zipped_divide(const LayoutTensor<T, LayoutT>& tensor,
                                          const Tiler& tiler) {
  return tensor.view(zipped_divide(tensor.layout(), tiler));
}
template <class T, class LayoutT, class Tiler>
HIPPUZZLE_HD constexpr auto tiled_divide(const LayoutTensor<T, LayoutT>& tensor,
                                         const Tiler& tiler) {
  return tensor.view(tiled_divide(tensor.layout(), tiler));
}
template <class T, class LayoutT, class Tiler>
HIPPUZZLE_HD constexpr auto flat_divide(const LayoutTensor<T, LayoutT>& tensor,
                                        const Tiler& tiler) {
  return tensor.view(flat_divide(tensor.layout(), tiler));
}

// Tile `coord` of a tensor cut by `tiler`: the whole tile, even where it reaches over the edge.
template <class T, class LayoutT, class Tiler, class Coord>
HIPPUZZLE_HD constexpr auto local_tile(const LayoutTensor<T, LayoutT>& tensor, const Tiler& tiler,
                                       const Coord& coord) {
  const auto whole = transform(wrap(tiler), [](auto) { return _; });
  return zipped_divide(tensor, tiler)(whole, coord);
}

// The part of a tile that belongs to `thread` when `threads`, a static contiguous layout, is
// repeated over the tile: of each mode every element at the thread's place. If the threads do not
// divide the tile, the last repetition reaches over its edge.
template <class T, class LayoutT, class Threads, class Thread>
HIPPUZZLE_HD constexpr auto local_partition(const LayoutTensor<T, LayoutT>& tensor,
                                            const Threads& threads, Thread thread) {
  const auto extents = wrap(threads.shape());
  return zipped_divide(tensor, extents)(detail::place_of(threads, thread),
                                        transform(extents, [](auto) { return _; }));
}

}  // namespace hippuzzle
