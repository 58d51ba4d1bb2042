// cuBLAS by its older header.
#pragma once

#include <cublas_v2.h>
