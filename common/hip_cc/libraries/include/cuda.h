// Names that nvcc gives sources unasked, and those of CUDA's version.
#pragma once

#include <cuda_runtime.h>

#define CUDA_VERSION 11080
#define CUDART_VERSION 11080
