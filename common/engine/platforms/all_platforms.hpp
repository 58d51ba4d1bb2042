// The platforms, a source each. Everybody else asks platforms().
#pragma once

#include "engine/platforms/platforms.hpp"

namespace hippuzzle {

Platform make_nvidia();
Platform make_amd();
Platform make_cpu();

}  // namespace hippuzzle
