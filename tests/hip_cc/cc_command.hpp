// `hippuzzle cc` from outside, with sources in a folder of the test's.
#pragma once

#include <string>
#include <vector>

#include "tests/support/command.hpp"
#include "tests/support/hippuzzle_command.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/support/whole_file.hpp"

namespace hippuzzle::testing {

class Cc : public ::testing::Test {
 protected:
  CommandResult cc(std::vector<std::string> words) const {
    words.insert(words.begin(), "cc");
    return hippuzzle(words, {{"XDG_CACHE_HOME", (here_.path() / "cache").string()}});
  }
  std::string at(const std::string& name) const { return (here_.path() / name).string(); }
  std::string write(const std::string& name, const std::string& text) const {
    return here_.write(name, text).string();
  }

  TemporaryDirectory here_;
};

// A program of two sources, with launches and shared memory in a header.
inline constexpr const char* kernels = R"(#pragma once
#include <hip/hip_runtime.h>
template <class T>
__global__ void twice(T* p) {
  extern __shared__ float s[];
  s[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = 2 * s[threadIdx.x];
}
#define RUN(kernel, n, ...) kernel<<<1, n, n * sizeof(float)>>>(__VA_ARGS__)
void from_other_file(float* p);
inline void go(float* p) {
  twice<<<1, 4, 16>>>(p);
  RUN(twice<float>, 4, p);
}
)";

inline constexpr const char* program = R"(#include <cstdio>
#include "kernels.h"
int main(int argc, char** argv) {
  float *p, h[4] = {1, 2, 3, 4};
  hipMalloc(&p, sizeof h);
  hipMemcpy(p, h, sizeof h, hipMemcpyHostToDevice);
  go(p);
  from_other_file(p);
  hipMemcpy(h, p, sizeof h, hipMemcpyDeviceToHost);
  printf("%g %g %s\n", h[0], h[3], argc > 1 ? argv[1] : "-");
  return hipGetLastError();
}
)";

inline constexpr const char* other = R"(#include "kernels.h"
__global__ void plus_one(float* p) {
  extern __shared__ float s[];
  s[threadIdx.x] = 1;
  p[threadIdx.x] += s[threadIdx.x];
}
void from_other_file(float* p) { plus_one<<<dim3(1), dim3(4), 16, 0>>>(p); }
)";

}  // namespace hippuzzle::testing
