// Writing a warpgroup's sums to global memory through shared memory: boxes are filled there, the
// tensor copy engine takes them on, and the warpgroup goes on with its next tile meanwhile.
#pragma once

#include <hippuzzle/matrix/tensor_map.hpp>
#include <hippuzzle/matrix/warpgroup.hpp>
#include <hippuzzle/vector.hpp>

template <class Output>
using ResultBox = hippuzzle::SharedBox<Output, 64, 128 / sizeof(Output)>;

// Columns first … of the sums become a box.
template <int N>
__device__ __forceinline__ void fill_box(ResultBox<hippuzzle::Bf16>& box,
                                         const hippuzzle::Accumulator<N>& sums, unsigned first,
                                         unsigned thread) {
  HIPPUZZLE_UNROLL
  for (unsigned j = 0; j < box.columns; j += 16) {
    hippuzzle::store_16x16(box, thread / 32 * 16, j, sums.values + (first + j) / 2, thread % 32);
  }
}
template <int N>
__device__ __forceinline__ void fill_box(ResultBox<float>& box,
                                         const hippuzzle::Accumulator<N>& sums, unsigned first,
                                         unsigned thread) {
  using Pair = hippuzzle::Vector<float, 2>;
  HIPPUZZLE_UNROLL
  for (unsigned j = 0; j < box.columns; j += 8) {
    const float* values = sums.values + (first + j) / 2;
    const unsigned row = sums.row(thread, 0), column = j + sums.column(thread, 0);
    *reinterpret_cast<Pair*>(&box(row, column)) = {values[0], values[1]};
    *reinterpret_cast<Pair*>(&box(row + 8, column)) = {values[2], values[3]};
  }
}

// The 64 x N sums go to (row, col) of the matrix, `Boxes` boxes at a time. The boxes belong to the
// warpgroup alone, which calls stores_have_read() in its first thread before it ends.
template <unsigned Boxes, class Output, int N>
__device__ __forceinline__ void store_staged(const hippuzzle::TensorMap<ResultBox<Output>>& map,
                                             ResultBox<Output>* boxes, unsigned row, unsigned col,
                                             const hippuzzle::Accumulator<N>& sums,
                                             unsigned warpgroup, unsigned thread) {
  using namespace hippuzzle;
  constexpr unsigned columns = ResultBox<Output>::columns;
  HIPPUZZLE_UNROLL
  for (unsigned first = 0; first < N; first += Boxes * columns) {
    if (thread == 0) stores_have_read();
    warpgroup_sync(warpgroup);  // the boxes are free
    HIPPUZZLE_UNROLL
    for (unsigned i = 0; i < Boxes; ++i) fill_box(boxes[i], sums, first + i * columns, thread);
    publish_to_async_proxy();
    warpgroup_sync(warpgroup);  // and full
    if (thread == 0) {
      for (unsigned i = 0; i < Boxes; ++i) map.store(boxes[i], row, col + first + i * columns);
      commit_stores();
    }
  }
}
