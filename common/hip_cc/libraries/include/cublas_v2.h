// cuBLAS, by hipBLAS, with CUDA's complex numbers.
#pragma once

#ifndef HIPBLAS_V2
#define HIPBLAS_V2
#endif
#ifndef HIPBLAS_USE_HIP_HALF
#define HIPBLAS_USE_HIP_HALF
#endif
#include <cuComplex.h>
#include <hipblas/hipblas.h>
