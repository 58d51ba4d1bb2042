// roofline: which kernel answers which variant. Parameters: output (problems x 4), sizes
// (problems), device (peak GFLOP/s, memory GB/s), of the tiled one tiles (problems), then the
// number of problems.
#include <hippuzzle/bindings.hpp>

#include HIPPUZZLE_KERNELS

using hippuzzle::launch;
HIPPUZZLE_BINDINGS("roofline", {"zip", launch<predict_zip>}, {"naive", launch<predict_naive>},
                   {"tiled", launch<predict_tiled>});
