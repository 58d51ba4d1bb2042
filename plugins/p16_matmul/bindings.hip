// p16: which kernel answers which variant. Parameters: output, a, b (size x size, row-major), size.
#include <hippuzzle/bindings.hpp>
#include <hippuzzle/layout_tv.hpp>
#include <hippuzzle/static_tensor.hpp>
#include <hippuzzle/tensor_copy.hpp>
#include <hippuzzle/tile.hpp>

#include "config.hpp"
#include HIPPUZZLE_KERNELS

using hippuzzle::launch;
HIPPUZZLE_BINDINGS("p16", {"naive", launch<naive_matmul>},
                   {"single-block", launch<single_block_matmul>}, {"tiled", launch<tiled_matmul>},
                   {"idiomatic-tiled", launch<idiomatic_tiled_matmul>},
                   {"thread-layouts", launch<thread_layouts_matmul>},
                   {"layout-tensor", launch<layout_tensor_matmul>},
                   {"layout-algebra", launch<layout_algebra_matmul>});
