// Distributions of hipRAND over any engine. Uniform numbers are in (0, 1]; normal ones come in
// pairs, by Box and Muller, of which an engine's state keeps the second.
#pragma once

#include <cmath>
#include <cstdint>
#include <hip_libraries/rand/engines.hpp>
#include <hip_libraries/rand/sobol.hpp>
#include <type_traits>

namespace hip_libraries {

template <typename Engine>
struct RandomState {
  Engine engine;
  bool has_float = false, has_double = false;
  float kept_float = 0;
  double kept_double = 0;
};

constexpr double two_to_minus_32 = 1.0 / 4294967296.0;
constexpr double two_to_minus_53 = 1.0 / 9007199254740992.0;
constexpr double two_pi = 6.283185307179586;

template <typename Engine>
float uniform_float(Engine& engine) {
  const std::uint32_t x = engine.next();
  if constexpr (std::is_same_v<Engine, Mrg32k3a>) {
    return static_cast<float>(x * (1.0 / static_cast<double>(Mrg32k3a::m1)));
  } else {
    const auto scale = static_cast<float>(two_to_minus_32);
    return scale + static_cast<float>(x) * scale;
  }
}

// A uniform number of 53 bits where the engine gives them in two numbers.
template <typename Engine>
double uniform_double(Engine& engine) {
  if constexpr (std::is_same_v<Engine, Mrg32k3a>) {
    return engine.next() * (1.0 / static_cast<double>(Mrg32k3a::m1));
  } else if constexpr (std::is_same_v<Engine, Sobol>) {
    return two_to_minus_32 + engine.next() * two_to_minus_32;
  } else {
    const std::uint64_t first = engine.next(), second = engine.next();
    const std::uint64_t bits = (first ^ second << 21) & ((std::uint64_t{1} << 53) - 1);
    return two_to_minus_53 + static_cast<double>(bits) * two_to_minus_53;
  }
}

template <typename T, typename Engine>
T uniform(Engine& engine) {
  if constexpr (std::is_same_v<T, float>)
    return uniform_float(engine);
  else
    return uniform_double(engine);
}

// The number below which a normal one is with this probability: a rational guess (Abramowitz and
// Stegun, 26.2.23), made better by Newton's method.
inline double normal_quantile(double probability) {
  const double p = probability < 0.5 ? probability : 1 - probability;
  if (p <= 0) return probability < 0.5 ? -8.3 : 8.3;
  const double t = std::sqrt(-2 * std::log(p));
  double x = t - (2.515517 + t * (0.802853 + t * 0.010328)) /
                     (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
  for (int step = 0; step < 3; ++step) {
    const double above = 0.5 * std::erfc(x / std::sqrt(2.0));
    x += (above - p) * std::sqrt(two_pi) * std::exp(0.5 * x * x);
  }
  return probability < 0.5 ? -x : x;
}

template <typename T, typename Engine>
T normal(RandomState<Engine>& state) {
  if constexpr (std::is_same_v<Engine, Sobol>) {
    // Neighbours of a quasi-random sequence are no pairs.
    return static_cast<T>(normal_quantile(uniform_double(state.engine)));
  } else {
    bool& has = std::is_same_v<T, float> ? state.has_float : state.has_double;
    if (has) {
      has = false;
      if constexpr (std::is_same_v<T, float>)
        return state.kept_float;
      else
        return state.kept_double;
    }
    const T u = uniform<T>(state.engine), v = uniform<T>(state.engine);
    const T radius = std::sqrt(T(-2) * std::log(u)), angle = static_cast<T>(two_pi) * v;
    has = true;
    if constexpr (std::is_same_v<T, float>)
      state.kept_float = radius * std::cos(angle);
    else
      state.kept_double = radius * std::cos(angle);
    return radius * std::sin(angle);
  }
}

// Multiplies uniform numbers where the mean is small, else uses Hormann's transformed rejection
// (Insurance: Mathematics and Economics 12, 1993).
template <typename Engine>
unsigned poisson(RandomState<Engine>& state, double mean) {
  if (mean < 10) {
    const double limit = std::exp(-mean);
    double product = uniform_double(state.engine);
    unsigned count = 0;
    for (; product > limit; ++count) product *= uniform_double(state.engine);
    return count;
  }
  const double b = 0.931 + 2.53 * std::sqrt(mean), a = -0.059 + 0.02483 * b;
  const double inverse_alpha = 1.1239 + 1.1328 / (b - 3.4), v_r = 0.9277 - 3.6224 / (b - 2);
  for (;;) {
    const double u = uniform_double(state.engine) - 0.5, v = uniform_double(state.engine);
    const double from_edge = 0.5 - std::fabs(u);
    const double k = std::floor((2 * a / from_edge + b) * u + mean + 0.43);
    if (from_edge >= 0.07 && v <= v_r) return static_cast<unsigned>(k);
    if (k < 0 || (from_edge < 0.013 && v > from_edge)) continue;
    if (std::log(v * inverse_alpha / (a / (from_edge * from_edge) + b)) <=
        k * std::log(mean) - mean - std::lgamma(k + 1))
      return static_cast<unsigned>(k);
  }
}

}  // namespace hip_libraries
