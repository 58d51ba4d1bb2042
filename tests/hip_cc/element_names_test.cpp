// How findings of checked programs call the elements that they are about.
#include "tests/hip_cc/cc_command.hpp"

namespace hippuzzle::testing {
namespace element_names_test {

constexpr const char* particles = R"(#include <hip/hip_runtime.h>
struct Particle { float place[3]; int* next; double mass; };
struct alignas(16) Point { float x, y, z, w; };
namespace state {
__device__ int total;
__device__ float limits[2][3];
}
__global__ void race(Particle* p) {
  __shared__ Particle own[2];
  own[1].mass = threadIdx.x;
  state::total += threadIdx.x;
  state::limits[1][2] = threadIdx.x;
  p[3].place[1] = threadIdx.x;
}
__global__ void sum(const Point* points, float* out) {
  const Point p = points[threadIdx.x];
  out[threadIdx.x] = p.x + p.w;
}
int main() {
  Particle* swarm; Point* cloud; float* out;
  hipMalloc(&swarm, 8 * sizeof(Particle)); hipMalloc(&cloud, 8 * 16); hipMalloc(&out, 32);
  hipMemset(cloud, 0, 7 * 16 + 8);
  race<<<1, 2>>>(swarm);
  sum<<<1, 8>>>(cloud, out);
  return hipDeviceSynchronize();
}
)";

class ElementNames : public Cc {};

TEST_F(ElementNames, AreThoseOfTheDeclaration) {
  write("particles.hip", particles);
  const CommandResult built = cc({"--check", at("particles.hip"), "-o", at("prog")});
  if (built.code == 77) GTEST_SKIP() << built.err;
  ASSERT_EQ(built.code, 0) << built.err;
  const CommandResult ran = run({at("prog")});
  EXPECT_EQ(ran.code, 4);
  for (const char* element :
       {"two writes of own[1].mass, by", "a read and a write of total, by",
        "two writes of limits[1][2], by", "two writes of swarm[3].place[1], by",
        "a read of cloud[7].z, which nobody has written"})
    EXPECT_NE(ran.err.find(element), std::string::npos) << element << "\n" << ran.err;
}

}  // namespace element_names_test
}  // namespace hippuzzle::testing
