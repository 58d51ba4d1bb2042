// CUB, by hipCUB.
#pragma once

#include <cuda_runtime.h>
#include <hipcub/hipcub.hpp>

namespace cub = hipcub;

#define CubDebug(error) (error)
