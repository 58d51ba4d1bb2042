// Whose kernels a result is about.
#pragma once

namespace hippuzzle {

enum class Kernels { reference, yours };  // the shipped solution's, or the learner's

}  // namespace hippuzzle
