// gemm: which kernel answers which variant. Parameters: output (m x n), a (m x k), b (k x n; n x k
// for wgmma-bf16-tn), all row-major, m, n, k.
#include <hippuzzle/architecture.hpp>
#include <hippuzzle/async_copy.hpp>
#include <hippuzzle/bfloat16.hpp>
#include <hippuzzle/bindings.hpp>
#include <hippuzzle/dynamic_shared.hpp>
#include <hippuzzle/matrix/cluster.hpp>
#include <hippuzzle/matrix/matrix_core.hpp>
#include <hippuzzle/matrix/tensor_map.hpp>
#include <hippuzzle/matrix/warpgroup.hpp>
#include <hippuzzle/shared_barrier.hpp>
#include <hippuzzle/vector.hpp>

#include "parts/chosen_way.hpp"
#include "parts/problem.hpp"
#include "tiles.hpp"
#include HIPPUZZLE_KERNELS
#include "parts/sharded.hpp"

using hippuzzle::launch;

HIPPUZZLE_BINDINGS("gemm", {"naive", launch<naive_gemm>}, {"coalesced", launch<coalesced_gemm>},
                   {"tiled", launch<tiled_gemm<tiles::plain>>},
                   {"tiled-vec", launch<tiled_vec_gemm<tiles::plain, tiles::vec_k>>},
                   {"register-blocked", launchers::register_blocked},
                   {"layout-algebra", launchers::layout_algebra},
                   {"vectorized", launchers::vectorized}, {"warp-tiled", launchers::warp_tiled},
                   {"double-buffered", launchers::double_buffered}, {"async", launchers::async},
                   {"fp32-best", launchers::fp32_best}, {"mma-tf32", launchers::mma_tf32},
                   {"mma-bf16", launchers::mma_bf16}, {"wgmma-tf32", launchers::wgmma_tf32},
                   {"wgmma-bf16", launchers::wgmma_bf16},
                   {"wgmma-bf16-tn", launchers::wgmma_bf16_tn},
                   {"fp32-3xtf32", launchers::fp32_3xtf32},
                   {"sharded-fp32", launchers::ShardedFp32::launch, launchers::ShardedFp32::scatter,
                    launchers::ShardedFp32::gather},
                   {"sharded-bf16", launchers::ShardedBf16::launch, launchers::ShardedBf16::scatter,
                    launchers::ShardedBf16::gather});

#if !HIPPUZZLE_DEVICE_PASS
extern "C" HIPPUZZLE_EXPORT const hippuzzle_way_choice hippuzzle_way_choice_entry = {
    HIPPUZZLE_ABI_VERSION, sizeof(hippuzzle_way_choice), launchers::choose};
#endif
