// Hand-written gradients, held to central differences of the function that they are the gradient
// of.
//
// A variant with an input "grad_output" is a backward pass. Its forward pass is the puzzle's first
// variant whose only output has the shape of grad_output. Its output "grad_x" is then the
// derivative of the sum of grad_output * output by the elements of the forward pass's input x. Only
// references are called: a kernel is compared with its reference anyway.
#pragma once

#include <hippuzzle/puzzle.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace hippuzzle {

struct GradientFault {
  std::string variant, buffer;  // of the backward pass
  uint64_t index = 0;           // of the buffer's element
  double stated = 0;            // by the reference; NaN where there is nothing to compare it with
  double differences = 0;
};

// The first element of each output that differs from the differences by more than 1e-6 of the
// output's greatest element: in the example, and in random inputs of its extents.
std::vector<GradientFault> gradient_faults(std::span<const hippuzzle_variant> variants);

// The fault, as a sentence for the puzzle's author.
std::string gradient_sentence(const GradientFault& fault);

}  // namespace hippuzzle
