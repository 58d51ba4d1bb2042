// p18: the figures that the judge and the kernels must agree on.
#pragma once

constexpr unsigned TPB = 128;         // threads of --block's only block
constexpr unsigned ROW_THREADS = 32;  // threads of a row's block, of --rows and --online
