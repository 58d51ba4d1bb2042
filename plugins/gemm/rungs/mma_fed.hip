// Rungs 11 and 12, mma-tf32 and mma-bf16, where there is a tensor copy engine: warps that multiply
// tiles of 64 x 64 outputs do nothing else. One more orders tiles from the engine, up to Stages
// ahead, and they meet at two barriers a stage: `full` when its bytes have come, `empty` when all
// who multiply it have read it. The fragments of the next terms are read while these are
// multiplied, also across two stages. The grid is persistent: the next tile's stages come while
// this one's results are written. T is float (TF32) or Bf16.
//
// Floor: 16 terms of Bf16 (8 of TF32) are 32 mma.sync of a warp, of which a matrix core of sm_90
// takes one every 6 cycles, two thirds of wgmma's rate. They want 32 wavefronts of shared memory
// for fragments, and the copies write 12: for 8 warps 352 in 384 cycles. That is so near that every
// read beyond these costs: fragments come in as few instructions as there are, and copies take none
// of the multiplying warps.
#include "mma_tile.hpp"

// The columns of a tile of B in boxes of 128 bytes a row, which the engine swizzles.
template <class T, unsigned Depth, unsigned Columns>
struct BoxesOfColumns {
  using Box = hippuzzle::SharedBox<T, Depth, 128 / sizeof(T)>;
  static constexpr unsigned count = Columns / Box::columns;
  Box boxes[count];
  __device__ const T& operator()(unsigned term, unsigned column) const {
    return boxes[column / Box::columns](term, column % Box::columns);
  }
};

template <class T, unsigned Rows, unsigned Columns, unsigned Depth, unsigned Stages>
struct MmaFedGemm {
  using Core = hippuzzle::MatrixCore<T>;
  using Tile = MmaTile<T>;
  static constexpr unsigned down = Rows / Tile::rows, warps = down * (Columns / Tile::columns);
  static constexpr unsigned threads = warps * 32 + 128;
  using BoxA = hippuzzle::SharedBox<T, Rows, Depth>;
  using BoxesB = BoxesOfColumns<T, Depth, Columns>;
  using BoxB = typename BoxesB::Box;
  struct Stage {
    BoxA a;
    BoxesB b;
  };
  struct Shared {
    Stage stages[Stages];
    hippuzzle::SharedBarrier full[Stages], empty[Stages];
  };
  static constexpr unsigned shared_bytes = sizeof(Shared);
  static constexpr unsigned turns = Depth / Core::terms;
  static_assert(turns % 2 == 0, "a stage begins with the fragments that the last one has read");
};

template <class T, unsigned Rows, unsigned Columns, unsigned Depth, unsigned Stages>
__global__ void __launch_bounds__((MmaFedGemm<T, Rows, Columns, Depth, Stages>::threads), 1)
    mma_fed_gemm(
        float* c, unsigned m, unsigned n, unsigned k,
        HIPPUZZLE_GRID_CONSTANT const
            hippuzzle::TensorMap<typename MmaFedGemm<T, Rows, Columns, Depth, Stages>::BoxA>
                map_a,
        HIPPUZZLE_GRID_CONSTANT const
            hippuzzle::TensorMap<typename MmaFedGemm<T, Rows, Columns, Depth, Stages>::BoxB>
                map_b) {
  if constexpr (HIPPUZZLE_HAS_WARPGROUP) {
    using namespace hippuzzle;
    using Gemm = MmaFedGemm<T, Rows, Columns, Depth, Stages>;
    auto& shared = *dynamic_shared<typename Gemm::Shared>();
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (threadIdx.x == 0) {
      for (unsigned s = 0; s < Stages; ++s) {
        shared.full[s].init(1);
        shared.empty[s].init(Gemm::warps);
      }
      publish_barriers();
    }
    __syncthreads();

    const unsigned tiles_down = (m + Rows - 1) / Rows, tiles_across = (n + Columns - 1) / Columns;
    const unsigned tiles = tiles_down * tiles_across, steps = (k + Depth - 1) / Depth;
    StageCursor<Stages> at;
    if (warp >= Gemm::warps) {
      give_registers<40>();
      if (warp > Gemm::warps) return;
      start_copying(map_a.by_engine() && map_b.by_engine(), lane, [&](auto who) {
        for (unsigned t = blockIdx.x; t < tiles; t += gridDim.x) {
          const TilePlace place = place_of(t, tiles_down, tiles_across, 8);
          const unsigned row = place.row * Rows, column = place.column * Columns;
          for (unsigned step = 0; step < steps; ++step, at.advance()) {
            auto& stage = shared.stages[at.index];
            auto& full = shared.full[at.index];
            const unsigned term = step * Depth;
            shared.empty[at.index].wait(at.parity ^ 1);
            unsigned bytes = map_a.fetch(stage.a, row, term, full, who);
            HIPPUZZLE_UNROLL
            for (unsigned i = 0; i < Gemm::BoxesB::count; ++i)
              bytes +=
                  map_b.fetch(stage.b.boxes[i], term, column + i * Gemm::BoxB::columns, full, who);
            finish_fetches(full, who, bytes, !map_a.by_engine() || !map_b.by_engine());
          }
        }
      });
    } else {
      take_registers<232>();
      const unsigned row = warp % Gemm::down * MmaTile<T>::rows;
      const unsigned col = warp / Gemm::down * MmaTile<T>::columns;
      MmaTile<T> tile;
      const auto read = [&](unsigned turn) {
        const auto& stage = shared.stages[at.index];
        tile.read(stage.a, row, stage.b, col, turn, lane);
      };
      shared.full[0].wait(0);
      read(0);
      for (unsigned t = blockIdx.x; t < tiles; t += gridDim.x) {
        tile.clear();
        for (unsigned step = 0; step < steps; ++step) {
          HIPPUZZLE_UNROLL
          for (unsigned turn = 0; turn + 1 < Gemm::turns; ++turn) {
            read(turn + 1);
            tile.multiply(turn);
          }
          // After the last stage it once more, for nobody: a branch here would keep addresses and
          // reads from moving in between the products.
          auto& empty = shared.empty[at.index];
          if (step + 1 < steps || t + gridDim.x < tiles) at.advance();
          shared.full[at.index].wait(at.parity);
          read(0);
          tile.multiply(Gemm::turns - 1);
          // Only now have all fragments of the stage certainly come.
          empty.arrive_as_warp(lane);
        }
        const TilePlace place = place_of(t, tiles_down, tiles_across, 8);
        tile.template store<true>(c, m, n, place.row * Rows + row, place.column * Columns + col,
                                  lane);
      }
    }
  } else {
    (void)c, (void)m, (void)n, (void)k;
  }
}
