// @ID@: the figure that the launch configuration and the kernel must agree on.
#pragma once

constexpr unsigned TPB = 4;  // threads per block
