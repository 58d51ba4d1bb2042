// The earlier name of <hip/hip_bf16.h>.
#pragma once

#include <hip/hip_bf16.h>
