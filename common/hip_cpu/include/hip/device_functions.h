// HIP's name for a part of <hip/hip_runtime.h>.
#pragma once

#include <hip/hip_runtime.h>
