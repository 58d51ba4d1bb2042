// ring_all_reduce: the functions that answer its variant. Buffers: output, a (ranks x ranks * chunk
// each); ranks, chunk.
#include <hippuzzle/bindings.hpp>

#include "ring.hpp"
#include HIPPUZZLE_KERNELS

HIPPUZZLE_BINDINGS("ring_all_reduce", {"", run_ring<connect, all_reduce>});
