// A part of <hipcub/hipcub.hpp>.
#pragma once

#include <hip_libraries/cub/block_adjacent.hpp>
