// A launch of gemm as its launchers see it.
#pragma once

#include <hip/hip_runtime.h>

#include <cstdint>
#include <hippuzzle/cluster.hpp>
#include <hippuzzle/kernels.hpp>
#include <hippuzzle/persistent.hpp>
#include <hippuzzle/tensor_map.hpp>

#include "tiles.hpp"

namespace launchers {

using namespace hippuzzle;

// A launch's buffers and extents. B is k x n, or n x k where a rung says so.
template <class Input, class Output = float>
struct Problem {
  Output* c;
  const Input *a, *b;
  unsigned m, n, k;
  hipStream_t stream;

  explicit Problem(const hippuzzle_launch* l)
      : c(static_cast<Output*>(l->buffers[0])),
        a(static_cast<const Input*>(l->buffers[1])),
        b(static_cast<const Input*>(l->buffers[2])),
        m(static_cast<unsigned>(l->extents.n[0])),
        n(static_cast<unsigned>(l->extents.n[1])),
        k(static_cast<unsigned>(l->extents.n[2])),
        stream(stream_of(*l)) {}

  // Whether every row of A, B and C starts at a multiple of 16 bytes.
  bool aligned() const {
    constexpr unsigned elements = 16 / sizeof(Input);
    return n % elements == 0 && k % elements == 0;
  }
};

inline unsigned tiles_of(unsigned extent, unsigned tile) { return (extent + tile - 1) / tile; }
inline int32_t code(hipError_t error) { return static_cast<int32_t>(error); }

// The judge's grid and block; one of two kernels.
template <auto aligned_kernel, auto any_kernel>
int32_t launch_by_alignment(const hippuzzle_launch* l) {
  return Problem<float>(l).aligned() ? launch<aligned_kernel>(l) : launch<any_kernel>(l);
}

// Defined in in_order.hip.
int32_t vectorized(const hippuzzle_launch* l);
int32_t warp_tiled(const hippuzzle_launch* l);
int32_t double_buffered(const hippuzzle_launch* l);
int32_t async(const hippuzzle_launch* l);
int32_t fp32_best(const hippuzzle_launch* l);

}  // namespace launchers
