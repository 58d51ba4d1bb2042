// AMD's extensions: those that are here are in <hip/hip_runtime.h>.
#pragma once

#include <hip/hip_runtime.h>
