// Which thread handles which elements: patterns over 0 … n - 1, and loads and stores of vectors.
//
// The three patterns call a function object. for_each and vectorize call it with a number of
// neighbours, the vector's width, as a template argument; a tail that fills no vector gets width 1:
//
//   struct Twice {
//     float *to; const float* from;
//     template <int Width> __device__ void operator()(unsigned first) const {
//       Vector<float, Width> v = load<Width>(from + first);
//       for (int i = 0; i < Width; ++i) v[i] *= 2;
//       store(to + first, v);
//     }
//   };
//   for_each<4>(n, Twice{to, from});   // neighbouring threads take neighbouring vectors
//
// Every pattern visits each element once, whatever the grid. Grids are one-dimensional.
#pragma once

#include <hip/hip_runtime.h>

#include <hippuzzle/vector.hpp>

namespace hippuzzle {

// N elements at `address`, which is a multiple of `Align` bytes. With less than the vector's size
// the elements are loaded one by one.
template <int N, int Align = 0, typename T>
__device__ inline Vector<T, N> load(const T* address) {
  if constexpr (Align == 0 || Align >= N * static_cast<int>(sizeof(T))) {
    return *reinterpret_cast<const Vector<T, N>*>(address);
  } else {
    Vector<T, N> v;
    for (int i = 0; i < N; ++i) v[i] = address[i];
    return v;
  }
}

template <int Align = 0, typename T, int N>
__device__ inline void store(T* address, const Vector<T, N>& v) {
  if constexpr (Align == 0 || Align >= N * static_cast<int>(sizeof(T))) {
    *reinterpret_cast<Vector<T, N>*>(address) = v;
  } else {
    for (int i = 0; i < N; ++i) address[i] = v[i];
  }
}

// Within a thread: full vectors of 0 … count - 1, then the tail.
template <int Width, typename F>
__device__ inline void vectorize(unsigned count, const F& f) {
  unsigned i = 0;
  for (; count - i >= Width; i += Width) f.template operator()<Width>(i);
  for (; i < count; ++i) f.template operator()<1>(i);
}

// Over the grid: thread t takes the vectors t, t + threads, …; then as many threads as there are
// elements in the tail take one each.
template <int Width, typename F>
__device__ inline void for_each(unsigned n, const F& f) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned threads = gridDim.x * blockDim.x;
  const unsigned vectors = n / Width;
  for (unsigned i = thread; i < vectors; i += threads) f.template operator()<Width>(i * Width);
  for (unsigned i = vectors * Width + thread; i < n; i += threads) f.template operator()<1>(i);
}

// Over the grid: thread t takes the Side neighbours from t * Side on, then those of tile
// t + threads, …: f(first, count), where only the last tile's count is less than Side.
template <unsigned Side, typename F>
__device__ inline void tile(unsigned n, const F& f) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned threads = gridDim.x * blockDim.x;
  const unsigned tiles = n / Side + (n % Side != 0 ? 1 : 0);
  for (unsigned i = thread; i < tiles; i += threads) {
    const unsigned first = i * Side, left = n - first;
    f(first, left < Side ? left : Side);
  }
}

}  // namespace hippuzzle
