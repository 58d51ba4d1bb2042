// p22: the figures that the judge and the kernels must agree on.
#pragma once

constexpr unsigned MOST_FEATURES = 1024;  // H of --fused and --backward: a thread for each feature
constexpr float EPSILON = 1e-5f;          // is added to the variance, below the root
