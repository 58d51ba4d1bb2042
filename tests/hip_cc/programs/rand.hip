// hipRAND for kernels and for arrays.
#include <hiprand/hiprand.h>
#include <hiprand/hiprand_kernel.h>

#include <algorithm>

#include "expect.h"

__global__ void draw(unsigned* words, float* uniform, double* normal) {
  const unsigned me = threadIdx.x;
  hiprandStatePhilox4_32_10_t philox;
  hiprand_init(0, 0, 0, &philox);
  const uint4 four = hiprand4(&philox);
  if (me == 0) {
    words[0] = four.x;
    words[1] = four.y;
    words[2] = four.z;
    words[3] = four.w;
  }
  hiprandState state;
  hiprand_init(1234, me, 0, &state);
  uniform[me] = hiprand_uniform(&state);
  normal[me] = hiprand_normal_double(&state);
}

// A jump by n is n steps, and subsequences do not begin alike.
template <typename Engine>
void expect_jumps() {
  for (const int n : {1, 4, 1001}) {
    Engine steps(77, 5, 0), jump(77, 5, static_cast<unsigned long long>(n));
    for (int i = 0; i < n; ++i) steps.next();
    EXPECT(steps.next() == jump.next());
    steps.skip(static_cast<unsigned long long>(n));
    for (int i = 0; i < n; ++i) jump.next();
    EXPECT(steps.next() == jump.next());
  }
  Engine first(77, 1, 0), twice(77, 0, 0);
  twice.skip_subsequences(1);
  EXPECT(first.next() == twice.next());
  EXPECT(Engine(77, 1, 0).next() != Engine(77, 2, 0).next());
}

struct Moments {
  double mean = 0, variance = 0;
  explicit Moments(const std::vector<float>& values) {
    for (const float x : values) mean += x / static_cast<double>(values.size());
    for (const float x : values)
      variance += (x - mean) * (x - mean) / static_cast<double>(values.size());
  }
};

int main() {
  constexpr int n = 1 << 14;
  unsigned* const words = on_device<unsigned>(4);
  float* const uniform = on_device<float>(256);
  double* const normal = on_device<double>(256);
  draw<<<1, 256>>>(words, uniform, normal);
  // The authors' test vector for a counter and a key of zeros.
  EXPECT(to_host(words, 4) ==
         (std::vector<unsigned>{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  auto drawn = to_host(uniform, 256);
  const Moments of_threads(drawn);
  EXPECT(near(of_threads.mean, 0.5, 0.08));
  std::sort(drawn.begin(), drawn.end());
  EXPECT(drawn.front() > 0 && drawn.back() <= 1);
  EXPECT(std::unique(drawn.begin(), drawn.end()) == drawn.end());

  expect_jumps<hip_libraries::Xorwow>();
  expect_jumps<hip_libraries::Philox>();
  expect_jumps<hip_libraries::Mrg32k3a>();

  float* const numbers = on_device<float>(n);
  unsigned* const counts = on_device<unsigned>(n);
  for (const hiprandRngType_t type :
       {HIPRAND_RNG_PSEUDO_DEFAULT, HIPRAND_RNG_PSEUDO_MRG32K3A, HIPRAND_RNG_PSEUDO_MT19937,
        HIPRAND_RNG_PSEUDO_PHILOX4_32_10, HIPRAND_RNG_QUASI_SOBOL32}) {
    hiprandGenerator_t generator;
    EXPECT(hiprandCreateGenerator(&generator, type) == HIPRAND_STATUS_SUCCESS);
    const bool is_quasi = type == HIPRAND_RNG_QUASI_SOBOL32;
    EXPECT(hiprandSetPseudoRandomGeneratorSeed(generator, 42) ==
           (is_quasi ? HIPRAND_STATUS_TYPE_ERROR : HIPRAND_STATUS_SUCCESS));
    EXPECT(hiprandGenerateUniform(generator, numbers, n) == HIPRAND_STATUS_SUCCESS);
    const auto first = to_host(numbers, n);
    const Moments even(first);
    EXPECT(near(even.mean, 0.5, 0.01));
    EXPECT(near(even.variance, 1.0 / 12, 0.005));
    EXPECT(hiprandGenerateNormal(generator, numbers, n, 3, 2) == HIPRAND_STATUS_SUCCESS);
    const Moments bell(to_host(numbers, n));
    EXPECT(near(bell.mean, 3, 0.08));
    EXPECT(near(bell.variance, 4, 0.2));
    // The offset begins again.
    EXPECT(hiprandSetGeneratorOffset(generator, 10) == HIPRAND_STATUS_SUCCESS);
    EXPECT(hiprandGenerateUniform(generator, numbers, n) == HIPRAND_STATUS_SUCCESS);
    EXPECT(to_host(numbers, 1)[0] == first[10]);
    for (const double mean : {3.0, 40.0}) {
      if (is_quasi) continue;
      EXPECT(hiprandGeneratePoisson(generator, counts, n, mean) == HIPRAND_STATUS_SUCCESS);
      const auto whole = to_host(counts, n);
      const Moments poisson(std::vector<float>(whole.begin(), whole.end()));
      EXPECT(near(poisson.mean, mean, 0.06 * std::sqrt(mean)));
      EXPECT(near(poisson.variance, mean, 0.06 * mean));
    }
    EXPECT(hiprandDestroyGenerator(generator) == HIPRAND_STATUS_SUCCESS);
  }
  hiprandGenerator_t sobol;
  EXPECT(hiprandCreateGenerator(&sobol, HIPRAND_RNG_QUASI_DEFAULT) == HIPRAND_STATUS_SUCCESS);
  EXPECT(hiprandSetQuasiRandomGeneratorDimensions(sobol, 2) == HIPRAND_STATUS_SUCCESS);
  EXPECT(hiprandGenerate(sobol, counts, 7) == HIPRAND_STATUS_LENGTH_NOT_MULTIPLE);
  EXPECT(hiprandGenerate(sobol, counts, 8) == HIPRAND_STATUS_SUCCESS);
  EXPECT(to_host(counts, 8) == (std::vector<unsigned>{0, 1u << 31, 3u << 30, 1u << 30,  //
                                                      0, 1u << 31, 1u << 30, 3u << 30}));
  EXPECT(hiprandDestroyGenerator(sobol) == HIPRAND_STATUS_SUCCESS);
  EXPECT(hiprandCreateGenerator(&sobol, static_cast<hiprandRngType_t>(7)) ==
         HIPRAND_STATUS_TYPE_ERROR);
  return failures;
}
