// A part of <hipcub/hipcub.hpp>.
#pragma once

#include <hip_libraries/cub/device_reduce.hpp>
