// gemm, the rungs of the ladder, one file each. in_order.hip has those from vectorized
// to fp32-best.
#include "rungs/coalesced.hip"
#include "rungs/fp32_3xtf32.hip"
#include "rungs/mma.hip"
#include "rungs/mma_fed.hip"
#include "rungs/naive.hip"
#include "rungs/register_blocked.hip"
#include "rungs/tiled.hip"
#include "rungs/tiled_vec.hip"
#include "rungs/wgmma_bf16.hip"
#include "rungs/wgmma_tf32.hip"
