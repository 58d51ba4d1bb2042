// hipRAND's functions for kernels: XORWOW, Philox4x32-10, MRG32k3a and Sobol's sequence. A state is
// the thread's own; two threads that share one race.
#pragma once

#include <hip_cpu/set_macros_aside.hpp>

#include <hip/hip_runtime.h>

#include <hip_libraries/rand/distributions.hpp>

#define HIPRAND_DEVICE

using hiprandStateXORWOW_t = hip_libraries::RandomState<hip_libraries::Xorwow>;
using hiprandStatePhilox4_32_10_t = hip_libraries::RandomState<hip_libraries::Philox>;
using hiprandStateMRG32k3a_t = hip_libraries::RandomState<hip_libraries::Mrg32k3a>;
using hiprandStateSobol32_t = hip_libraries::RandomState<hip_libraries::Sobol>;
using hiprandStateXORWOW = hiprandStateXORWOW_t;
using hiprandStatePhilox4_32_10 = hiprandStatePhilox4_32_10_t;
using hiprandStateMRG32k3a = hiprandStateMRG32k3a_t;
using hiprandStateSobol32 = hiprandStateSobol32_t;
using hiprandState_t = hiprandStateXORWOW_t;
using hiprandState = hiprandStateXORWOW_t;

template <typename Engine>
using hip_libraries_state = hip_libraries::RandomState<Engine>;

template <typename Engine>
void hiprand_init(unsigned long long seed, unsigned long long subsequence,
                  unsigned long long offset, hip_libraries_state<Engine>* state) {
  *state = {Engine(seed, subsequence, offset)};
}

template <typename Engine>
unsigned hiprand(hip_libraries_state<Engine>* state) {
  return state->engine.next();
}
template <typename Engine>
uint4 hiprand4(hip_libraries_state<Engine>* state) {
  const unsigned a = hiprand(state), b = hiprand(state), c = hiprand(state);
  return {a, b, c, hiprand(state)};
}
template <typename Engine>
void skipahead(unsigned long long count, hip_libraries_state<Engine>* state) {
  state->engine.skip(count);
}
template <typename Engine>
void skipahead_sequence(unsigned long long count, hip_libraries_state<Engine>* state) {
  state->engine.skip_subsequences(count);
}
template <typename Engine>
void skipahead_subsequence(unsigned long long count, hip_libraries_state<Engine>* state) {
  state->engine.skip_subsequences(count);
}

// hiprand_<name>(state, ...), and the forms that give two or four at a time.
#define HIP_LIBRARIES_RANDOM(name, T, suffix, parameters, arguments, ...)               \
  template <typename Engine>                                                            \
  T hiprand_##name##suffix parameters {                                                 \
    return __VA_ARGS__;                                                                 \
  }                                                                                     \
  template <typename Engine>                                                            \
  T##2 hiprand_##name##2##suffix parameters {                                           \
    const T a = hiprand_##name##suffix arguments;                                       \
    return {a, hiprand_##name##suffix arguments};                                       \
  }                                                                                     \
  template <typename Engine>                                                            \
  T##4 hiprand_##name##4##suffix parameters {                                           \
    const T a = hiprand_##name##suffix arguments, b = hiprand_##name##suffix arguments, \
            c = hiprand_##name##suffix arguments;                                       \
    return {a, b, c, hiprand_##name##suffix arguments};                                 \
  }
#define HIP_LIBRARIES_STATE hip_libraries_state<Engine>* state
HIP_LIBRARIES_RANDOM(uniform, float, , (HIP_LIBRARIES_STATE), (state),
                     hip_libraries::uniform_float(state->engine))
HIP_LIBRARIES_RANDOM(uniform, double, _double, (HIP_LIBRARIES_STATE), (state),
                     hip_libraries::uniform_double(state->engine))
HIP_LIBRARIES_RANDOM(normal, float, , (HIP_LIBRARIES_STATE), (state),
                     hip_libraries::normal<float>(*state))
HIP_LIBRARIES_RANDOM(normal, double, _double, (HIP_LIBRARIES_STATE), (state),
                     hip_libraries::normal<double>(*state))
HIP_LIBRARIES_RANDOM(log_normal, float, , (HIP_LIBRARIES_STATE, float mean, float deviation),
                     (state, mean, deviation),
                     std::exp(mean + deviation * hip_libraries::normal<float>(*state)))
HIP_LIBRARIES_RANDOM(log_normal, double, _double,
                     (HIP_LIBRARIES_STATE, double mean, double deviation), (state, mean, deviation),
                     std::exp(mean + deviation * hip_libraries::normal<double>(*state)))
#undef HIP_LIBRARIES_RANDOM
#undef HIP_LIBRARIES_STATE

template <typename Engine>
unsigned hiprand_poisson(hip_libraries_state<Engine>* state, double mean) {
  return hip_libraries::poisson(*state, mean);
}
template <typename Engine>
uint4 hiprand_poisson4(hip_libraries_state<Engine>* state, double mean) {
  const unsigned a = hiprand_poisson(state, mean), b = hiprand_poisson(state, mean),
                 c = hiprand_poisson(state, mean);
  return {a, b, c, hiprand_poisson(state, mean)};
}

#include <hip_cpu/restore_macros.hpp>
