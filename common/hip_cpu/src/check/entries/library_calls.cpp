// Functions of the C library that write through their parameters, as checked kernels call them
// (<hip_cpu/math.hpp>). Each write is announced and made before the next one is announced, because
// the checker recognises a race of equal values by the memory's contents when its thread goes on.
#include <math.h>

#include "hip_cpu/check/detectors/accesses.hpp"
#include "hip_cpu/check/entries/this_thread.hpp"

namespace hip_cpu::check {
namespace {

template <typename T>
T* written_by_library(T* to, const void* code) {
  const auto address = reinterpret_cast<Address>(to);
  if (active) {
    check(*active, {address, sizeof(T), Kind::write, code, true, false});
  } else if (probe) {
    probe->access(address, sizeof(T), Kind::write);
  }
  return to;
}

}  // namespace
}  // namespace hip_cpu::check

#define TO(pointer) hip_cpu::check::written_by_library(pointer, __builtin_return_address(0))

extern "C" {

void hip_cpu_checked_sincos(double x, double* sine, double* cosine) {
  double of_sine, of_cosine;
  ::sincos(x, &of_sine, &of_cosine);
  *TO(sine) = of_sine;
  *TO(cosine) = of_cosine;
}
void hip_cpu_checked_sincosf(float x, float* sine, float* cosine) {
  float of_sine, of_cosine;
  ::sincosf(x, &of_sine, &of_cosine);
  *TO(sine) = of_sine;
  *TO(cosine) = of_cosine;
}
double hip_cpu_checked_modf(double x, double* whole) { return ::modf(x, TO(whole)); }
float hip_cpu_checked_modff(float x, float* whole) { return ::modff(x, TO(whole)); }
double hip_cpu_checked_frexp(double x, int* exponent) { return ::frexp(x, TO(exponent)); }
float hip_cpu_checked_frexpf(float x, int* exponent) { return ::frexpf(x, TO(exponent)); }
double hip_cpu_checked_remquo(double x, double y, int* quotient) {
  return ::remquo(x, y, TO(quotient));
}
float hip_cpu_checked_remquof(float x, float y, int* quotient) {
  return ::remquof(x, y, TO(quotient));
}
double hip_cpu_checked_lgamma_r(double x, int* sign) { return ::lgamma_r(x, TO(sign)); }
float hip_cpu_checked_lgammaf_r(float x, int* sign) { return ::lgammaf_r(x, TO(sign)); }

}  // extern "C"
