// p29: which kernel answers which variant. Parameters: output, input (size elements each), size.
#include <hippuzzle/bindings.hpp>
#include <hippuzzle/shared_barrier.hpp>

#include "config.hpp"
#include HIPPUZZLE_KERNELS

using hippuzzle::launch;

HIPPUZZLE_BINDINGS("p29", {"multi-stage", launch<multi_stage>},
                   {"double-buffer", launch<double_buffered>}, {"pipelined", launch<pipelined>});
