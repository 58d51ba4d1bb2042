// The product of mma-tf32 and mma-bf16 where there is a tensor copy engine. The warps that multiply
// tiles of 64 x 64 outputs do nothing else. One more warp orders tiles from the engine, up to
// Stages ahead; they meet at two barriers a stage: `full` when its bytes have arrived, `empty` when
// all who multiply it have read it. The fragments of the next k block are read while the current
// ones are multiplied, also across two stages. The grid is persistent: the next tile's stages
// arrive while this one's results are written. T is float (TF32) or Bf16.
#pragma once

#include <hippuzzle/dynamic_shared.hpp>
#include <hippuzzle/matrix/tensor_map.hpp>
#include <hippuzzle/matrix/warpgroup.hpp>
#include <hippuzzle/shared_barrier.hpp>

#include "parts/mma_tile.hpp"
#include "parts/tile_order.hpp"

// The columns of a tile of B in boxes of 128 bytes a row, which the engine swizzles.
template <class T, unsigned TileK, unsigned Columns>
struct BoxesOfColumns {
  using Box = hippuzzle::SharedBox<T, TileK, 128 / sizeof(T)>;
  static constexpr unsigned count = Columns / Box::columns;
  Box boxes[count];
  __device__ const T& operator()(unsigned k, unsigned column) const {
    return boxes[column / Box::columns](k, column % Box::columns);
  }
};

template <class T, unsigned Rows, unsigned Columns, unsigned TileK, unsigned Stages>
struct MmaFedGemm {
  using Core = hippuzzle::MatrixCore<T>;
  using Tile = MmaTile<T>;
  static constexpr unsigned down = Rows / Tile::rows, warps = down * (Columns / Tile::columns);
  static constexpr unsigned threads = warps * 32 + 128;
  using BoxA = hippuzzle::SharedBox<T, Rows, TileK>;
  using BoxesB = BoxesOfColumns<T, TileK, Columns>;
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
  static constexpr unsigned k_blocks = TileK / Core::tile_k;
  static_assert(k_blocks % 2 == 0, "a stage begins with the fragments that the last one has read");
};

template <class T, unsigned Rows, unsigned Columns, unsigned TileK, unsigned Stages>
__global__ void __launch_bounds__((MmaFedGemm<T, Rows, Columns, TileK, Stages>::threads), 1)
    mma_fed_gemm(
        float* c, unsigned m, unsigned n, unsigned k,
        HIPPUZZLE_GRID_CONSTANT const
            hippuzzle::TensorMap<typename MmaFedGemm<T, Rows, Columns, TileK, Stages>::BoxA>
                map_a,
        HIPPUZZLE_GRID_CONSTANT const
            hippuzzle::TensorMap<typename MmaFedGemm<T, Rows, Columns, TileK, Stages>::BoxB>
                map_b) {
  if constexpr (HIPPUZZLE_HAS_WARPGROUP) {
    using namespace hippuzzle;
    using Gemm = MmaFedGemm<T, Rows, Columns, TileK, Stages>;
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
    const unsigned tiles = tiles_down * tiles_across, k_tiles = (k + TileK - 1) / TileK;
    StageCursor<Stages> at;
    if (warp >= Gemm::warps) {
      give_registers<40>();
      if (warp > Gemm::warps) return;
      start_copying(map_a.by_engine() && map_b.by_engine(), lane, [&](auto who) {
        for (unsigned t = blockIdx.x; t < tiles; t += gridDim.x) {
          const TilePlace place = place_of(t, tiles_down, tiles_across, 8);
          const unsigned row = place.row * Rows, column = place.column * Columns;
          for (unsigned k_tile = 0; k_tile < k_tiles; ++k_tile, at.advance()) {
            auto& stage = shared.stages[at.index];
            auto& full = shared.full[at.index];
            const unsigned first_k = k_tile * TileK;
            shared.empty[at.index].wait(at.parity ^ 1);
            unsigned bytes = map_a.fetch(stage.a, row, first_k, full, who);
            HIPPUZZLE_UNROLL
            for (unsigned i = 0; i < Gemm::BoxesB::count; ++i)
              bytes += map_b.fetch(stage.b.boxes[i], first_k, column + i * Gemm::BoxB::columns,
                                   full, who);
            finish_fetches(full, who, bytes, !map_a.by_engine() || !map_b.by_engine());
          }
        }
      });
    } else {
      take_registers<232>();
      const unsigned row = warp % Gemm::down * MmaTile<T>::rows;
      const unsigned col = warp / Gemm::down * MmaTile<T>::columns;
      MmaTile<T> tile;
      const auto read = [&](unsigned k_block) {
        const auto& stage = shared.stages[at.index];
        tile.read(stage.a, row, stage.b, col, k_block, lane);
      };
      shared.full[0].wait(0);
      read(0);
      for (unsigned t = blockIdx.x; t < tiles; t += gridDim.x) {
        tile.clear();
        for (unsigned k_tile = 0; k_tile < k_tiles; ++k_tile) {
          HIPPUZZLE_UNROLL
          for (unsigned k_block = 0; k_block + 1 < Gemm::k_blocks; ++k_block) {
            read(k_block + 1);
            tile.multiply(k_block);
          }
          // After the last stage it once more, for nobody: a branch here would keep addresses and
          // reads from moving in between the products.
          auto& empty = shared.empty[at.index];
          if (k_tile + 1 < k_tiles || t + gridDim.x < tiles) at.advance();
          shared.full[at.index].wait(at.parity);
          read(0);
          tile.multiply(Gemm::k_blocks - 1);
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
