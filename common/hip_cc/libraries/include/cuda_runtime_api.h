// CUDA's host functions.
#pragma once

#include <cuda_runtime.h>
