// gemm: the rungs from vectorized to fp32-best, whose multiply-adds are written in the order that
// suits the register file. The register file delivers two registers a cycle, and a multiply-add
// reads three; a reuse cache holds operands of the instruction before. NVIDIA's assembler reorders
// loads and rows so that a third of the multiply-adds miss that cache. So this file is compiled
// with an option that keeps instructions in source order (HIPPUZZLE_NVIDIA_SOURCE_ORDER).
#include <hippuzzle/async_copy.hpp>
#include <hippuzzle/dynamic_shared.hpp>
#include <hippuzzle/matrix/warpgroup.hpp>
#include <hippuzzle/vector.hpp>

#include "rungs/07_vectorized.hip"
#include "rungs/08_warp_tiled.hip"
#include "rungs/09_double_buffered.hip"
#include "rungs/10_async.hip"
#include "rungs/11_fp32_best.hip"
