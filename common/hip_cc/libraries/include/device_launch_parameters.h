// CUDA's built-in variables.
#pragma once

#include <cuda_runtime.h>
