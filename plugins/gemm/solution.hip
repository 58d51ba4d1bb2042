// gemm: the rungs of the ladder in teaching order, one file each with its launcher. bindings.hip
// binds the names of variants to them.
#include "rungs/01_naive.hip"
#include "rungs/02_coalesced.hip"
#include "rungs/03_tiled.hip"
#include "rungs/04_tiled_vec.hip"
#include "rungs/05_register_blocked.hip"
#include "rungs/06_layout_algebra.hip"
#if !HIPPUZZLE_SOURCE_ORDER_APART
#include "source_order.hip"  // 07_vectorized to 11_fp32_best
#endif
#include "rungs/12_mma_tf32.hip"
#include "rungs/13_mma_bf16.hip"
#include "rungs/14_wgmma_tf32.hip"
#include "rungs/15_wgmma_bf16.hip"
#include "rungs/16_wgmma_bf16_tn.hip"
#include "rungs/17_fp32_3xtf32.hip"
