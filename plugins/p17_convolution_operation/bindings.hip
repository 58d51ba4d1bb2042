// p17: which kernel answers which variant. Both have their launches in the learner's file.
#include <hippuzzle/bindings.hpp>
#include <hippuzzle/captured_graph.hpp>

#include "config.hpp"
#include HIPPUZZLE_KERNELS

inline uint64_t output_elements(const hippuzzle_extents& e) { return e.n[0]; }
using Graph = hippuzzle::CapturedLaunch<capture_twice, output_elements>;

HIPPUZZLE_BINDINGS("p17", {"launch", convolve},
                   {"graph", Graph::launch, nullptr, nullptr, Graph::prepare, Graph::release});
