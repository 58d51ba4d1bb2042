// AMD's extensions: <hip/hip_runtime.h> has the supported ones.
#pragma once

#include <hip/hip_runtime.h>
