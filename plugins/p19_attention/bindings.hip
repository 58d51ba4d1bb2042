// p19: which kernel answers which variant. The launches of --attention and --graph are in the
// learner's file.
#include <hippuzzle/bindings.hpp>
#include <hippuzzle/block.hpp>
#include <hippuzzle/captured_graph.hpp>

#include "config.hpp"
#include "launches.hpp"
#include HIPPUZZLE_KERNELS

inline uint64_t output_elements(const hippuzzle_extents& e) { return e.n[1]; }
using Graph = hippuzzle::CapturedLaunch<capture_attention, output_elements>;

HIPPUZZLE_BINDINGS("p19", {"transpose", hippuzzle::launch<transpose>},
                   {"attention", launch_attention<enqueue>},
                   {"graph", Graph::launch, nullptr, nullptr, Graph::prepare, Graph::release});
