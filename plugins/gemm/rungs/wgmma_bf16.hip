// Rung 14, wgmma-bf16: four warps multiply 64 rows by Columns straight out of shared memory. One
// warp orders tiles from the tensor copy engine, two warpgroups multiply; the Cluster blocks of a
// cluster work on tiles below each other, and each fetches a share of their common tile of B for
// all of them. B may be row-major (K x N) or turned (N x K); C is float or Bf16.
//
// Floor: m64n256k16 takes a multiprocessor 128 cycles and reads 2 KiB of A and 8 KiB of B for it,
// 80 bytes a cycle of the 128 that shared memory has. A stage of 64 terms: 1024 cycles for 48 KiB
// from L2, of which multicast halves B's.
template <unsigned Columns, unsigned Stages, bool TurnedB>
struct WgmmaBf16Gemm {
  static constexpr unsigned Rows = 128, Depth = 64, consumers = 256, threads = consumers + 128;
  using BoxA = hippuzzle::SharedBox<hippuzzle::Bf16, Rows, Depth>;
  // Row-major: boxes of 64 columns side by side. Turned: one of all columns.
  static constexpr unsigned b_boxes = Columns / 64;
  using BoxB = hippuzzle::SharedBox<hippuzzle::Bf16, 64, 64>;
  struct Stage {
    BoxA a;
    BoxB b[b_boxes];
  };
  struct Shared {
    Stage stages[Stages];
    hippuzzle::SharedBarrier full[Stages], empty[Stages];
  };
  static constexpr unsigned shared_bytes = sizeof(Shared);
};

template <unsigned Columns, unsigned Stages, unsigned Cluster, bool TurnedB, class Output>
__global__ void __launch_bounds__((WgmmaBf16Gemm<Columns, Stages, TurnedB>::threads), 1)
    wgmma_bf16_gemm(Output* c, unsigned m, unsigned n, unsigned k,
                    HIPPUZZLE_GRID_CONSTANT const
                        hippuzzle::TensorMap<typename WgmmaBf16Gemm<Columns, Stages, TurnedB>::BoxA>
                            map_a,
                    HIPPUZZLE_GRID_CONSTANT const
                        hippuzzle::TensorMap<typename WgmmaBf16Gemm<Columns, Stages, TurnedB>::BoxB>
                            map_b) {
  if constexpr (HIPPUZZLE_HAS_WARPGROUP) {
    using namespace hippuzzle;
    using Gemm = WgmmaBf16Gemm<Columns, Stages, TurnedB>;
    static_assert(Stages > 1, "a stage is held until the next one's products are under way");
    auto& shared = *dynamic_shared<typename Gemm::Shared>();
    const unsigned warpgroup = threadIdx.x / 128, thread = threadIdx.x % 128;
    if (threadIdx.x == 0) {
      for (unsigned s = 0; s < Stages; ++s) {
        shared.full[s].init(1);
        shared.empty[s].init(2 * Cluster);  // both warpgroups of each block
      }
      publish_barriers();
    }
    if constexpr (Cluster > 1)
      cluster_sync();
    else
      __syncthreads();

    // A cluster takes Cluster tiles below each other.
    const unsigned rank = Cluster > 1 ? cluster_rank() : 0;
    const unsigned tiles_down = (m + Gemm::Rows * Cluster - 1) / (Gemm::Rows * Cluster);
    const unsigned tiles_across = (n + Columns - 1) / Columns;
    const unsigned steps = (k + Gemm::Depth - 1) / Gemm::Depth;
    const unsigned first_tile = blockIdx.x / Cluster, tile_stride = gridDim.x / Cluster;
    constexpr unsigned band = 16 / Cluster;

    StageCursor<Stages> at;
    if (warpgroup == 2) {
      give_registers<40>();
      if (thread < 32) {
        for (unsigned t = first_tile; t < tiles_down * tiles_across; t += tile_stride) {
          const TilePlace place = place_of(t, tiles_down, tiles_across, band);
          const unsigned row = (place.row * Cluster + rank) * Gemm::Rows;
          for (unsigned step = 0; step < steps; ++step, at.advance()) {
            auto& stage = shared.stages[at.index];
            auto& full = shared.full[at.index];
            const unsigned first_term = step * Gemm::Depth;
            shared.empty[at.index].wait(at.parity ^ 1);
            unsigned bytes = map_a.fetch(stage.a, row, first_term, full, thread);
            for (unsigned i = 0; i < Gemm::b_boxes; ++i) {
              const unsigned col = place.column * Columns + i * 64;
              const unsigned box_row = TurnedB ? col : first_term;
              const unsigned box_col = TurnedB ? first_term : col;
              if constexpr (Cluster == 1) {
                bytes += map_b.fetch(stage.b[i], box_row, box_col, full, thread);
              } else {
                bytes += Gemm::BoxB::bytes;
                if (i % Cluster == rank)
                  map_b.fetch_for_cluster(stage.b[i], box_row, box_col, full, thread,
                                          (1u << Cluster) - 1);
              }
            }
            finish_fetches(full, thread, bytes, !map_a.by_engine() || !map_b.by_engine());
          }
        }
      }
    } else {
      take_registers<232>();
      for (unsigned t = first_tile; t < tiles_down * tiles_across; t += tile_stride) {
        const TilePlace place = place_of(t, tiles_down, tiles_across, band);
        Accumulator<Columns> sums = {};
        const auto release = [&](unsigned index) {
          if constexpr (Cluster == 1) {
            if (thread == 0) shared.empty[index].arrive();
          } else {
            if (thread < Cluster) shared.empty[index].arrive_in_cluster(thread);
          }
        };
        unsigned last_index = 0;
        for (unsigned step = 0; step < steps; ++step, at.advance()) {
          const auto& stage = shared.stages[at.index];
          shared.full[at.index].wait(at.parity);
          warpgroup_begin(sums);
          HIPPUZZLE_UNROLL
          for (unsigned l = 0; l < Gemm::Depth; l += 16) {
            const RowOperand<typename Gemm::BoxA> left{&stage.a, warpgroup * 64, l};
            if constexpr (TurnedB) {
              const RowOperand<typename Gemm::BoxB> right{stage.b, 0, l};
              multiply_add(sums, left, right, true);
            } else {
              const ColumnOperand<typename Gemm::BoxB> right{stage.b, l};
              multiply_add(sums, left, right, true);
            }
          }
          warpgroup_commit();
          // This stage's products are under way while the last one's are waited for.
          warpgroup_wait<1>();
          if (step > 0) release(last_index);
          last_index = at.index;
        }
        warpgroup_finish(sums);
        release(last_index);
        const unsigned row = (place.row * Cluster + rank) * Gemm::Rows + warpgroup * 64;
        store_sums(c, m, n, row, place.column * Columns, sums, thread);
      }
    }
    if constexpr (Cluster > 1) cluster_sync();  // nobody signals a block that has ended
  } else {
    (void)c, (void)m, (void)n, (void)k;
  }
}
