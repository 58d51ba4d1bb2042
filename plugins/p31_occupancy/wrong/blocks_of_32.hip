// Blocks of one warp: the number of blocks is limited, and half of the warps stay empty.
// variants: minimal
#define minimal_blocks right_minimal_blocks
#include "solution.hip"
#undef minimal_blocks

inline Blocks minimal_blocks(unsigned size) { return {(size + 31) / 32, 32}; }
