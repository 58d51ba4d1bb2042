// The tile sizes that the rungs are built with, in elements of C along rows and columns, k, and
// stages. They were chosen by measurement on an H200; for 64 KiB of shared memory (AMD, the CPU
// platform), by their size.
#pragma once

#include <hippuzzle/platform.hpp>

namespace tiles {

// The tiles of C that a block works on where the judge's launch configuration decides, and the
// threads of such a block. naive to tiled-vec: one element a thread.
constexpr unsigned plain = 32;
// register-blocked to double-buffered: 8 x 8 elements a thread. The launchers take smaller tiles
// where such tiles are too few.
constexpr unsigned register_rows = 128, register_columns = 128, register_threads = 256;

constexpr bool roomy = HIPPUZZLE_PLATFORM_NVIDIA;

// tiled-vec: k of a tile.
constexpr unsigned vec_k = roomy ? 128 : 64;

// register-blocked to double-buffered where large tiles are too few.
constexpr unsigned register_small_rows = 64;
// register-blocked's second launch bound: on NVIDIA so many blocks that a multiprocessor has 16
// warps, of 128 registers a thread. AMD's compiler counts waves there and is not bound.
constexpr unsigned register_blocks(unsigned threads) { return roomy ? 512 / threads : 1; }
// The same from vectorized on, whose small tiles take more registers than that. They are launched
// where there are few of them.
constexpr unsigned float4_blocks = roomy ? 2 : 1;
// Whether they have a loop of their own for whole tiles. For gfx90a clang 21 spills 200 registers
// of a kernel with both loops.
constexpr bool whole_loop = !HIPPUZZLE_PLATFORM_AMD;
// k of a tile, neighbours in a row of A in global memory: with 8, 32 lanes write their transposed A
// to 32 banks. With 32 it is 8 banks, and still faster on NVIDIA than 8 k of 4 rows.
constexpr unsigned register_blocked_k = roomy ? 32 : 8;
constexpr unsigned register_k = roomy ? 16 : 8;

// async.
constexpr unsigned async_rows = 64, async_columns = 128, async_k = 16, async_width = 8,
                   async_stages = 3;
// Iterations of its inner loop at once. With four, AMD's compiler reads all operands ahead, which
// needs 68 registers more than gfx90a and gfx940 have: it kept them in accumulators.
constexpr unsigned async_turns = HIPPUZZLE_PLATFORM_AMD ? 1 : async_k / 4;

// The tile of C that a block computes at a time in a rung that asks the model, and its k for each
// stage. The blocks of a cluster work below each other, or side by side.
struct Shape {
  unsigned rows, columns, k;
  unsigned below = 1, beside = 1;  // blocks of a cluster
  unsigned boxes = 1;              // of `k` each, that come together

  constexpr unsigned cluster() const { return below * beside; }
};

// The kinds of tiles of each such rung, from the largest on.
struct Shapes {
  Shape fp32_best[3];
  Shape wgmma_tf32[2];
  Shape wgmma_bf16[4];
  Shape three;
};

// A function, because a host without such a device also asks what is predicted for roomy ones.
constexpr Shapes shapes_where(bool is_roomy) {
  if (is_roomy) {
    return {{{128, 256, 32}, {64, 128, 32, 1, 1, 2}, {128, 64, 32, 1, 1, 2}},
            {{256, 128, 32, 1, 2}, {64, 128, 32}},
            {{128, 256, 64, 2}, {128, 192, 64, 2}, {128, 128, 64, 2}, {64, 128, 64}},
            {128, 128, 32}};
  }
  return {{{64, 128, 32}, {64, 64, 32}, {64, 64, 32}},
          {{64, 128, 32}, {64, 128, 32}},
          {{128, 64, 64}, {128, 64, 64}, {128, 64, 64}, {64, 64, 64}},
          {128, 128, 32}};
}
constexpr Shapes shapes = shapes_where(roomy);

// Rows of tiles, or of clusters, in which a persistent grid walks down columns (tile_order.hpp).
constexpr unsigned fp32_band = 16, wgmma_band = 8, three_band = 16;

// fp32-best: tiles for large problems, and smaller ones, wide or tall, whose k groups of warps
// share. A stage has one box of k of each operand, or several.
constexpr unsigned best_rows = shapes.fp32_best[0].rows, best_columns = shapes.fp32_best[0].columns;
constexpr unsigned best_stages = roomy ? 4 : 2, fp32_box_k = shapes.fp32_best[0].k;
constexpr unsigned small_rows = shapes.fp32_best[1].rows,
                   small_columns = shapes.fp32_best[1].columns;
constexpr unsigned tall_rows = shapes.fp32_best[2].rows, tall_columns = shapes.fp32_best[2].columns;
constexpr unsigned small_stages = roomy ? 4 : 3, small_groups = roomy ? 4 : 2;

// mma-tf32, mma-bf16: a row of A in a stage, in bytes; emulating a shorter k takes less time.
constexpr unsigned mma_row = HIPPUZZLE_PLATFORM_CPU ? 64 : 128;
constexpr unsigned mma_tf32_rows = roomy ? 256 : 128, mma_tf32_columns = 128;
constexpr unsigned mma_tf32_k = mma_row / 4, mma_tf32_stages = roomy ? 3 : 2;
constexpr unsigned mma_bf16_rows = roomy ? 256 : 128, mma_bf16_columns = 128;
constexpr unsigned mma_bf16_k = mma_row / 2, mma_bf16_stages = roomy ? 3 : 2;
// The same fed by the tensor copy engine.
constexpr unsigned mma_fed_rows = roomy ? 256 : 128, mma_fed_columns = 128;
constexpr unsigned mma_fed_stages = roomy ? 4 : 2;

// wgmma-bf16, wgmma-tf32: blocks in a cluster; boxes for a warpgroup's results.
constexpr unsigned wgmma_span = shapes.wgmma_tf32[0].rows, wgmma_stages = roomy ? 4 : 2;
// Used where large tiles are too few.
constexpr unsigned wgmma_small_span = shapes.wgmma_tf32[1].rows,
                   wgmma_tf32_small_stages = roomy ? 8 : 2;
constexpr unsigned wgmma_bf16_small_columns = shapes.wgmma_bf16[3].columns;
constexpr unsigned wgmma_bf16_small_stages = roomy ? 7 : 2;
constexpr unsigned wgmma_bf16_wide_columns = shapes.wgmma_bf16[1].columns;
constexpr unsigned wgmma_bf16_wide_stages = roomy ? 4 : 2;
constexpr unsigned wgmma_bf16_medium_columns = shapes.wgmma_bf16[2].columns;
constexpr unsigned wgmma_bf16_medium_stages = roomy ? 6 : 2;
constexpr unsigned wgmma_results = roomy ? 2 : 0, wgmma_cluster = shapes.wgmma_tf32[0].cluster();
static_assert(wgmma_span == shapes.wgmma_bf16[0].columns &&
              wgmma_cluster == shapes.wgmma_bf16[0].cluster());

// wgmma-bf16's tiles that fit the problem: bytes of shared memory, and their longer side at most.
constexpr unsigned fitted_bytes = roomy ? 227 * 1024 : 56 * 1024;
constexpr unsigned fitted_right(bool is_roomy) { return is_roomy ? 256 : 64; }

// fp32-3xtf32.
constexpr unsigned three_stages = roomy ? 4 : 1;

}  // namespace tiles
