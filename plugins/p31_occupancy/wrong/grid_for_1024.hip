// The blocks became smaller, and their number stayed the number for 1024 threads.
// variants: minimal
#define minimal_blocks right_minimal_blocks
#include "solution.hip"
#undef minimal_blocks

inline Blocks minimal_blocks(unsigned size) { return {(size + 1023) / 1024, 256}; }
