// The product of gemm's rung layout-algebra, whose sums and fragments are RegisterTensors.
#include "parts/problem.hpp"
#include "rungs/06_layout_algebra.hip"

template __global__ void layout_algebra_gemm<tiles::register_rows, tiles::register_columns,
                                             tiles::register_blocked_k>(float*, const float*,
                                                                        const float*, unsigned,
                                                                        unsigned, unsigned);
