// CUDA's vector types.
#pragma once

#include <cuda_runtime.h>
