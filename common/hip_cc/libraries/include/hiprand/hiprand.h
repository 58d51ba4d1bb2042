// hipRAND's generators for arrays, which the host fills when it is called. The numbers are one
// sequence of the engine from the offset on; AMD's library deals its sequences out among threads,
// so its numbers come in another order.
#pragma once

#include <hip_cpu/set_macros_aside.hpp>

#include <hip/hip_runtime.h>

#include <hip_libraries/rand/distributions.hpp>
#include <new>
#include <random>
#include <variant>
#include <vector>

enum hiprandStatus_t {
  HIPRAND_STATUS_SUCCESS = 0,
  HIPRAND_STATUS_VERSION_MISMATCH = 100,
  HIPRAND_STATUS_NOT_INITIALIZED = 101,
  HIPRAND_STATUS_ALLOCATION_FAILED = 102,
  HIPRAND_STATUS_TYPE_ERROR = 103,
  HIPRAND_STATUS_OUT_OF_RANGE = 104,
  HIPRAND_STATUS_LENGTH_NOT_MULTIPLE = 105,
  HIPRAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106,
  HIPRAND_STATUS_LAUNCH_FAILURE = 201,
  HIPRAND_STATUS_PREEXISTING_FAILURE = 202,
  HIPRAND_STATUS_INITIALIZATION_FAILED = 203,
  HIPRAND_STATUS_ARCH_MISMATCH = 204,
  HIPRAND_STATUS_INTERNAL_ERROR = 999,
  HIPRAND_STATUS_NOT_IMPLEMENTED = 1000,
};

enum hiprandRngType_t {
  HIPRAND_RNG_TEST = 0,
  HIPRAND_RNG_PSEUDO_DEFAULT = 400,
  HIPRAND_RNG_PSEUDO_XORWOW = 401,
  HIPRAND_RNG_PSEUDO_MRG32K3A = 402,
  HIPRAND_RNG_PSEUDO_MTGP32 = 403,
  HIPRAND_RNG_PSEUDO_MT19937 = 404,
  HIPRAND_RNG_PSEUDO_PHILOX4_32_10 = 405,
  HIPRAND_RNG_QUASI_DEFAULT = 500,
  HIPRAND_RNG_QUASI_SOBOL32 = 501,
  HIPRAND_RNG_QUASI_SCRAMBLED_SOBOL32 = 502,
  HIPRAND_RNG_QUASI_SOBOL64 = 503,
  HIPRAND_RNG_QUASI_SCRAMBLED_SOBOL64 = 504,
};
using hiprandRngType = hiprandRngType_t;

enum hiprandOrdering_t {
  HIPRAND_ORDERING_PSEUDO_BEST = 100,
  HIPRAND_ORDERING_PSEUDO_DEFAULT = 101,
  HIPRAND_ORDERING_PSEUDO_SEEDED = 102,
  HIPRAND_ORDERING_PSEUDO_LEGACY = 103,
  HIPRAND_ORDERING_PSEUDO_DYNAMIC = 104,
  HIPRAND_ORDERING_QUASI_DEFAULT = 201,
};

namespace hip_libraries {

// The standard library's Mersenne twister, which skips by stepping.
struct Mt19937 {
  std::mt19937 engine;
  Mt19937() = default;
  Mt19937(unsigned long long seed, unsigned long long, unsigned long long offset)
      : engine(static_cast<std::mt19937::result_type>(seed)) {
    engine.discard(offset);
  }
  std::uint32_t next() { return static_cast<std::uint32_t>(engine()); }
};

struct Generator {
  hiprandRngType_t type;
  unsigned long long seed = 0, offset = 0;
  unsigned dimensions = 1;
  hipStream_t stream = nullptr;
  bool is_begun = false;
  std::variant<RandomState<Xorwow>, RandomState<Philox>, RandomState<Mrg32k3a>,
               RandomState<Mt19937>, std::vector<RandomState<Sobol>>>
      state;

  bool is_quasi() const { return type >= HIPRAND_RNG_QUASI_DEFAULT; }

  void begin() {
    if (is_begun) return;
    is_begun = true;
    if (is_quasi()) {
      std::vector<RandomState<Sobol>> all;
      for (unsigned d = 0; d < dimensions; ++d) all.push_back({Sobol(d, offset)});
      state = all;
    } else if (type == HIPRAND_RNG_PSEUDO_PHILOX4_32_10) {
      state = RandomState<Philox>{Philox(seed, 0, offset)};
    } else if (type == HIPRAND_RNG_PSEUDO_MRG32K3A) {
      state = RandomState<Mrg32k3a>{Mrg32k3a(seed, 0, offset)};
    } else if (type == HIPRAND_RNG_PSEUDO_MT19937) {
      state = RandomState<Mt19937>{Mt19937(seed, 0, offset)};
    } else {
      state = RandomState<Xorwow>{Xorwow(seed, 0, offset)};
    }
  }

  // Calls draw(state) for each number. Of quasi-random ones all of a dimension come together.
  template <typename T, typename Draw>
  hiprandStatus_t fill(T* to, size_t count, Draw draw) {
    if (!to && count != 0) return HIPRAND_STATUS_OUT_OF_RANGE;
    if (is_quasi() && count % dimensions != 0) return HIPRAND_STATUS_LENGTH_NOT_MULTIPLE;
    if (hipStreamSynchronize(stream) != hipSuccess) return HIPRAND_STATUS_PREEXISTING_FAILURE;
    begin();
    std::visit(
        [&](auto& one) {
          if constexpr (std::is_same_v<std::decay_t<decltype(one)>,
                                       std::vector<RandomState<Sobol>>>) {
            for (size_t i = 0; i < count; ++i) to[i] = draw(one[i / (count / dimensions)]);
          } else {
            for (size_t i = 0; i < count; ++i) to[i] = draw(one);
          }
        },
        state);
    return HIPRAND_STATUS_SUCCESS;
  }
};

}  // namespace hip_libraries

using hiprandGenerator_t = hip_libraries::Generator*;
using hiprandGenerator_st = hip_libraries::Generator;

inline hiprandStatus_t hiprandCreateGenerator(hiprandGenerator_t* generator,
                                              hiprandRngType_t type) {
  if (!generator) return HIPRAND_STATUS_OUT_OF_RANGE;
  switch (type) {
    case HIPRAND_RNG_PSEUDO_DEFAULT:
    case HIPRAND_RNG_PSEUDO_XORWOW:
    case HIPRAND_RNG_PSEUDO_MRG32K3A:
    case HIPRAND_RNG_PSEUDO_MT19937:
    case HIPRAND_RNG_PSEUDO_PHILOX4_32_10:
    case HIPRAND_RNG_QUASI_DEFAULT:
    case HIPRAND_RNG_QUASI_SOBOL32:
      break;
    case HIPRAND_RNG_PSEUDO_MTGP32:
    case HIPRAND_RNG_QUASI_SCRAMBLED_SOBOL32:
    case HIPRAND_RNG_QUASI_SOBOL64:
    case HIPRAND_RNG_QUASI_SCRAMBLED_SOBOL64:
      return HIPRAND_STATUS_NOT_IMPLEMENTED;
    default:
      return HIPRAND_STATUS_TYPE_ERROR;
  }
  *generator = new (std::nothrow) hip_libraries::Generator{type};
  return *generator ? HIPRAND_STATUS_SUCCESS : HIPRAND_STATUS_ALLOCATION_FAILED;
}
inline hiprandStatus_t hiprandCreateGeneratorHost(hiprandGenerator_t* generator,
                                                  hiprandRngType_t type) {
  return hiprandCreateGenerator(generator, type);
}
inline hiprandStatus_t hiprandDestroyGenerator(hiprandGenerator_t generator) {
  if (!generator) return HIPRAND_STATUS_NOT_INITIALIZED;
  delete generator;
  return HIPRAND_STATUS_SUCCESS;
}
inline hiprandStatus_t hiprandGetVersion(int* version) {
  if (!version) return HIPRAND_STATUS_OUT_OF_RANGE;
  *version = 201000;
  return HIPRAND_STATUS_SUCCESS;
}
inline hiprandStatus_t hiprandSetStream(hiprandGenerator_t generator, hipStream_t stream) {
  if (!generator) return HIPRAND_STATUS_NOT_INITIALIZED;
  generator->stream = stream;
  return HIPRAND_STATUS_SUCCESS;
}
inline hiprandStatus_t hiprandGenerateSeeds(hiprandGenerator_t generator) {
  if (!generator) return HIPRAND_STATUS_NOT_INITIALIZED;
  generator->begin();
  return HIPRAND_STATUS_SUCCESS;
}
// A seed or an offset begins the sequence again.
inline hiprandStatus_t hiprandSetPseudoRandomGeneratorSeed(hiprandGenerator_t generator,
                                                           unsigned long long seed) {
  if (!generator) return HIPRAND_STATUS_NOT_INITIALIZED;
  if (generator->is_quasi()) return HIPRAND_STATUS_TYPE_ERROR;
  generator->seed = seed;
  generator->is_begun = false;
  return HIPRAND_STATUS_SUCCESS;
}
inline hiprandStatus_t hiprandSetGeneratorOffset(hiprandGenerator_t generator,
                                                 unsigned long long offset) {
  if (!generator) return HIPRAND_STATUS_NOT_INITIALIZED;
  generator->offset = offset;
  generator->is_begun = false;
  return HIPRAND_STATUS_SUCCESS;
}
// There is one order.
inline hiprandStatus_t hiprandSetGeneratorOrdering(hiprandGenerator_t generator,
                                                   hiprandOrdering_t ordering) {
  if (!generator) return HIPRAND_STATUS_NOT_INITIALIZED;
  const bool of_quasi = ordering == HIPRAND_ORDERING_QUASI_DEFAULT;
  return of_quasi == generator->is_quasi() ? HIPRAND_STATUS_SUCCESS : HIPRAND_STATUS_OUT_OF_RANGE;
}
inline hiprandStatus_t hiprandSetQuasiRandomGeneratorDimensions(hiprandGenerator_t generator,
                                                                unsigned dimensions) {
  if (!generator) return HIPRAND_STATUS_NOT_INITIALIZED;
  if (!generator->is_quasi()) return HIPRAND_STATUS_TYPE_ERROR;
  if (dimensions == 0 || dimensions > hip_libraries::Sobol::dimensions)
    return HIPRAND_STATUS_OUT_OF_RANGE;
  generator->dimensions = dimensions;
  generator->is_begun = false;
  return HIPRAND_STATUS_SUCCESS;
}

#define HIP_LIBRARIES_GENERATE(name, T, parameters, ...)                              \
  inline hiprandStatus_t hiprandGenerate##name parameters {                           \
    if (!generator) return HIPRAND_STATUS_NOT_INITIALIZED;                            \
    return generator->fill(to, count, [&](auto& state) -> T { return __VA_ARGS__; }); \
  }
#define HIP_LIBRARIES_TO(T) (hiprandGenerator_t generator, T * to, size_t count)
#define HIP_LIBRARIES_TO_NORMAL(T) \
  (hiprandGenerator_t generator, T * to, size_t count, T mean, T deviation)
HIP_LIBRARIES_GENERATE(, unsigned, HIP_LIBRARIES_TO(unsigned), state.engine.next())
HIP_LIBRARIES_GENERATE(Char, unsigned char, HIP_LIBRARIES_TO(unsigned char),
                       static_cast<unsigned char>(state.engine.next()))
HIP_LIBRARIES_GENERATE(Short, unsigned short, HIP_LIBRARIES_TO(unsigned short),
                       static_cast<unsigned short>(state.engine.next()))
HIP_LIBRARIES_GENERATE(Uniform, float, HIP_LIBRARIES_TO(float),
                       hip_libraries::uniform_float(state.engine))
HIP_LIBRARIES_GENERATE(UniformDouble, double, HIP_LIBRARIES_TO(double),
                       hip_libraries::uniform_double(state.engine))
HIP_LIBRARIES_GENERATE(Normal, float, HIP_LIBRARIES_TO_NORMAL(float),
                       mean + deviation * hip_libraries::normal<float>(state))
HIP_LIBRARIES_GENERATE(NormalDouble, double, HIP_LIBRARIES_TO_NORMAL(double),
                       mean + deviation * hip_libraries::normal<double>(state))
HIP_LIBRARIES_GENERATE(LogNormal, float, HIP_LIBRARIES_TO_NORMAL(float),
                       std::exp(mean + deviation * hip_libraries::normal<float>(state)))
HIP_LIBRARIES_GENERATE(LogNormalDouble, double, HIP_LIBRARIES_TO_NORMAL(double),
                       std::exp(mean + deviation * hip_libraries::normal<double>(state)))
HIP_LIBRARIES_GENERATE(Poisson, unsigned,
                       (hiprandGenerator_t generator, unsigned* to, size_t count, double mean),
                       hip_libraries::poisson(state, mean))
#undef HIP_LIBRARIES_GENERATE
#undef HIP_LIBRARIES_TO
#undef HIP_LIBRARIES_TO_NORMAL

#include <hip_cpu/restore_macros.hpp>
