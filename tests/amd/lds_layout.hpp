// The accesses of a wavefront's lanes to the local data share in the matrix-core rungs of gemm.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

struct LdsAccess {
  std::string rung, what;            // "mma-bf16", "read a"
  bool is_read;                      // or a write
  unsigned bytes;                    // of a lane
  std::vector<uintptr_t> addresses;  // of the 64 lanes of the block's first wavefront
};

// Calls the functions that the kernels themselves call.
std::vector<LdsAccess> lds_accesses();
