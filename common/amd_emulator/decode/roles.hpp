// What rules of distances between instructions ask of one, by its name and what it touches.
#pragma once

#include "amd_emulator/wave/effects.hpp"

namespace hippuzzle::amd {

Roles roles_of(const Effects& effects);

}  // namespace hippuzzle::amd
