// Values that functions of the C library write through pointers.
#include "tests/hip_cpu/check/case.hpp"

// case sincosf_past_the_end
//   out-of-bounds cosines [call]
__global__ void sincosf_past_the_end(float* sines, float* cosines, const float* in) {
  const unsigned i = threadIdx.x;
  sincosf(in[i], &sines[i], &cosines[i + 1]);  // [call]
}
CASE(sincosf_past_the_end) {
  RUN(sincosf_past_the_end, (1), (8), output<float>("sines", 8), scratch<float>("cosines", 8),
      input<float>("in", 8));
}

// case sincospif_in_front
//   out-of-bounds sines [call]
__global__ void sincospif_in_front(float* sines, float* cosines, const float* in) {
  const int i = static_cast<int>(threadIdx.x);
  sincospif(in[i], &sines[i - 1], &cosines[i]);  // [call]
}
CASE(sincospif_in_front) {
  RUN(sincospif_in_front, (1), (8), scratch<float>("sines", 8), output<float>("cosines", 8),
      input<float>("in", 8));
}

// case modff_into_one
//   race whole [call] [call]
__global__ void modff_into_one(float* parts, float* whole, const float* in) {
  parts[threadIdx.x] = modff(in[threadIdx.x] * 1.5f, whole);  // [call]
}
CASE(modff_into_one) {
  RUN(modff_into_one, (1), (8), output<float>("parts", 8), scratch<float>("whole", 1),
      input<float>("in", 8));
}

// case frexpf_without_barrier
//   race exponents [read] [call]
__global__ void frexpf_without_barrier(int* out, const float* in) {
  __shared__ int exponents[64];
  const unsigned i = threadIdx.x;
  static_cast<void>(frexpf(in[i], &exponents[i]));  // [call]
  out[i] = exponents[63 - i];                       // [read]
}
CASE(frexpf_without_barrier) {
  RUN(frexpf_without_barrier, (1), (64), output<int>("out", 64), input<float>("in", 64));
}

// case remquof_to_nowhere
//   wild-pointer - [call]
__global__ void remquof_to_nowhere(float* out, const float* in, int* quotients) {
  out[threadIdx.x] = remquof(in[threadIdx.x], 3, quotients);  // [call]
}
CASE(remquof_to_nowhere) {
  RUN(remquof_to_nowhere, (1), (4), output<float>("out", 4), input<float>("in", 4),
      static_cast<int*>(nullptr));
}

// case lgammaf_r_between_blocks
//   race sign [call] [call]
__global__ void lgammaf_r_between_blocks(float* out, int* sign, const float* in) {
  const unsigned i = blockIdx.x;
  out[i] = lgammaf_r(i % 2 == 0 ? in[i] + 1.5f : 0.5f - in[i], sign);  // [call]
}
CASE(lgammaf_r_between_blocks) {
  RUN(lgammaf_r_between_blocks, (4), (1), output<float>("out", 4), scratch<int>("sign", 1),
      input<float>("in", 4));
}

// case modf_past_the_end
//   out-of-bounds whole [call]
__global__ void modf_past_the_end(double* parts, double* whole, const double* in) {
  const unsigned i = threadIdx.x;
  parts[i] = std::modf(in[i], &whole[i + 1]);  // [call]
}
CASE(modf_past_the_end) {
  RUN(modf_past_the_end, (1), (8), output<double>("parts", 8), scratch<double>("whole", 8),
      input<double>("in", 8));
}

// case library_writes_own_elements
__global__ void library_writes_own_elements(float* sines, float* cosines, float* parts,
                                            float* whole, int* exponents, const float* in) {
  __shared__ int shared[8];
  const unsigned i = threadIdx.x;
  sincosf(in[i], &sines[i], &cosines[i]);
  parts[i] = modff(in[i] + sines[i], &whole[i]);
  static_cast<void>(frexpf(in[i] + 1, &shared[i]));
  __syncthreads();
  exponents[i] = shared[7 - i];
}
CASE(library_writes_own_elements) {
  RUN(library_writes_own_elements, (1), (8), output<float>("sines", 8), output<float>("cosines", 8),
      output<float>("parts", 8), output<float>("whole", 8), output<int>("exponents", 8),
      input<float>("in", 8));
}

// case library_writes_locals
__global__ void library_writes_locals(float* out, const float* in) {
  const unsigned i = threadIdx.x;
  float sine, cosine, whole;
  double more;
  int exponent, quotient, sign;
  sincosf(in[i], &sine, &cosine);
  sincospif(in[i], &sine, &cosine);
  out[i] = modff(in[i], &whole) + sine * cosine + frexpf(in[i] + 1, &exponent) +
           remquof(in[i], 3, &quotient) + lgammaf_r(in[i] + 1, &sign) +
           static_cast<float>(std::modf(double{in[i]}, &more)) +
           static_cast<float>(exponent + quotient + sign) + whole + static_cast<float>(more);
}
CASE(library_writes_locals) {
  RUN(library_writes_locals, (1), (4), output<float>("out", 4), input<float>("in", 4));
}
