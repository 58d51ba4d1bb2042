// hipBLASLt for the CPU, over OpenBLAS, as <hipblas/hipblas.h>. -lhipblaslt links it.
#pragma once

#include <hipblas/hipblas.h>

#include <hip_libraries/blas/lt.hpp>
