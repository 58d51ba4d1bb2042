// hipBLASLt for the CPU, over OpenBLAS, as <hipblas/hipblas.h>. -lhipblaslt links it.
#pragma once

#include <hip_cpu/set_macros_aside.hpp>

#include <hipblas/hipblas.h>

#include <hip_libraries/blas/lt.hpp>

#include <hip_cpu/restore_macros.hpp>
