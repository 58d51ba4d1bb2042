// p17: the figures that the judge and the kernels must agree on.
#pragma once

constexpr unsigned TPB = 15;        // threads of a block
constexpr unsigned MOST_TAPS = 15;  // of the window
