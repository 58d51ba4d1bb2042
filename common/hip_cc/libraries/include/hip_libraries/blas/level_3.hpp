// hipBLAS, level 3: products of matrices, columns first, one by one and in batches, and what adds
// or scales them.
#pragma once

#include <hip_libraries/blas/level_2.hpp>

#define HIP_LIBRARIES_GEMM(X, x, T)                                                                \
  inline hipblasStatus_t hipblas##X##gemm(hipblasHandle_t handle, hipblasOperation_t op_a,         \
                                          hipblasOperation_t op_b, int m, int n, int k,            \
                                          const T* alpha, const T* a, int lda, const T* b,         \
                                          int ldb, const T* beta, T* c, int ldc) {                 \
    HIP_LIBRARIES_ENUMS(op_a, op_b);                                                               \
    HIP_LIBRARIES_BLAS(m >= 0 && n >= 0 && k >= 0 && alpha && beta &&                              \
                       lda >= hip_libraries::most(1, hip_libraries::chosen(op_a, m, k)) &&         \
                       ldb >= hip_libraries::most(1, hip_libraries::chosen(op_b, k, n)) &&         \
                       ldc >= hip_libraries::most(1, m));                                          \
    cblas_##x##gemm(CblasColMajor, hip_libraries::to_cblas(op_a), hip_libraries::to_cblas(op_b),   \
                    m, n, k, hip_libraries::by_value(alpha), a, lda, b, ldb,                       \
                    hip_libraries::by_value(beta), c, ldc);                                        \
    hip_libraries::wrote_matrix(c, m, n, ldc);                                                     \
    return HIPBLAS_STATUS_SUCCESS;                                                                 \
  }                                                                                                \
  inline hipblasStatus_t hipblas##X##gemmBatched(                                                  \
      hipblasHandle_t handle, hipblasOperation_t op_a, hipblasOperation_t op_b, int m, int n,      \
      int k, const T* alpha, const T* const a[], int lda, const T* const b[], int ldb,             \
      const T* beta, T* const c[], int ldc, int batches) {                                         \
    for (int i = 0; i < batches; ++i) {                                                            \
      const hipblasStatus_t status = hipblas##X##gemm(handle, op_a, op_b, m, n, k, alpha, a[i],    \
                                                      lda, b[i], ldb, beta, c[i], ldc);            \
      if (status != HIPBLAS_STATUS_SUCCESS) return status;                                         \
    }                                                                                              \
    return batches < 0 ? HIPBLAS_STATUS_INVALID_VALUE : HIPBLAS_STATUS_SUCCESS;                    \
  }                                                                                                \
  inline hipblasStatus_t hipblas##X##gemmStridedBatched(                                           \
      hipblasHandle_t handle, hipblasOperation_t op_a, hipblasOperation_t op_b, int m, int n,      \
      int k, const T* alpha, const T* a, int lda, hipblasStride step_a, const T* b, int ldb,       \
      hipblasStride step_b, const T* beta, T* c, int ldc, hipblasStride step_c, int batches) {     \
    for (int i = 0; i < batches; ++i) {                                                            \
      const hipblasStatus_t status =                                                               \
          hipblas##X##gemm(handle, op_a, op_b, m, n, k, alpha, a + i * step_a, lda,                \
                           b + i * step_b, ldb, beta, c + i * step_c, ldc);                        \
      if (status != HIPBLAS_STATUS_SUCCESS) return status;                                         \
    }                                                                                              \
    return batches < 0 ? HIPBLAS_STATUS_INVALID_VALUE : HIPBLAS_STATUS_SUCCESS;                    \
  }                                                                                                \
  inline hipblasStatus_t hipblas##X##symm(                                                         \
      hipblasHandle_t handle, hipblasSideMode_t side, hipblasFillMode_t fill, int m, int n,        \
      const T* alpha, const T* a, int lda, const T* b, int ldb, const T* beta, T* c, int ldc) {    \
    HIP_LIBRARIES_ENUMS(side, fill);                                                               \
    HIP_LIBRARIES_BLAS(m >= 0 && n >= 0 && alpha && beta &&                                        \
                       lda >= hip_libraries::most(1, side == HIPBLAS_SIDE_LEFT ? m : n) &&         \
                       ldb >= hip_libraries::most(1, m) && ldc >= hip_libraries::most(1, m));      \
    cblas_##x##symm(CblasColMajor, hip_libraries::to_cblas(side), hip_libraries::to_cblas(fill),   \
                    m, n, hip_libraries::by_value(alpha), a, lda, b, ldb,                          \
                    hip_libraries::by_value(beta), c, ldc);                                        \
    hip_libraries::wrote_matrix(c, m, n, ldc);                                                     \
    return HIPBLAS_STATUS_SUCCESS;                                                                 \
  }                                                                                                \
  inline hipblasStatus_t hipblas##X##syrk(hipblasHandle_t handle, hipblasFillMode_t fill,          \
                                          hipblasOperation_t op, int n, int k, const T* alpha,     \
                                          const T* a, int lda, const T* beta, T* c, int ldc) {     \
    HIP_LIBRARIES_ENUMS(fill, op);                                                                 \
    HIP_LIBRARIES_BLAS(n >= 0 && k >= 0 && alpha && beta &&                                        \
                       lda >= hip_libraries::most(1, hip_libraries::chosen(op, n, k)) &&           \
                       ldc >= hip_libraries::most(1, n));                                          \
    cblas_##x##syrk(CblasColMajor, hip_libraries::to_cblas(fill), hip_libraries::to_cblas(op), n,  \
                    k, hip_libraries::by_value(alpha), a, lda, hip_libraries::by_value(beta), c,   \
                    ldc);                                                                          \
    hip_libraries::wrote_matrix(c, n, n, ldc);                                                     \
    return HIPBLAS_STATUS_SUCCESS;                                                                 \
  }                                                                                                \
  inline hipblasStatus_t hipblas##X##syr2k(                                                        \
      hipblasHandle_t handle, hipblasFillMode_t fill, hipblasOperation_t op, int n, int k,         \
      const T* alpha, const T* a, int lda, const T* b, int ldb, const T* beta, T* c, int ldc) {    \
    HIP_LIBRARIES_ENUMS(fill, op);                                                                 \
    HIP_LIBRARIES_BLAS(n >= 0 && k >= 0 && alpha && beta && ldc >= hip_libraries::most(1, n));     \
    cblas_##x##syr2k(CblasColMajor, hip_libraries::to_cblas(fill), hip_libraries::to_cblas(op), n, \
                     k, hip_libraries::by_value(alpha), a, lda, b, ldb,                            \
                     hip_libraries::by_value(beta), c, ldc);                                       \
    hip_libraries::wrote_matrix(c, n, n, ldc);                                                     \
    return HIPBLAS_STATUS_SUCCESS;                                                                 \
  }                                                                                                \
  inline hipblasStatus_t hipblas##X##trsm(hipblasHandle_t handle, hipblasSideMode_t side,          \
                                          hipblasFillMode_t fill, hipblasOperation_t op,           \
                                          hipblasDiagType_t diag, int m, int n, const T* alpha,    \
                                          const T* a, int lda, T* b, int ldb) {                    \
    HIP_LIBRARIES_ENUMS(side, fill, op, diag);                                                     \
    HIP_LIBRARIES_BLAS(m >= 0 && n >= 0 && alpha && ldb >= hip_libraries::most(1, m));             \
    cblas_##x##trsm(CblasColMajor, hip_libraries::to_cblas(side), hip_libraries::to_cblas(fill),   \
                    hip_libraries::to_cblas(op), hip_libraries::to_cblas(diag), m, n,              \
                    hip_libraries::by_value(alpha), a, lda, b, ldb);                               \
    hip_libraries::wrote_matrix(b, m, n, ldb);                                                     \
    return HIPBLAS_STATUS_SUCCESS;                                                                 \
  }                                                                                                \
  /* In place as BLAS has it: B becomes the product. */                                            \
  inline hipblasStatus_t hipblas##X##trmm(hipblasHandle_t handle, hipblasSideMode_t side,          \
                                          hipblasFillMode_t fill, hipblasOperation_t op,           \
                                          hipblasDiagType_t diag, int m, int n, const T* alpha,    \
                                          const T* a, int lda, T* b, int ldb) {                    \
    HIP_LIBRARIES_ENUMS(side, fill, op, diag);                                                     \
    HIP_LIBRARIES_BLAS(m >= 0 && n >= 0 && alpha && ldb >= hip_libraries::most(1, m));             \
    cblas_##x##trmm(CblasColMajor, hip_libraries::to_cblas(side), hip_libraries::to_cblas(fill),   \
                    hip_libraries::to_cblas(op), hip_libraries::to_cblas(diag), m, n,              \
                    hip_libraries::by_value(alpha), a, lda, b, ldb);                               \
    hip_libraries::wrote_matrix(b, m, n, ldb);                                                     \
    return HIPBLAS_STATUS_SUCCESS;                                                                 \
  }
HIP_LIBRARIES_ALL(HIP_LIBRARIES_GEMM)
#undef HIP_LIBRARIES_GEMM

namespace hip_libraries {

template <typename T>
auto standard(const T& x) {
  if constexpr (std::is_floating_point_v<T>) {
    return x;
  } else {
    using Number = std::complex<std::conditional_t<sizeof(T) == 8, float, double>>;
    Number number;
    std::memcpy(static_cast<void*>(&number), &x, sizeof number);
    return number;
  }
}
template <typename T, typename Number>
T from_standard(const Number& number) {
  T x{};
  std::memcpy(static_cast<void*>(&x), &number, sizeof x);
  return x;
}

// Element (i, j) of op(A).
template <typename T>
auto element(hipblasOperation_t op, const T* a, int lda, int i, int j) {
  const auto at = op == HIPBLAS_OP_N ? i + static_cast<std::ptrdiff_t>(j) * lda
                                     : j + static_cast<std::ptrdiff_t>(i) * lda;
  const auto value = standard(a[at]);
  if constexpr (std::is_floating_point_v<T>)
    return value;
  else
    return op == HIPBLAS_OP_C ? std::conj(value) : value;
}

// C = alpha op(A) + beta op(B); a factor of zero leaves its matrix unread. C may be A or B.
template <typename T>
hipblasStatus_t geam(hipblasHandle_t handle, hipblasOperation_t op_a, hipblasOperation_t op_b,
                     int m, int n, const T* alpha, const T* a, int lda, const T* beta, const T* b,
                     int ldb, T* c, int ldc) {
  HIP_LIBRARIES_ENUMS(op_a, op_b);
  HIP_LIBRARIES_BLAS(m >= 0 && n >= 0 && alpha && beta && ldc >= most(1, m));
  const auto x = standard(*alpha), y = standard(*beta);
  using Number = std::decay_t<decltype(x)>;
  const bool no_a = x == Number(0), no_b = y == Number(0);
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < m; ++i) {
      const Number first = no_a ? Number(0) : x * element(op_a, a, lda, i, j);
      const Number second = no_b ? Number(0) : y * element(op_b, b, ldb, i, j);
      c[i + static_cast<std::ptrdiff_t>(j) * ldc] = from_standard<T>(first + second);
    }
  }
  return HIPBLAS_STATUS_SUCCESS;
}

// C = A diag(v), or diag(v) A from the left.
template <typename T>
hipblasStatus_t dgmm(hipblasHandle_t handle, hipblasSideMode_t side, int m, int n, const T* a,
                     int lda, const T* v, int step, T* c, int ldc) {
  HIP_LIBRARIES_ENUMS(side);
  HIP_LIBRARIES_BLAS(m >= 0 && n >= 0 && lda >= most(1, m) && ldc >= most(1, m));
  const std::ptrdiff_t count = side == HIPBLAS_SIDE_LEFT ? m : n;
  const T* const begin = step < 0 ? v - (count - 1) * step : v;
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < m; ++i) {
      const auto factor =
          standard(begin[static_cast<std::ptrdiff_t>(side == HIPBLAS_SIDE_LEFT ? i : j) * step]);
      const auto value = standard(a[i + static_cast<std::ptrdiff_t>(j) * lda]);
      c[i + static_cast<std::ptrdiff_t>(j) * ldc] = from_standard<T>(value * factor);
    }
  }
  return HIPBLAS_STATUS_SUCCESS;
}

}  // namespace hip_libraries

#define HIP_LIBRARIES_GEAM(X, x, T)                                                               \
  inline hipblasStatus_t hipblas##X##geam(                                                        \
      hipblasHandle_t handle, hipblasOperation_t op_a, hipblasOperation_t op_b, int m, int n,     \
      const T* alpha, const T* a, int lda, const T* beta, const T* b, int ldb, T* c, int ldc) {   \
    return hip_libraries::geam(handle, op_a, op_b, m, n, alpha, a, lda, beta, b, ldb, c, ldc);    \
  }                                                                                               \
  inline hipblasStatus_t hipblas##X##dgmm(hipblasHandle_t handle, hipblasSideMode_t side, int m,  \
                                          int n, const T* a, int lda, const T* v, int step, T* c, \
                                          int ldc) {                                              \
    return hip_libraries::dgmm(handle, side, m, n, a, lda, v, step, c, ldc);                      \
  }
HIP_LIBRARIES_ALL(HIP_LIBRARIES_GEAM)
#undef HIP_LIBRARIES_GEAM

// Hermitian products: factors of what is real by nature are real.
#define HIP_LIBRARIES_HERMITIAN(X, x, T, Real)                                                    \
  inline hipblasStatus_t hipblas##X##hemm(                                                        \
      hipblasHandle_t handle, hipblasSideMode_t side, hipblasFillMode_t fill, int m, int n,       \
      const T* alpha, const T* a, int lda, const T* b, int ldb, const T* beta, T* c, int ldc) {   \
    HIP_LIBRARIES_ENUMS(side, fill);                                                              \
    HIP_LIBRARIES_BLAS(m >= 0 && n >= 0 && alpha && beta && ldc >= hip_libraries::most(1, m));    \
    cblas_##x##hemm(CblasColMajor, hip_libraries::to_cblas(side), hip_libraries::to_cblas(fill),  \
                    m, n, alpha, a, lda, b, ldb, beta, c, ldc);                                   \
    hip_libraries::wrote_matrix(c, m, n, ldc);                                                    \
    return HIPBLAS_STATUS_SUCCESS;                                                                \
  }                                                                                               \
  inline hipblasStatus_t hipblas##X##herk(hipblasHandle_t handle, hipblasFillMode_t fill,         \
                                          hipblasOperation_t op, int n, int k, const Real* alpha, \
                                          const T* a, int lda, const Real* beta, T* c, int ldc) { \
    HIP_LIBRARIES_ENUMS(fill, op);                                                                \
    HIP_LIBRARIES_BLAS(n >= 0 && k >= 0 && alpha && beta && ldc >= hip_libraries::most(1, n));    \
    cblas_##x##herk(CblasColMajor, hip_libraries::to_cblas(fill), hip_libraries::to_cblas(op), n, \
                    k, *alpha, a, lda, *beta, c, ldc);                                            \
    hip_libraries::wrote_matrix(c, n, n, ldc);                                                    \
    return HIPBLAS_STATUS_SUCCESS;                                                                \
  }
HIP_LIBRARIES_HERMITIAN(C, c, hipblasComplex, float)
HIP_LIBRARIES_HERMITIAN(Z, z, hipblasDoubleComplex, double)
#undef HIP_LIBRARIES_HERMITIAN
