// p15: the figure that the judge and the kernels must agree on.
#pragma once

constexpr unsigned TPB = 8;  // threads per block, a power of two; the most columns of a row
