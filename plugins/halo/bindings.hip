// halo: which step answers which variant. Buffers: output, a (cells each); cells, parts, steps.
#include <hippuzzle/bindings.hpp>

#include "field.hpp"
#include HIPPUZZLE_KERNELS

HIPPUZZLE_BINDINGS("halo", {"exchange", run_steps<exchange>}, {"overlap", run_steps<overlap>});
