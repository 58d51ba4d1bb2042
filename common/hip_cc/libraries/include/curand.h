// cuRAND's generators for arrays, by hipRAND.
#pragma once

#include <cuda_runtime.h>
#include <hiprand/hiprand.h>
