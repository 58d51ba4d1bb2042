// hipBLAS by its older place.
#pragma once

#include <hipblas/hipblas.h>
