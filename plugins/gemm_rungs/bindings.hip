// gemm_rungs: which kernel answers which variant. Parameters: c (m x n), a (m x k), b (k x n), all
// row-major, then m, n and k.
#include <hippuzzle/bindings.hpp>
#include <hippuzzle/portable.hpp>

#include "config.hpp"
#include HIPPUZZLE_KERNELS

using hippuzzle::launch;

HIPPUZZLE_BINDINGS("gemm_rungs", {"coalesced", launch<coalesced_gemm>},
                   {"tiled", launch<tiled_gemm>},
                   {"register-blocked", launch<register_blocked_gemm>});
