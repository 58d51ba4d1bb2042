// cuRAND's functions for kernels, by hipRAND.
#pragma once

#include <cuda_runtime.h>
#include <hiprand/hiprand_kernel.h>
