// BF16 products whose tiles fit the problem: a tile has 128 rows or columns of C on one side, on
// the other as many as the launch says, a multiple of 16 up to 256, so that tiles and slices come
// out even on the device's multiprocessors. A block computes one tile, or a slice of its k. The
// blocks of a cluster work on tiles next to each other, in one direction or in both: tiles along
// the left side share the right operand, tiles along the right side the left one, and each block
// fetches its part for all that share it. Slices of a tile are added up through each other's shared
// memory: C is not cleared, is written once, and sums are added in the same order each time.
//
// The side of 128 is the left operand's, 64 for each of two warpgroups, the other one the right
// operand's. Left may be columns of C: the product is then computed transposed.
//
// Floor: m64nNk16 takes a multiprocessor N / 2 cycles. A stage 64 k deep of 128 x N: 4 N cycles for
// 16 KiB and N / 8 of them. A row of a box that does not start at a whole sector costs the engine
// some 3 cycles, and only the block that asks for it.
#pragma once

#include <hippuzzle/dynamic_shared.hpp>
#include <hippuzzle/matrix/cluster.hpp>
#include <hippuzzle/matrix/tensor_map.hpp>
#include <hippuzzle/matrix/warpgroup.hpp>
#include <type_traits>

#include "parts/fitted_way.hpp"
#include "parts/float4.hpp"
#include "parts/launch_wgmma.hpp"
#include "parts/store_sums.hpp"
#include "parts/tile_order.hpp"

// LeftColumns, RightColumns: the operand lies in rows along C's side, as a row-major B does, not
// along k.
template <bool LeftColumns, bool RightColumns, class Output>
struct FittedBf16 {
  using Element = Output;
  static constexpr unsigned TileK = 64, warpgroups = 2, threads = 128 * warpgroups + 128;
  static constexpr unsigned left = fitted_left, most_stages = 8;
  using ColumnBox = hippuzzle::SharedBox<hippuzzle::Bf16, TileK, 64>;
  using LeftBox = std::conditional_t<LeftColumns, ColumnBox,
                                     hippuzzle::SharedBox<hippuzzle::Bf16, left, TileK>>;
  using RightBox = std::conditional_t<RightColumns, ColumnBox,
                                      hippuzzle::SharedBox<hippuzzle::Bf16, 256, TileK>>;
  static constexpr unsigned row_bytes = TileK * sizeof(hippuzzle::Bf16);
  static constexpr unsigned left_bytes = left * row_bytes;

  HIPPUZZLE_HD static constexpr bool is_transposed(const FittedWay& way) {
    return LeftColumns || (!RightColumns && way.transposed);
  }
  // Bytes of the right operand, in a stage.
  HIPPUZZLE_HD static constexpr unsigned right_bytes(unsigned right) {
    return (RightColumns ? (right + 63) / 64 * 64 : right) * row_bytes;
  }
  HIPPUZZLE_HD static constexpr unsigned stage_bytes(unsigned right) {
    return left_bytes + right_bytes(right);
  }

  // Rows of a box that one block fetches where several share it.
  static constexpr unsigned left_rows(const FittedWay& way) {
    return LeftBox::rows / way.along_right;
  }
  static constexpr unsigned right_rows(const FittedWay& way) {
    return (RightColumns ? RightBox::rows : way.right) / way.along_left;
  }

  struct Barriers {
    hippuzzle::SharedBarrier full[most_stages], empty[most_stages], all_read, all_put;
  };
  // The number of stages in a launch's shared memory; the barriers follow the stages.
  static constexpr unsigned stages_in(unsigned bytes, unsigned right) {
    const unsigned most = (bytes - sizeof(Barriers)) / stage_bytes(right);
    return most < most_stages ? most : most_stages;
  }
};

__device__ __forceinline__ void put_pair(float* at, float first, float second) {
  *reinterpret_cast<hippuzzle::Vector<float, 2>*>(at) = {first, second};
}
__device__ __forceinline__ void put_pair(hippuzzle::Bf16* at, float first, float second) {
  *reinterpret_cast<std::uint32_t*>(at) = hippuzzle::bf16_pair(first, second);
}

// A tile in shared memory, where the stages were: rows of C, of sums or of results. Padded, so that
// lanes meet different banks, by 8 elements, or by 4 where a lane puts single sums of a transposed
// tile. Rows start at multiples of 16 bytes.
template <class T>
struct FittedTile {
  T* values;
  unsigned rows, columns, pitch;

  __device__ FittedTile(void* memory, unsigned right, bool transposed)
      : values(static_cast<T*>(memory)),
        rows(transposed ? right : fitted_left),
        columns(transposed ? fitted_left : right),
        pitch(columns + (transposed && sizeof(T) == 4 ? 4 : 8)) {}

  template <int N>
  __device__ __forceinline__ void put(const hippuzzle::Accumulator<N>& sums, unsigned first,
                                      bool transposed, unsigned thread) const {
    T* const at =
        values + (transposed ? sums.column(thread, 0) * pitch + first + sums.row(thread, 0)
                             : (first + sums.row(thread, 0)) * pitch + sums.column(thread, 0));
    HIPPUZZLE_UNROLL
    for (int i = 0; i < sums.size; i += 4) {
      const float* const v = sums.values + i;
      if (transposed) {
        T* const to = at + i * 2 * pitch;
        store_one(to, v[0]);
        store_one(to + pitch, v[1]);
        store_one(to + 8, v[2]);
        store_one(to + pitch + 8, v[3]);
      } else {
        put_pair(at + i * 2, v[0], v[1]);
        put_pair(at + i * 2 + 8 * pitch, v[2], v[3]);
      }
    }
  }
};

__device__ __forceinline__ void store_four(float* c, unsigned m, unsigned n, unsigned row,
                                           unsigned col, const Float4& v) {
  store_float4_anywhere(c, m, n, row, col, v);
}
__device__ __forceinline__ void store_four(hippuzzle::Bf16* c, unsigned m, unsigned n, unsigned row,
                                           unsigned col, const Float4& v) {
  using namespace hippuzzle;
  if (row >= m) return;
  Bf16* const at = c + size_t{row} * n + col;
  if (n % 4 == 0) {
    using Pairs = Vector<std::uint32_t, 2>;
    if (col < n)
      *reinterpret_cast<Pairs*>(at) = Pairs{bf16_pair(v[0], v[1]), bf16_pair(v[2], v[3])};
    return;
  }
  HIPPUZZLE_UNROLL
  for (unsigned i = 0; i < 4; ++i) {
    if (col + i < n) at[i] = to_bf16(v[static_cast<int>(i)]);
  }
}

// Calls `run` with the number of the right operand's rows as a constant.
template <unsigned Right = fitted_least_right, class Run>
__device__ __forceinline__ void with_right(unsigned right, const Run& run) {
  if constexpr (Right < fitted_most_right) {
    if (right != Right) {
      with_right<Right + fitted_step>(right, run);
      return;
    }
  }
  run(std::integral_constant<int, Right>{});
}

// left_rows, right_rows: of a box, that one block fetches (FittedBf16::left_rows()).
template <class Gemm>
__global__ void __launch_bounds__(Gemm::threads, 1) wgmma_bf16_fitted(
    typename Gemm::Element* c, unsigned m, unsigned n, unsigned k, FittedWay way, unsigned stages,
    unsigned left_rows, unsigned right_rows,
    HIPPUZZLE_GRID_CONSTANT const hippuzzle::TensorMap<typename Gemm::LeftBox> map_left,
    HIPPUZZLE_GRID_CONSTANT const hippuzzle::TensorMap<typename Gemm::RightBox> map_right) {
  if constexpr (HIPPUZZLE_HAS_WARPGROUP) {
    using namespace hippuzzle;
    using LeftBox = typename Gemm::LeftBox;
    using RightBox = typename Gemm::RightBox;
    auto* const memory = dynamic_shared<unsigned char>();
    const unsigned stage_bytes = Gemm::stage_bytes(way.right);
    auto& barriers = *reinterpret_cast<typename Gemm::Barriers*>(memory + stages * stage_bytes);
    const auto left_at = [&](unsigned s, unsigned offset = 0) {
      return reinterpret_cast<LeftBox*>(memory + s * stage_bytes + offset);
    };
    const auto right_at = [&](unsigned s, unsigned offset = 0) {
      return reinterpret_cast<RightBox*>(memory + s * stage_bytes + Gemm::left_bytes + offset);
    };
    const unsigned warpgroup = threadIdx.x / 128, thread = threadIdx.x % 128;
    const unsigned lane = threadIdx.x % 32;
    if (map_left.by_engine() && threadIdx.x == Gemm::warpgroups * 128) {
      map_left.prefetch();
      map_right.prefetch();
    }
    if (threadIdx.x == 0) {
      for (unsigned s = 0; s < stages; ++s) {
        barriers.full[s].init(1);
        barriers.empty[s].init(Gemm::warpgroups * way.sharers());
      }
      barriers.all_read.init(Gemm::warpgroups * 4);  // warps
      barriers.all_put.init(Gemm::warpgroups * 4);
      publish_barriers();
    }

    // In a cluster, the blocks of a slice come one after another: `left` by `right` tiles.
    const unsigned blocks = way.blocks();
    const unsigned rank = blocks > 1 ? cluster_rank() : 0;
    const unsigned member = rank % way.tiles(), slice = rank / way.tiles();
    const unsigned left = member % way.along_left, right = member / way.along_left;
    const unsigned slice_begin = slice * way.tiles(), column_begin = right * way.along_left;
    const bool transposed = Gemm::is_transposed(way);
    const unsigned lefts = transposed ? n : m, rights = transposed ? m : n;
    const TilePlace place =
        place_of(blockIdx.x / blocks, (lefts - 1) / (Gemm::left * way.along_left) + 1,
                 (rights - 1) / (way.right * way.along_right) + 1, tiles::wgmma_band);
    const unsigned first_left = (place.row * way.along_left + left) * Gemm::left;
    const unsigned first_right = (place.column * way.along_right + right) * way.right;
    const unsigned first_row = transposed ? first_right : first_left;
    const unsigned first_column = transposed ? first_left : first_right;
    const unsigned k_tiles = (k + Gemm::TileK - 1) / Gemm::TileK;
    const unsigned begin = slice * k_tiles / way.slices, end = (slice + 1) * k_tiles / way.slices;

    // This block's parts of a stage's boxes. Columns: boxes of 64, in parts along k.
    const auto for_parts = [&](unsigned k_tile, unsigned stage, const auto& visit) {
      const unsigned first_k = k_tile * Gemm::TileK;
      constexpr bool left_columns = std::is_same_v<LeftBox, typename Gemm::ColumnBox>;
      const unsigned left_part = right * left_rows;
      HIPPUZZLE_UNROLL
      for (unsigned i = 0; i < (left_columns ? Gemm::left : 1); i += 64) {
        auto& box = *left_at(stage, (i + left_part) * Gemm::row_bytes);
        if constexpr (left_columns)
          visit(map_left, box, first_k + left_part, first_left + i, true);
        else
          visit(map_left, box, first_left + left_part, first_k, true);
      }
      constexpr bool right_columns = std::is_same_v<RightBox, typename Gemm::ColumnBox>;
      const unsigned right_part = left * right_rows;
      for (unsigned i = 0; i < (right_columns ? way.right : 1); i += 64) {
        auto& box = *right_at(stage, (i + right_part) * Gemm::row_bytes);
        if constexpr (right_columns)
          visit(map_right, box, first_k + right_part, first_right + i, false);
        else
          visit(map_right, box, first_right + right_part, first_k, false);
      }
    };
    // Slices reach each other's memory only after they have met again.
    if (way.tiles() > 1)
      cluster_sync();
    else
      __syncthreads();

    const FittedTile<float> tile(memory, way.right, transposed);
    // Whole rows of Bf16 results are written by the engine; of floats, threads write them faster.
    using Element = typename Gemm::Element;
    const FittedTile<Element> results(memory, way.right, transposed);
    const bool by_rows = launchers::by_engine && sizeof(Element) == 2 && way.slices == 1 &&
                         n % (16 / sizeof(Element)) == 0 &&
                         reinterpret_cast<std::uintptr_t>(c) % 16 == 0;

    unsigned at = 0, parity = 0;
    const auto advance = [&] {
      if (++at == stages) at = 0, parity ^= 1;
    };
    if (warpgroup == Gemm::warpgroups) {
      give_registers<80>();
      // The blocks that need this block's right operand, and its left one.
      const unsigned of_right = ((1u << way.along_left) - 1) << (slice_begin + column_begin);
      unsigned of_left = 0;
      for (unsigned i = 0; i < way.along_right; ++i)
        of_left |= 1u << (slice_begin + i * way.along_left + left);
      const auto copy = [&](auto who) {
        wait_for_last_launch();  // which copies operands
        for (unsigned k_tile = begin; k_tile < end; ++k_tile, advance()) {
          auto& full = barriers.full[at];
          barriers.empty[at].wait(parity ^ 1);
          for_parts(k_tile, at,
                    [&](const auto& map, auto& box, unsigned row, unsigned column, bool is_left) {
                      if ((is_left ? way.along_right : way.along_left) > 1)
                        map.fetch_for_cluster(
                            box, row, column, full,
                            static_cast<std::uint16_t>(is_left ? of_left : of_right));
                      else
                        map.fetch(box, row, column, full, who);
                    });
          finish_fetches(full, who, launchers::by_engine ? stage_bytes : 0, true);
        }
      };
      // Rows that the engine does not take have been copied.
      if (thread < 32) start_copying(launchers::by_engine, thread, copy);
      if (way.slices > 1) cluster_sync();
    } else {
      take_registers<208>();
      // Each of the first threads tells one block that fetches for this one.
      const unsigned other = thread - way.along_left;
      const unsigned sharer =
          slice_begin + (thread < way.along_left
                             ? column_begin + thread
                             : (other + (other >= right)) * way.along_left + left);
      const auto release = [&](unsigned index) {
        if (way.tiles() == 1) {
          if (thread == 0) barriers.empty[index].arrive();
        } else {
          if (thread < way.sharers()) barriers.empty[index].arrive_in_cluster(sharer);
        }
      };
      with_right(way.right, [&](auto width) {
        Accumulator<decltype(width)::value> sums = {};
        unsigned last = 0;
        for (unsigned k_tile = begin; k_tile < end; ++k_tile) {
          barriers.full[at].wait(parity);
          warpgroup_begin(sums);
          HIPPUZZLE_UNROLL
          for (unsigned l = 0; l < Gemm::TileK; l += 16) {
            const auto left_operand = [&] {
              if constexpr (std::is_same_v<LeftBox, typename Gemm::ColumnBox>)
                return ColumnOperand<LeftBox>{left_at(at) + warpgroup, l};
              else
                return RowOperand<LeftBox>{left_at(at), warpgroup * 64, l};
            }();
            const auto right_operand = [&] {
              if constexpr (std::is_same_v<RightBox, typename Gemm::ColumnBox>)
                return ColumnOperand<RightBox>{right_at(at), l};
              else
                return RowOperand<RightBox>{right_at(at), 0, l};
            }();
            multiply_add(sums, left_operand, right_operand, true);
          }
          warpgroup_commit();
          // This stage's products are under way while the last one's are waited for.
          warpgroup_wait<1>();
          if (k_tile > begin) release(last);
          last = at;
          advance();
        }
        warpgroup_finish(sums);
        release(last);
        barriers.all_read.arrive_as_warp(lane);
        barriers.all_read.wait(0);  // nobody reads the stages any more
        if (by_rows)
          results.put(sums, warpgroup * 64, transposed, thread);
        else
          tile.put(sums, warpgroup * 64, transposed, thread);
      });
      if (by_rows) publish_to_async_proxy();
      if (way.slices > 1) {
        cluster_sync();
      } else {
        barriers.all_put.arrive_as_warp(lane);
        barriers.all_put.wait(0);
      }

      // This block's share of the tile, four neighbours of a row at a time.
      const unsigned per_row = tile.columns / 4, fours = tile.rows * per_row;
      // For dividing by per_row, from 16 to 64: exact below 2^14.
      const unsigned inverse = ((1u << 20) + per_row - 1) / per_row;
      const unsigned stop = (slice + 1) * fours / way.slices;
      constexpr unsigned step = Gemm::warpgroups * 128, at_once = 4;
      const unsigned start = slice * fours / way.slices + threadIdx.x;
      const auto row_of = [&](unsigned q) { return q * inverse >> 20; };
      const auto place_in_tile = [&](unsigned q) {
        return tile.values + row_of(q) * tile.pitch + (q - row_of(q) * per_row) * 4;
      };
      const auto store = [&](unsigned q, const Float4& sum) {
        const unsigned r = row_of(q), s = (q - r * per_row) * 4;
        store_four(c, m, n, first_row + r, first_column + s, sum);
      };
      // A warp's next row of the tile, as long as C has it.
      const unsigned rows = first_row < m ? std::min(tile.rows, m - first_row) : 0;
      const unsigned columns = first_column < n ? std::min(tile.columns, n - first_column) : 0;
      const unsigned first_of_warp = threadIdx.x / 32, warps = Gemm::warpgroups * 4;
      Element* const corner = c + size_t{first_row} * n + first_column;
      if (by_rows) {
        start_copying(true, lane, [&](auto) {
          if (columns == 0) return;
          for (unsigned r = first_of_warp; r < rows; r += warps)
            store_row(corner + size_t{r} * n, results.values + r * results.pitch,
                      columns * sizeof(Element));
          commit_stores();
          stores_have_read();
        });
      } else if (way.slices == 1 && n % 4 != 0) {
        // Rows start anywhere: neighbouring lanes write neighbouring elements.
        for (unsigned r = first_of_warp; r < rows; r += warps) {
          float values[fitted_most_right / 32];
          HIPPUZZLE_UNROLL
          for (unsigned i = 0; i < fitted_most_right / 32; ++i) {
            if (lane + i * 32 < columns) values[i] = tile.values[r * tile.pitch + lane + i * 32];
          }
          HIPPUZZLE_UNROLL
          for (unsigned i = 0; i < fitted_most_right / 32; ++i) {
            if (lane + i * 32 < columns)
              store_one(corner + size_t{r} * n + lane + i * 32, values[i]);
          }
        }
      } else if (way.slices == 1) {
        for (unsigned q = start; q < stop; q += step * at_once) {
          Float4 sums[at_once];
          HIPPUZZLE_UNROLL
          for (unsigned i = 0; i < at_once; ++i) {
            if (q + i * step < stop)
              sums[i] = *reinterpret_cast<const Float4*>(place_in_tile(q + i * step));
          }
          HIPPUZZLE_UNROLL
          for (unsigned i = 0; i < at_once; ++i) {
            if (q + i * step < stop) store(q + i * step, sums[i]);
          }
        }
      } else {
        for (unsigned q = start; q < stop; q += step) {
          Float4 sum = read_twin(place_in_tile(q), member);
          HIPPUZZLE_UNROLL
          for (unsigned b = 1; b < fitted_most_blocks; ++b) {
            if (b >= way.slices) break;
            const Float4 part = read_twin(place_in_tile(q), b * way.tiles() + member);
            HIPPUZZLE_UNROLL
            for (int e = 0; e < 4; ++e) sum[e] += part[e];
          }
          store(q, sum);
        }
      }
    }
    if (blocks > 1) cluster_leave();
  } else {
    (void)c, (void)m, (void)n, (void)k, (void)way, (void)stages, (void)left_rows, (void)right_rows;
  }
}

namespace launchers {

// B is k x n, or n x k where both operands lie along k.
template <bool TransposedB, class Output>
int32_t launch_fitted(const Problem<Bf16, Output>& p, const FittedWay& way) {
  const AlignedInputs<Bf16> inputs(p, TransposedB);
  if (inputs.error() != hipSuccess) return code(inputs.error());
  const auto launch = [&](auto gemm, const auto& left, const auto& right) {
    using Gemm = decltype(gemm);
    constexpr auto kernel = wgmma_bf16_fitted<Gemm>;
    if (!has_warpgroup_code(kernel)) return code(hipErrorNoBinaryForGpu);
    if (by_engine && !(left.by_engine() && right.by_engine())) return code(hipErrorNotSupported);
    const unsigned stages = Gemm::stages_in(tiles::fitted_bytes, way.right);
    const unsigned bytes = stages * Gemm::stage_bytes(way.right) + sizeof(typename Gemm::Barriers);
    const unsigned lefts = way.transposed ? p.n : p.m, rights = way.transposed ? p.m : p.n;
    const unsigned blocks = way.blocks();
    const unsigned clusters = tiles_of(lefts, fitted_left * way.along_left) *
                              tiles_of(rights, way.right * way.along_right);
    return code(launch_in_clusters(kernel, dim3(clusters * blocks), dim3(Gemm::threads), bytes,
                                   p.stream, blocks, inputs.start(), p.c, p.m, p.n, p.k, way,
                                   stages, Gemm::left_rows(way), Gemm::right_rows(way), left,
                                   right));
  };
  // B is the left operand of a transposed product, else the right one.
  const auto launch_transposed = [&](auto gemm) {
    using Gemm = decltype(gemm);
    return launch(gemm, inputs.template map_b<typename Gemm::LeftBox>(Gemm::left_rows(way)),
                  inputs.template map_a<typename Gemm::RightBox>(Gemm::right_rows(way)));
  };
  const auto launch_across = [&](auto gemm) {
    using Gemm = decltype(gemm);
    return launch(gemm, inputs.template map_a<typename Gemm::LeftBox>(Gemm::left_rows(way)),
                  inputs.template map_b<typename Gemm::RightBox>(Gemm::right_rows(way)));
  };
  if (way.transposed) return launch_transposed(FittedBf16<!TransposedB, false, Output>());
  return launch_across(FittedBf16<false, !TransposedB, Output>());
}

}  // namespace launchers
