// The owner of a result's kernels.
#pragma once

namespace hippuzzle {

enum class Kernels { reference, yours };  // the shipped solution's, or the learner's

}  // namespace hippuzzle
