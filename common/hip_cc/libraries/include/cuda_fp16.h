// CUDA's half precision.
#pragma once

#include <cuda_runtime.h>
#include <hip/hip_fp16.h>
