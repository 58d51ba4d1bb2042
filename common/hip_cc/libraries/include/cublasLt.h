// cuBLASLt, by hipBLASLt.
#pragma once

#include <cublas_v2.h>
#include <hipblaslt/hipblaslt.h>
