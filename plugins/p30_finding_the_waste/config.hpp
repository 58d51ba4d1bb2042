// p30: the figure that the judge and the kernels must agree on.
#pragma once

constexpr unsigned TPB = 256;  // threads per block
