// A launch of gemm as its launchers see it.
#pragma once

#include <hip/hip_runtime.h>

#include <cstdint>
#include <hippuzzle/bindings.hpp>
#include <hippuzzle/matrix/cluster.hpp>
#include <hippuzzle/matrix/persistent.hpp>
#include <hippuzzle/matrix/tensor_map.hpp>

#include "parts/way_questions.hpp"
#include "tiles.hpp"

namespace launchers {

using namespace hippuzzle;

// Whether the platform has a tensor copy engine at all.
constexpr bool by_engine = HIPPUZZLE_PLATFORM_NVIDIA;

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
  // The same of C alone.
  bool is_output_aligned() const {
    return n % (16 / sizeof(Output)) == 0 && reinterpret_cast<std::uintptr_t>(c) % 16 == 0;
  }
};

template <class P>
ProductExtents extents_of(const P& p) {
  return {p.m, p.n, p.k};
}

inline unsigned tiles_of(unsigned extent, unsigned tile) { return (extent + tile - 1) / tile; }
inline int32_t code(hipError_t error) { return static_cast<int32_t>(error); }

// Whether tiles so large leave too many multiprocessors without one.
inline bool too_few(unsigned tiles) { return tiles * 4 < multiprocessors() * 3; }

// The rungs with 8 x 8 outputs a thread: large tiles, or small ones where those are too few.
template <auto large, auto small>
int32_t launch_register_tiles(const Problem<float>& p) {
  using namespace tiles;
  const bool few = too_few(tiles_of(p.m, register_rows) * tiles_of(p.n, register_columns));
  const unsigned rows = few ? register_small_rows : register_rows;
  hipLaunchKernelGGL(
      few ? small : large, dim3(tiles_of(p.n, register_columns), tiles_of(p.m, rows)),
      dim3(rows / 8 * register_columns / 8), 0, p.stream, p.c, p.a, p.b, p.m, p.n, p.k);
  return code(hipGetLastError());
}

// Defined in the rungs of source_order.hip, which may be compiled on its own.
int32_t vectorized(const hippuzzle_launch* l);
int32_t warp_tiled(const hippuzzle_launch* l);
int32_t double_buffered(const hippuzzle_launch* l);
int32_t async(const hippuzzle_launch* l);
int32_t fp32_best(const hippuzzle_launch* l);

}  // namespace launchers
