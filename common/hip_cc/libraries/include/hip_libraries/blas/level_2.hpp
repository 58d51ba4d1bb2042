// hipBLAS, level 2: matrices, columns first, and vectors.
#pragma once

#include <hip_libraries/blas/level_1.hpp>

#define HIP_LIBRARIES_GENERAL(X, x, T)                                                            \
  inline hipblasStatus_t hipblas##X##gemv(hipblasHandle_t handle, hipblasOperation_t op, int m,   \
                                          int n, const T* alpha, const T* a, int lda, const T* v, \
                                          int step_v, const T* beta, T* to, int step_to) {        \
    HIP_LIBRARIES_ENUMS(op);                                                                      \
    HIP_LIBRARIES_BLAS(m >= 0 && n >= 0 && lda >= hip_libraries::most(1, m) && step_v != 0 &&     \
                       step_to != 0 && alpha && beta);                                            \
    if (m == 0 || n == 0) return HIPBLAS_STATUS_SUCCESS;                                          \
    cblas_##x##gemv(CblasColMajor, hip_libraries::to_cblas(op), m, n,                             \
                    hip_libraries::by_value(alpha), a, lda, v, step_v,                            \
                    hip_libraries::by_value(beta), to, step_to);                                  \
    hip_libraries::wrote_vector(to, hip_libraries::chosen(op, m, n), step_to);                    \
    return HIPBLAS_STATUS_SUCCESS;                                                                \
  }                                                                                               \
  inline hipblasStatus_t hipblas##X##trmv(hipblasHandle_t handle, hipblasFillMode_t fill,         \
                                          hipblasOperation_t op, hipblasDiagType_t diag, int n,   \
                                          const T* a, int lda, T* v, int step) {                  \
    HIP_LIBRARIES_ENUMS(fill, op, diag);                                                          \
    HIP_LIBRARIES_BLAS(n >= 0 && lda >= hip_libraries::most(1, n) && step != 0);                  \
    cblas_##x##trmv(CblasColMajor, hip_libraries::to_cblas(fill), hip_libraries::to_cblas(op),    \
                    hip_libraries::to_cblas(diag), n, a, lda, v, step);                           \
    hip_libraries::wrote_vector(v, n, step);                                                      \
    return HIPBLAS_STATUS_SUCCESS;                                                                \
  }                                                                                               \
  inline hipblasStatus_t hipblas##X##trsv(hipblasHandle_t handle, hipblasFillMode_t fill,         \
                                          hipblasOperation_t op, hipblasDiagType_t diag, int n,   \
                                          const T* a, int lda, T* v, int step) {                  \
    HIP_LIBRARIES_ENUMS(fill, op, diag);                                                          \
    HIP_LIBRARIES_BLAS(n >= 0 && lda >= hip_libraries::most(1, n) && step != 0);                  \
    cblas_##x##trsv(CblasColMajor, hip_libraries::to_cblas(fill), hip_libraries::to_cblas(op),    \
                    hip_libraries::to_cblas(diag), n, a, lda, v, step);                           \
    hip_libraries::wrote_vector(v, n, step);                                                      \
    return HIPBLAS_STATUS_SUCCESS;                                                                \
  }
HIP_LIBRARIES_ALL(HIP_LIBRARIES_GENERAL)
#undef HIP_LIBRARIES_GENERAL

#define HIP_LIBRARIES_GER(name, function, T)                                                     \
  inline hipblasStatus_t name(hipblasHandle_t handle, int m, int n, const T* alpha, const T* v,  \
                              int step_v, const T* w, int step_w, T* a, int lda) {               \
    HIP_LIBRARIES_BLAS(m >= 0 && n >= 0 && lda >= hip_libraries::most(1, m) && step_v != 0 &&    \
                       step_w != 0 && alpha);                                                    \
    function(CblasColMajor, m, n, hip_libraries::by_value(alpha), v, step_v, w, step_w, a, lda); \
    hip_libraries::wrote_matrix(a, m, n, lda);                                                   \
    return HIPBLAS_STATUS_SUCCESS;                                                               \
  }
HIP_LIBRARIES_GER(hipblasSger, cblas_sger, float)
HIP_LIBRARIES_GER(hipblasDger, cblas_dger, double)
HIP_LIBRARIES_GER(hipblasCgeru, cblas_cgeru, hipblasComplex)
HIP_LIBRARIES_GER(hipblasCgerc, cblas_cgerc, hipblasComplex)
HIP_LIBRARIES_GER(hipblasZgeru, cblas_zgeru, hipblasDoubleComplex)
HIP_LIBRARIES_GER(hipblasZgerc, cblas_zgerc, hipblasDoubleComplex)
#undef HIP_LIBRARIES_GER

// Symmetric or Hermitian matrices: one product and two updates.
#define HIP_LIBRARIES_SYMMETRIC(mv, r, r2, c_mv, c_r, c_r2, T, Real)                               \
  inline hipblasStatus_t mv(hipblasHandle_t handle, hipblasFillMode_t fill, int n, const T* alpha, \
                            const T* a, int lda, const T* v, int step_v, const T* beta, T* to,     \
                            int step_to) {                                                         \
    HIP_LIBRARIES_ENUMS(fill);                                                                     \
    HIP_LIBRARIES_BLAS(n >= 0 && lda >= hip_libraries::most(1, n) && step_v != 0 &&                \
                       step_to != 0 && alpha && beta);                                             \
    c_mv(CblasColMajor, hip_libraries::to_cblas(fill), n, hip_libraries::by_value(alpha), a, lda,  \
         v, step_v, hip_libraries::by_value(beta), to, step_to);                                   \
    hip_libraries::wrote_vector(to, n, step_to);                                                   \
    return HIPBLAS_STATUS_SUCCESS;                                                                 \
  }                                                                                                \
  inline hipblasStatus_t r(hipblasHandle_t handle, hipblasFillMode_t fill, int n,                  \
                           const Real* alpha, const T* v, int step_v, T* a, int lda) {             \
    HIP_LIBRARIES_ENUMS(fill);                                                                     \
    HIP_LIBRARIES_BLAS(n >= 0 && lda >= hip_libraries::most(1, n) && step_v != 0 && alpha);        \
    c_r(CblasColMajor, hip_libraries::to_cblas(fill), n, *alpha, v, step_v, a, lda);               \
    hip_libraries::wrote_matrix(a, n, n, lda);                                                     \
    return HIPBLAS_STATUS_SUCCESS;                                                                 \
  }                                                                                                \
  inline hipblasStatus_t r2(hipblasHandle_t handle, hipblasFillMode_t fill, int n, const T* alpha, \
                            const T* v, int step_v, const T* w, int step_w, T* a, int lda) {       \
    HIP_LIBRARIES_ENUMS(fill);                                                                     \
    HIP_LIBRARIES_BLAS(n >= 0 && lda >= hip_libraries::most(1, n) && step_v != 0 && step_w != 0 && \
                       alpha);                                                                     \
    c_r2(CblasColMajor, hip_libraries::to_cblas(fill), n, hip_libraries::by_value(alpha), v,       \
         step_v, w, step_w, a, lda);                                                               \
    hip_libraries::wrote_matrix(a, n, n, lda);                                                     \
    return HIPBLAS_STATUS_SUCCESS;                                                                 \
  }
HIP_LIBRARIES_SYMMETRIC(hipblasSsymv, hipblasSsyr, hipblasSsyr2, cblas_ssymv, cblas_ssyr,
                        cblas_ssyr2, float, float)
HIP_LIBRARIES_SYMMETRIC(hipblasDsymv, hipblasDsyr, hipblasDsyr2, cblas_dsymv, cblas_dsyr,
                        cblas_dsyr2, double, double)
HIP_LIBRARIES_SYMMETRIC(hipblasChemv, hipblasCher, hipblasCher2, cblas_chemv, cblas_cher,
                        cblas_cher2, hipblasComplex, float)
HIP_LIBRARIES_SYMMETRIC(hipblasZhemv, hipblasZher, hipblasZher2, cblas_zhemv, cblas_zher,
                        cblas_zher2, hipblasDoubleComplex, double)
#undef HIP_LIBRARIES_SYMMETRIC
