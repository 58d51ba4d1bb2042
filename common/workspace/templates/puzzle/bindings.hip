// @ID@: the kernel. Parameters: output, a (size elements each), size.
#include <hippuzzle/kernels.hpp>

#include "config.hpp"
#include HIPPUZZLE_KERNELS

HIPPUZZLE_PLUGIN("@ID@", {"", hippuzzle::launch<double_elements>});
