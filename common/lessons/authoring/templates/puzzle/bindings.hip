// @ID@: the kernel. Parameters: output, a (size elements each), size.
#include <hippuzzle/bindings.hpp>

#include "config.hpp"
#include HIPPUZZLE_KERNELS

HIPPUZZLE_BINDINGS("@ID@", {"", hippuzzle::launch<double_elements>});
