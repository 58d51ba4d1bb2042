// p03: the figures that the judge and the kernels must agree on.
#pragma once

constexpr unsigned TPB = 8;     // threads in the block, and so the greatest size
constexpr unsigned WINDOW = 3;  // elements that an output adds up: its own and the two before it
