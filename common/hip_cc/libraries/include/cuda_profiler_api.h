// CUDA's calls for a profiler.
#pragma once

#include <cuda_runtime.h>
