// Matrices and their tiles: a view of row-major memory that says t(i, j), its tiles, which know how
// much of them lies inside at a ragged edge, a tile in shared memory, and the copy of the one into
// the other by a whole block. Everything is inlined; an access costs the address arithmetic that
// one would write by hand.
#pragma once

#include <hip/hip_runtime.h>

#include <cstddef>
#include <hippuzzle/async_copy.hpp>
#include <hippuzzle/portable.hpp>
#include <type_traits>

namespace hippuzzle {

// A view of rows x cols elements of row-major memory that somebody else owns; `row_stride` elements
// lie between the starts of two rows. Indices are not checked.
template <typename T>
class TensorView {
 public:
  HIPPUZZLE_HD TensorView(T* data, unsigned int rows, unsigned int cols)
      : TensorView(data, rows, cols, cols) {}
  HIPPUZZLE_HD TensorView(T* data, unsigned int rows, unsigned int cols, unsigned int row_stride)
      : data_(data), rows_(rows), cols_(cols), row_stride_(row_stride) {}

  HIPPUZZLE_HD T& operator()(unsigned int row, unsigned int col) const {
    return data_[static_cast<std::size_t>(row) * row_stride_ + col];
  }

  HIPPUZZLE_HD T* data() const { return data_; }
  HIPPUZZLE_HD unsigned int rows() const { return rows_; }
  HIPPUZZLE_HD unsigned int cols() const { return cols_; }
  HIPPUZZLE_HD unsigned int row_stride() const { return row_stride_; }

  // Tile (i, j) of the partition into tiles of BM x BN. Its rows() and cols() count the rows and
  // columns inside this view: fewer than BM and BN at the edge, none beyond it.
  template <unsigned int BM, unsigned int BN>
  HIPPUZZLE_HD TensorView tile(unsigned int i, unsigned int j) const {
    const unsigned int row = i * BM;
    const unsigned int col = j * BN;
    const unsigned int rows = row < rows_ ? rows_ - row : 0;
    const unsigned int cols = col < cols_ ? cols_ - col : 0;
    return TensorView(data_ + (static_cast<std::size_t>(row) * row_stride_ + col),
                      rows < BM ? rows : BM, cols < BN ? cols : BN, row_stride_);
  }

 private:
  T* data_;
  unsigned int rows_, cols_, row_stride_;
};

// A tile in shared memory: `__shared__ SharedTile<float, 16, 16> tile;`. Like any shared memory it
// starts undefined.
template <typename T, unsigned int R, unsigned int C>
class SharedTile {
 public:
  HIPPUZZLE_HD T& operator()(unsigned int row, unsigned int col) { return elements_[row][col]; }
  HIPPUZZLE_HD const T& operator()(unsigned int row, unsigned int col) const {
    return elements_[row][col];
  }

  HIPPUZZLE_HD static constexpr unsigned int rows() { return R; }
  HIPPUZZLE_HD static constexpr unsigned int cols() { return C; }

 private:
  alignas(16) T elements_[R][C];
};

// Starts the copy of a tile in global memory into shared memory by `threads` threads, of which this
// is number `thread`; elements outside the global tile become zero. The tile is complete once every
// thread has called async_copy_wait_all() and then __syncthreads().
template <typename T, unsigned int R, unsigned int C, typename Source>
__device__ inline void copy_tile_async(SharedTile<T, R, C>& shared, TensorView<Source> global,
                                       unsigned int thread, unsigned int threads) {
  static_assert(std::is_same_v<T, std::remove_const_t<Source>>, "a copy does not convert elements");
  // Counted without `thread`, so that a number of threads known to the compiler unrolls the loop.
  for (unsigned int first = 0; first < R * C; first += threads) {
    const unsigned int element = first + thread;
    if (element >= R * C) break;
    const unsigned int row = element / C;
    const unsigned int col = element % C;
    if (row < global.rows() && col < global.cols())
      async_copy<T>(&shared(row, col), &global(row, col));
    else
      shared(row, col) = T{};
  }
}

}  // namespace hippuzzle
