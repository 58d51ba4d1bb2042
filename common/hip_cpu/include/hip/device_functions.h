// HIP's name for what <hip/hip_runtime.h> has.
#pragma once

#include <hip/hip_runtime.h>
