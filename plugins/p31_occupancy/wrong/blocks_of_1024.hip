// Blocks of 1024 threads: a multiprocessor of 48 warps holds one, and 16 warps stay empty.
// variants: minimal
#define minimal_blocks right_minimal_blocks
#include "solution.hip"
#undef minimal_blocks

inline Blocks minimal_blocks(unsigned size) { return {(size + 1023) / 1024, 1024}; }
