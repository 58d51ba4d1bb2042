// Putting nodes into graphs.
#pragma once

#include "hip_cpu/simt/streams/graph.hpp"

namespace hip_cpu {

// A node after `count` others of the graph; refused with hipErrorInvalidValue.
hipError_t add_node(hipGraphNode_t* node, hipGraph_t graph, const hipGraphNode_t* after,
                    size_t count, hipGraphNode made);

// Null if `node` is not a node of a graph.
hipGraphNode_t known_node(hipGraphNode_t node);

}  // namespace hip_cpu
