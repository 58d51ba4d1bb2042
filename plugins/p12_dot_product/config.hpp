// p12: the figure that the judge and the kernels must agree on.
#pragma once

constexpr unsigned TPB = 8;  // threads in the block, a power of two, and so the greatest size
