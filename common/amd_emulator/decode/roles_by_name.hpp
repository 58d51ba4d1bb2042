// The roles of an instruction in the rules of distances, by its name and its effects.
#pragma once

#include "amd_emulator/wave/effects.hpp"

namespace hippuzzle::amd {

Roles roles_of(const Effects& effects);

}  // namespace hippuzzle::amd
