// The figures that p16's kernels take from their puzzle: here tiles of 4 x 4.
#pragma once

constexpr unsigned TPB = 4;
constexpr unsigned PITCH = TPB + 32 / TPB;
constexpr unsigned VALUES = 2;
