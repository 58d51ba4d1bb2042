// The product of mma-tf32 and mma-bf16 where no tensor copy engine fetches their tiles: all warps
// copy, asynchronously and Stages - 1 tiles ahead. The copies of a stage are started a few at a
// time between products, and the fragments of the next k block are read before the current ones are
// multiplied, also across the barrier between two stages. The grid is persistent: the next tile's
// stages arrive while this one's results are written. T is float (TF32) or Bf16.
#pragma once

#include <hippuzzle/async_copy.hpp>
#include <hippuzzle/dynamic_shared.hpp>
#include <hippuzzle/matrix/shared_box.hpp>

#include "parts/mma_tile.hpp"
#include "parts/tile_order.hpp"

// How the threads of a block copy a Box of a matrix, 16 bytes at a time, into shared memory: which
// pieces of them a thread copies, and from where. Box is `columns` wide, of which Width are copied.
template <class Box, unsigned Width, unsigned Threads, bool Aligned>
struct StageCopy {
  using T = typename Box::Element;
  static constexpr unsigned piece = 16 / sizeof(T);  // elements of 16 bytes
  static constexpr unsigned across = Width / piece, down = Threads / across;
  static constexpr unsigned copies = Box::rows / down;  // of a thread
  static_assert(Threads % across == 0 && Box::rows % down == 0, "every thread copies as much");
  static_assert(!Box::swizzled || down % 8 == 0, "a thread's pieces are swizzled alike");
  using Piece = hippuzzle::Vector<T, piece>;

  const T *matrix, *from;  // from: this thread's first element
  unsigned rows, columns, row, column;
  unsigned place;  // where it goes

  __device__ StageCopy(const T* matrix_, unsigned rows_, unsigned columns_)
      : matrix(matrix_),
        rows(rows_),
        columns(columns_),
        place(Box::offset(threadIdx.x / across, threadIdx.x % across * piece)) {}

  // Elements from (first_row, first_column) on; zeros outside the matrix.
  __device__ void begin(unsigned first_row, unsigned first_column) {
    row = first_row + threadIdx.x / across;
    column = first_column + threadIdx.x % across * piece;
    from = matrix + size_t{row} * columns + column;
  }

  // Moves to the rectangle that begins down_by rows below and right_by columns to the right.
  __device__ void advance(unsigned down_by, unsigned right_by) {
    row += down_by, column += right_by;
    from += size_t{down_by} * columns + right_by;
  }

  // The i-th copy of a thread.
  __device__ void start(Box& shared, unsigned i) const {
    auto* const to = reinterpret_cast<Piece*>(shared.elements + place + i * down * Box::columns);
    const T* const source = from + size_t{i * down} * columns;
    if constexpr (Aligned) {
      const bool inside = row + i * down < rows && column < columns;
      hippuzzle::async_copy_or_zero(to, reinterpret_cast<const Piece*>(inside ? source : matrix),
                                    inside);
    } else {
      Piece elements;
      HIPPUZZLE_UNROLL
      for (unsigned e = 0; e < piece; ++e)
        elements[e] = row + i * down < rows && column + e < columns ? source[e] : T{};
      *to = elements;
    }
  }
};

template <class T, unsigned Rows, unsigned Columns, unsigned TileK, unsigned Stages, bool Aligned>
struct MmaGemm {
  using Core = hippuzzle::MatrixCore<T>;
  static constexpr unsigned down = Rows / 64, across = Columns / 64;
  static constexpr unsigned threads = down * across * Core::lanes;
  struct Stage {
    hippuzzle::SharedBox<T, Rows, TileK> a;
    hippuzzle::SharedBox<T, TileK, Columns + Core::padding, false> b;
  };
  static constexpr unsigned shared_bytes = Stages * sizeof(Stage);
  using CopyA = StageCopy<decltype(Stage::a), TileK, threads, Aligned>;
  using CopyB = StageCopy<decltype(Stage::b), Columns, threads, Aligned>;
  static constexpr unsigned k_blocks = TileK / Core::tile_k;
  static_assert(k_blocks % 2 == 0, "a stage begins with the fragments that the last one has read");
};

template <class T, unsigned Rows, unsigned Columns, unsigned TileK, unsigned Stages, bool Aligned>
__global__ void __launch_bounds__((MmaGemm<T, Rows, Columns, TileK, Stages, Aligned>::threads), 1)
    mma_gemm(float* c, const T* a, const T* b, unsigned m, unsigned n, unsigned k) {
  if constexpr (HIPPUZZLE_HAS_MATRIX_CORE) {
    using namespace hippuzzle;
    using Gemm = MmaGemm<T, Rows, Columns, TileK, Stages, Aligned>;
    using Core = typename Gemm::Core;
    using Stage = typename Gemm::Stage;
    Stage* const stages = dynamic_shared<Stage>();
    const unsigned warp = threadIdx.x / Core::lanes, lane = threadIdx.x % Core::lanes;
    const unsigned warp_row = warp % Gemm::down * 64, warp_col = warp / Gemm::down * 64;
    const unsigned down = (m + Rows - 1) / Rows, across = (n + Columns - 1) / Columns;
    const unsigned tiles = down * across, k_tiles = (k + TileK - 1) / TileK;

    typename Gemm::CopyA copy_a(a, m, k);
    typename Gemm::CopyB copy_b(b, k, n);
    // The next fetch: an output tile, its K tile, and the stage that it goes to.
    unsigned next_tile = blockIdx.x, next_k_tile = 0, next_stage = 0;
    Stage* to = stages;
    const auto begin = [&] {
      const TilePlace place = place_of(next_tile, down, across, 8);
      copy_a.begin(place.row * Rows, 0);
      copy_b.begin(0, place.column * Columns);
    };
    // One of `parts` parts of it.
    const auto fetch = [&](unsigned part, unsigned parts) {
      if (next_tile >= tiles) return;
      HIPPUZZLE_UNROLL
      for (unsigned i = 0; i < Gemm::CopyA::copies; ++i)
        if (i * parts / Gemm::CopyA::copies == part) copy_a.start(to->a, i);
      HIPPUZZLE_UNROLL
      for (unsigned i = 0; i < Gemm::CopyB::copies; ++i)
        if (i * parts / Gemm::CopyB::copies == part) copy_b.start(to->b, i);
    };
    const auto fetched = [&] {
      async_copy_commit();
      to = ++next_stage % Stages == 0 ? stages : to + 1;
      if (++next_k_tile < k_tiles) {
        copy_a.advance(0, TileK);
        copy_b.advance(TileK, 0);
      } else {
        next_k_tile = 0;
        next_tile += gridDim.x;
        if (next_tile < tiles) begin();
      }
    };
    begin();
    for (unsigned stage = 0; stage + 1 < Stages; ++stage) {
      fetch(0, 1);
      fetched();
    }

    MmaTile<T> tile;
    const Stage* stage = stages;  // the stage being read
    unsigned stages_read = 0;
    const auto read = [&](unsigned k_block) {
      tile.read(stage->a, warp_row, stage->b, warp_col, k_block, lane);
    };
    async_copy_wait<Stages - 2>();
    __syncthreads();
    read(0);

    for (unsigned t = blockIdx.x; t < tiles; t += gridDim.x) {
      tile.clear();
      for (unsigned k_tile = 0; k_tile < k_tiles; ++k_tile) {
        HIPPUZZLE_UNROLL
        for (unsigned k_block = 0; k_block < Gemm::k_blocks; ++k_block) {
          if (k_block + 1 < Gemm::k_blocks) {
            read(k_block + 1);
            fetch(k_block, Gemm::k_blocks - 1);
          } else {
            fetched();
            async_copy_wait<Stages - 2>();
            __syncthreads();  // the next stage is complete, and everybody has read this one
            stage = ++stages_read % Stages == 0 ? stages : stage + 1;
            if (k_tile + 1 < k_tiles || t + gridDim.x < tiles) read(0);
          }
          tile.multiply(k_block);
        }
      }
      const TilePlace place = place_of(t, down, across, 8);
      tile.template store<Aligned>(c, m, n, place.row * Rows + warp_row,
                                   place.column * Columns + warp_col, lane);
    }
  } else {
    (void)c, (void)a, (void)b, (void)m, (void)n, (void)k;
  }
}
