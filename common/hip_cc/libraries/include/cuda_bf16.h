// CUDA's BF16.
#pragma once

#include <cuda_runtime.h>
#include <hip/hip_bf16.h>
