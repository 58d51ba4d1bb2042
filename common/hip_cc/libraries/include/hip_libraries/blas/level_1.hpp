// hipBLAS, level 1: vectors. Results and factors are read and written through their pointers in
// either pointer mode, since the host reaches all memory. Indices count from 1.
#pragma once

#include <hip_libraries/blas/types.hpp>

// F(letter, lower-case letter, type) for each type.
#define HIP_LIBRARIES_REAL(F) F(S, s, float) F(D, d, double)
#define HIP_LIBRARIES_COMPLEX(F) F(C, c, hipblasComplex) F(Z, z, hipblasDoubleComplex)
#define HIP_LIBRARIES_ALL(F) HIP_LIBRARIES_REAL(F) HIP_LIBRARIES_COMPLEX(F)

#define HIP_LIBRARIES_LEVEL_1(X, x, T)                                                           \
  inline hipblasStatus_t hipblas##X##axpy(hipblasHandle_t handle, int n, const T* alpha,         \
                                          const T* a, int step_a, T* b, int step_b) {            \
    HIP_LIBRARIES_BLAS(n <= 0 || (alpha && a && b));                                             \
    if (n <= 0) return HIPBLAS_STATUS_SUCCESS;                                                   \
    cblas_##x##axpy(n, hip_libraries::by_value(alpha), a, step_a, b, step_b);                    \
    hip_libraries::wrote_vector(b, n, step_b);                                                   \
    return HIPBLAS_STATUS_SUCCESS;                                                               \
  }                                                                                              \
  inline hipblasStatus_t hipblas##X##scal(hipblasHandle_t handle, int n, const T* alpha, T* a,   \
                                          int step) {                                            \
    HIP_LIBRARIES_BLAS(n <= 0 || (alpha && a));                                                  \
    if (n <= 0 || step <= 0) return HIPBLAS_STATUS_SUCCESS;                                      \
    cblas_##x##scal(n, hip_libraries::by_value(alpha), a, step);                                 \
    hip_libraries::wrote_vector(a, n, step);                                                     \
    return HIPBLAS_STATUS_SUCCESS;                                                               \
  }                                                                                              \
  inline hipblasStatus_t hipblas##X##copy(hipblasHandle_t handle, int n, const T* a, int step_a, \
                                          T* b, int step_b) {                                    \
    HIP_LIBRARIES_BLAS(n <= 0 || (a && b));                                                      \
    if (n <= 0) return HIPBLAS_STATUS_SUCCESS;                                                   \
    cblas_##x##copy(n, a, step_a, b, step_b);                                                    \
    hip_libraries::wrote_vector(b, n, step_b);                                                   \
    return HIPBLAS_STATUS_SUCCESS;                                                               \
  }                                                                                              \
  inline hipblasStatus_t hipblas##X##swap(hipblasHandle_t handle, int n, T* a, int step_a, T* b, \
                                          int step_b) {                                          \
    HIP_LIBRARIES_BLAS(n <= 0 || (a && b));                                                      \
    if (n <= 0) return HIPBLAS_STATUS_SUCCESS;                                                   \
    cblas_##x##swap(n, a, step_a, b, step_b);                                                    \
    hip_libraries::wrote_vector(a, n, step_a);                                                   \
    hip_libraries::wrote_vector(b, n, step_b);                                                   \
    return HIPBLAS_STATUS_SUCCESS;                                                               \
  }                                                                                              \
  inline hipblasStatus_t hipblasI##x##amax(hipblasHandle_t handle, int n, const T* a, int step,  \
                                           int* result) {                                        \
    HIP_LIBRARIES_BLAS(result && (n <= 0 || a));                                                 \
    const bool is_empty = n <= 0 || step <= 0;                                                   \
    *result = is_empty ? 0 : static_cast<int>(cblas_i##x##amax(n, a, step)) + 1;                 \
    return HIPBLAS_STATUS_SUCCESS;                                                               \
  }                                                                                              \
  inline hipblasStatus_t hipblasI##x##amin(hipblasHandle_t handle, int n, const T* a, int step,  \
                                           int* result) {                                        \
    HIP_LIBRARIES_BLAS(result && (n <= 0 || a));                                                 \
    const bool is_empty = n <= 0 || step <= 0;                                                   \
    *result = is_empty ? 0 : static_cast<int>(cblas_i##x##amin(n, a, step)) + 1;                 \
    return HIPBLAS_STATUS_SUCCESS;                                                               \
  }
HIP_LIBRARIES_ALL(HIP_LIBRARIES_LEVEL_1)
#undef HIP_LIBRARIES_LEVEL_1

// Norms are real, and so named: hipblasScnrm2.
#define HIP_LIBRARIES_NORM(name, function, T, Real)                                                \
  inline hipblasStatus_t name(hipblasHandle_t handle, int n, const T* a, int step, Real* result) { \
    HIP_LIBRARIES_BLAS(result && (n <= 0 || a));                                                   \
    *result = n <= 0 || step <= 0 ? 0 : function(n, a, step);                                      \
    return HIPBLAS_STATUS_SUCCESS;                                                                 \
  }
HIP_LIBRARIES_NORM(hipblasSnrm2, cblas_snrm2, float, float)
HIP_LIBRARIES_NORM(hipblasDnrm2, cblas_dnrm2, double, double)
HIP_LIBRARIES_NORM(hipblasScnrm2, cblas_scnrm2, hipblasComplex, float)
HIP_LIBRARIES_NORM(hipblasDznrm2, cblas_dznrm2, hipblasDoubleComplex, double)
HIP_LIBRARIES_NORM(hipblasSasum, cblas_sasum, float, float)
HIP_LIBRARIES_NORM(hipblasDasum, cblas_dasum, double, double)
HIP_LIBRARIES_NORM(hipblasScasum, cblas_scasum, hipblasComplex, float)
HIP_LIBRARIES_NORM(hipblasDzasum, cblas_dzasum, hipblasDoubleComplex, double)
#undef HIP_LIBRARIES_NORM

#define HIP_LIBRARIES_DOT(X, x, T)                                                              \
  inline hipblasStatus_t hipblas##X##dot(hipblasHandle_t handle, int n, const T* a, int step_a, \
                                         const T* b, int step_b, T* result) {                   \
    HIP_LIBRARIES_BLAS(result && (n <= 0 || (a && b)));                                         \
    *result = n <= 0 ? 0 : cblas_##x##dot(n, a, step_a, b, step_b);                             \
    return HIPBLAS_STATUS_SUCCESS;                                                              \
  }                                                                                             \
  inline hipblasStatus_t hipblas##X##rot(hipblasHandle_t handle, int n, T* a, int step_a, T* b, \
                                         int step_b, const T* cosine, const T* sine) {          \
    HIP_LIBRARIES_BLAS(n <= 0 || (a && b && cosine && sine));                                   \
    if (n <= 0) return HIPBLAS_STATUS_SUCCESS;                                                  \
    cblas_##x##rot(n, a, step_a, b, step_b, *cosine, *sine);                                    \
    hip_libraries::wrote_vector(a, n, step_a);                                                  \
    hip_libraries::wrote_vector(b, n, step_b);                                                  \
    return HIPBLAS_STATUS_SUCCESS;                                                              \
  }                                                                                             \
  inline hipblasStatus_t hipblas##X##rotg(hipblasHandle_t handle, T* a, T* b, T* cosine,        \
                                          T* sine) {                                            \
    HIP_LIBRARIES_BLAS(a&& b&& cosine&& sine);                                                  \
    cblas_##x##rotg(a, b, cosine, sine);                                                        \
    for (T* const to : {a, b, cosine, sine}) hip_libraries::wrote_vector(to, 1, 1);             \
    return HIPBLAS_STATUS_SUCCESS;                                                              \
  }
HIP_LIBRARIES_REAL(HIP_LIBRARIES_DOT)
#undef HIP_LIBRARIES_DOT

#define HIP_LIBRARIES_DOT(name, function, T)                                                     \
  inline hipblasStatus_t name(hipblasHandle_t handle, int n, const T* a, int step_a, const T* b, \
                              int step_b, T* result) {                                           \
    HIP_LIBRARIES_BLAS(result && (n <= 0 || (a && b)));                                          \
    if (n <= 0)                                                                                  \
      *result = T{};                                                                             \
    else                                                                                         \
      function(n, a, step_a, b, step_b, result);                                                 \
    hip_libraries::wrote_vector(result, 1, 1);                                                   \
    return HIPBLAS_STATUS_SUCCESS;                                                               \
  }
HIP_LIBRARIES_DOT(hipblasCdotu, cblas_cdotu_sub, hipblasComplex)
HIP_LIBRARIES_DOT(hipblasCdotc, cblas_cdotc_sub, hipblasComplex)
HIP_LIBRARIES_DOT(hipblasZdotu, cblas_zdotu_sub, hipblasDoubleComplex)
HIP_LIBRARIES_DOT(hipblasZdotc, cblas_zdotc_sub, hipblasDoubleComplex)
#undef HIP_LIBRARIES_DOT

#define HIP_LIBRARIES_REAL_SCAL(name, function, T, Real)                                          \
  inline hipblasStatus_t name(hipblasHandle_t handle, int n, const Real* alpha, T* a, int step) { \
    HIP_LIBRARIES_BLAS(n <= 0 || (alpha && a));                                                   \
    if (n <= 0 || step <= 0) return HIPBLAS_STATUS_SUCCESS;                                       \
    function(n, *alpha, a, step);                                                                 \
    hip_libraries::wrote_vector(a, n, step);                                                      \
    return HIPBLAS_STATUS_SUCCESS;                                                                \
  }
HIP_LIBRARIES_REAL_SCAL(hipblasCsscal, cblas_csscal, hipblasComplex, float)
HIP_LIBRARIES_REAL_SCAL(hipblasZdscal, cblas_zdscal, hipblasDoubleComplex, double)
#undef HIP_LIBRARIES_REAL_SCAL
