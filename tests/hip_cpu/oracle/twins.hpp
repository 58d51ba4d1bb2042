// Twins in OpenCL of kernels of the golden suite (opencl/*.cl), and Oclgrind's findings in them.
#pragma once

#include <filesystem>
#include <vector>

#include "tests/hip_cpu/oracle/subject.hpp"

namespace hippuzzle::testing {

// The cases of the golden suite that have a twin.
std::vector<Subject> twins();

// Runs ours on the case, and oclgrind-kernel on its twin.
Compared compare_twin(const Subject& subject, const std::filesystem::path& oclgrind_kernel);

}  // namespace hippuzzle::testing
