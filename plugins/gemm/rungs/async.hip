// Rung 9, async: tiles travel from global to shared memory by asynchronous copies, past the
// registers, Stages - 1 of them ahead of the arithmetic; the grid is persistent, as many blocks as
// the device runs at once, each walking over tiles. Where there are no such copies it copies
// plainly.
//
// Floor, Width = 16: four terms cost a warp 8 reads of A and 16 of B for 512 multiply-adds: 0.955
// of the issue slots. No turning, no registers for what is on its way.
#include "../deep_warp_tile.hpp"
#include "../tile_order.hpp"

template <unsigned Rows, unsigned Columns, unsigned Depth, unsigned Width, unsigned Stages,
          bool Aligned>
struct AsyncGemm {
  static constexpr unsigned down = Rows / 64, threads = down * (Columns / (4 * Width)) * 32;
  // Padded by a quad: eight rows of A that follow each other begin in different groups of banks.
  static constexpr unsigned a_stride = Depth + 4, a_floats = Rows * a_stride;
  static constexpr unsigned stage_floats = a_floats + Depth * Columns;
  static constexpr unsigned shared_bytes = Stages * stage_floats * 4;

  __device__ static void fetch(float* stage, const float* a, const float* b, unsigned m, unsigned n,
                               unsigned k, unsigned first_row, unsigned first_col, unsigned start) {
    HIPPUZZLE_UNROLL
    for (unsigned first = 0; first < Rows * Depth / 4; first += threads) {
      const unsigned i = (first + threadIdx.x) / (Depth / 4);
      const unsigned l = (first + threadIdx.x) % (Depth / 4) * 4;
      copy_quad(stage + i * a_stride + l, a, m, k, first_row + i, start + l);
    }
    HIPPUZZLE_UNROLL
    for (unsigned first = 0; first < Columns * Depth / 4; first += threads) {
      const unsigned l = (first + threadIdx.x) / (Columns / 4);
      const unsigned j = (first + threadIdx.x) % (Columns / 4) * 4;
      copy_quad(stage + a_floats + l * Columns + j, b, k, n, start + l, first_col + j);
    }
  }

  // Outside the matrix zeros.
  __device__ static void copy_quad(float* shared, const float* matrix, unsigned rows,
                                   unsigned columns, unsigned row, unsigned column) {
    const float* from = matrix + size_t{row} * columns + column;
    if constexpr (Aligned) {
      Quad* to = reinterpret_cast<Quad*>(shared);
      if (row < rows && column < columns)
        hippuzzle::async_copy(to, reinterpret_cast<const Quad*>(from));
      else
        *to = Quad{};
    } else {
      HIPPUZZLE_UNROLL
      for (unsigned i = 0; i < 4; ++i) {
        if (row < rows && column + i < columns)
          hippuzzle::async_copy(shared + i, from + i);
        else
          shared[i] = 0;
      }
    }
  }

  // Adds one stage's terms.
  __device__ static void add_stage(DeepWarpTile<Width>& tile, const float* a_rows,
                                   const float* b_columns) {
    HIPPUZZLE_UNROLL
    for (unsigned l = 0; l < Depth; l += 4) {
      Quad left[8], right[Width / 4];
      HIPPUZZLE_UNROLL
      for (unsigned i = 0; i < 8; ++i)
        left[i] = *reinterpret_cast<const Quad*>(a_rows + i * 8 * a_stride + l);
      HIPPUZZLE_UNROLL
      for (unsigned t = 0; t < 4; ++t) {
        HIPPUZZLE_UNROLL
        for (unsigned h = 0; h < Width / 4; ++h)
          right[h] = *reinterpret_cast<const Quad*>(b_columns + (l + t) * Columns + h * 16);
        tile.add(left, t, right);
      }
    }
  }
};

template <unsigned Rows, unsigned Columns, unsigned Depth, unsigned Width, unsigned Stages,
          bool Aligned>
__global__ void __launch_bounds__(Rows / 64 * Columns / (4 * Width) * 32)
    async_gemm(float* c, const float* a, const float* b, unsigned m, unsigned n, unsigned k) {
  using Gemm = AsyncGemm<Rows, Columns, Depth, Width, Stages, Aligned>;
  float* const stages = hippuzzle::dynamic_shared<float>();
  const unsigned warp = threadIdx.x / 32, x = threadIdx.x % 4, y = threadIdx.x % 32 / 4;
  const unsigned warp_row = warp % Gemm::down * 64, warp_col = warp / Gemm::down * (4 * Width);
  const unsigned down = (m + Rows - 1) / Rows, across = (n + Columns - 1) / Columns;
  const unsigned steps = (k + Depth - 1) / Depth;

  for (unsigned t = blockIdx.x; t < down * across; t += gridDim.x) {
    const TilePlace place = place_of(t, down, across, 8);
    const unsigned first_row = place.row * Rows, first_col = place.column * Columns;
    const auto fetch = [&](unsigned step) {
      if (step < steps)
        Gemm::fetch(stages + step % Stages * Gemm::stage_floats, a, b, m, n, k, first_row,
                    first_col, step * Depth);
      hippuzzle::async_copy_commit();
    };
    __syncthreads();  // nobody reads the last tile's stages any more
    for (unsigned step = 0; step + 1 < Stages; ++step) fetch(step);

    DeepWarpTile<Width> tile = {};
    for (unsigned step = 0; step < steps; ++step) {
      hippuzzle::async_copy_wait<Stages - 2>();
      __syncthreads();  // this stage is complete, and the one before it is free
      fetch(step + Stages - 1);
      const float* stage = stages + step % Stages * Gemm::stage_floats;
      Gemm::add_stage(tile, stage + (warp_row + y) * Gemm::a_stride,
                      stage + Gemm::a_floats + warp_col + x * 4);
    }
    hippuzzle::async_copy_wait<0>();
    tile.template store<Aligned>(c, m, n, first_row + warp_row, first_col + warp_col, y, x);
  }
}
