// The ladder's register-blocked rung, with its loops unrolled and, under WITHOUT_UNROLLING, as they
// are written. unrolling.cmake counts the instructions of both.
#include <hip/hip_runtime.h>

#include <hippuzzle/portable.hpp>
#include <hippuzzle/vector.hpp>

#ifdef WITHOUT_UNROLLING
#undef HIPPUZZLE_UNROLL
#define HIPPUZZLE_UNROLL _Pragma("unroll 1")
#endif

#include "rungs/05_register_blocked.hip"

template __global__ void register_blocked_gemm<128, 128, 16>(float*, const float*, const float*,
                                                             unsigned, unsigned, unsigned);
