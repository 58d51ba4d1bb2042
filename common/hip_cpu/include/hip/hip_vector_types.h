// HIP's vectors, which <hip/hip_runtime.h> has.
#pragma once

#include <hip/hip_runtime.h>
