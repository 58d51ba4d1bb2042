// p13: which kernel answers which variant. Parameters: output, a (size elements each, or height x
// width), b (the taps), size or height and width.
#include <hippuzzle/bindings.hpp>
#include <hippuzzle/static_tensor.hpp>

#include "config.hpp"
#include HIPPUZZLE_KERNELS

using hippuzzle::launch;
HIPPUZZLE_BINDINGS("p13", {"simple", launch<simple_convolution>},
                   {"block-boundary", launch<block_boundary_convolution>},
                   {"picture", launch<picture_convolution>});
