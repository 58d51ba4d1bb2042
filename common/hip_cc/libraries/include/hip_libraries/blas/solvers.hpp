// The solvers that hipBLAS has for batches of small systems, by OpenBLAS's LAPACK: LU factors, what
// is solved and inverted by them, and least squares. Pivots count from 1; info 0 is success.
#pragma once

#include <algorithm>
#include <hip_libraries/blas/level_3.hpp>
#include <vector>

extern "C" {
#define HIP_LIBRARIES_LAPACK(X, x, T)                                                             \
  void x##getrf_(const int* m, const int* n, void* a, const int* lda, int* pivots, int* info);    \
  void x##getrs_(const char* op, const int* n, const int* columns, const void* a, const int* lda, \
                 const int* pivots, void* b, const int* ldb, int* info, std::size_t);             \
  void x##getri_(const int* n, void* a, const int* lda, const int* pivots, void* work,            \
                 const int* work_size, int* info);                                                \
  void x##gels_(const char* op, const int* m, const int* n, const int* columns, void* a,          \
                const int* lda, void* b, const int* ldb, void* work, const int* work_size,        \
                int* info, std::size_t);
HIP_LIBRARIES_ALL(HIP_LIBRARIES_LAPACK)
#undef HIP_LIBRARIES_LAPACK
}

namespace hip_libraries {
inline char letter(hipblasOperation_t op) {
  return op == HIPBLAS_OP_N ? 'N' : op == HIPBLAS_OP_T ? 'T' : 'C';
}
}  // namespace hip_libraries

#define HIP_LIBRARIES_SOLVERS(X, x, T)                                                             \
  /* Null pivots ask for factors without exchanges of rows, which LAPACK does not have. */         \
  inline hipblasStatus_t hipblas##X##getrfBatched(hipblasHandle_t handle, int n, T* const a[],     \
                                                  int lda, int* pivots, int* info, int batches) {  \
    HIP_LIBRARIES_BLAS(n >= 0 && lda >= hip_libraries::most(1, n) && batches >= 0 && info);        \
    if (!pivots) return HIPBLAS_STATUS_NOT_SUPPORTED;                                              \
    for (int i = 0; i < batches; ++i) {                                                            \
      int* const own = pivots + static_cast<std::ptrdiff_t>(i) * n;                                \
      x##getrf_(&n, &n, a[i], &lda, own, info + i);                                                \
      hip_libraries::wrote_matrix(a[i], n, n, lda);                                                \
      hip_libraries::wrote_vector(own, n, 1);                                                      \
      hip_libraries::wrote_vector(info + i, 1, 1);                                                 \
    }                                                                                              \
    return HIPBLAS_STATUS_SUCCESS;                                                                 \
  }                                                                                                \
  inline hipblasStatus_t hipblas##X##getrsBatched(                                                 \
      hipblasHandle_t handle, hipblasOperation_t op, int n, int columns, T* const a[], int lda,    \
      const int* pivots, T* const b[], int ldb, int* info, int batches) {                          \
    HIP_LIBRARIES_ENUMS(op);                                                                       \
    HIP_LIBRARIES_BLAS(n >= 0 && columns >= 0 && batches >= 0 && info && pivots);                  \
    const char letter = hip_libraries::letter(op);                                                 \
    *info = 0;                                                                                     \
    for (int i = 0; i < batches && *info == 0; ++i) {                                              \
      x##getrs_(&letter, &n, &columns, a[i], &lda, pivots + static_cast<std::ptrdiff_t>(i) * n,    \
                b[i], &ldb, info, 1);                                                              \
      hip_libraries::wrote_matrix(b[i], n, columns, ldb);                                          \
    }                                                                                              \
    return HIPBLAS_STATUS_SUCCESS;                                                                 \
  }                                                                                                \
  inline hipblasStatus_t hipblas##X##getriBatched(hipblasHandle_t handle, int n, T* const a[],     \
                                                  int lda, int* pivots, T* const c[], int ldc,     \
                                                  int* info, int batches) {                        \
    HIP_LIBRARIES_BLAS(n >= 0 && batches >= 0 && info && pivots &&                                 \
                       ldc >= hip_libraries::most(1, n));                                          \
    const int size = hip_libraries::most(1, n * 32);                                               \
    std::vector<T> work(static_cast<std::size_t>(size));                                           \
    for (int i = 0; i < batches; ++i) {                                                            \
      for (std::ptrdiff_t j = 0; j < n; ++j)                                                       \
        std::copy(a[i] + j * lda, a[i] + j * lda + n, c[i] + j * ldc);                             \
      x##getri_(&n, c[i], &ldc, pivots + static_cast<std::ptrdiff_t>(i) * n, work.data(), &size,   \
                info + i);                                                                         \
      hip_libraries::wrote_matrix(c[i], n, n, ldc);                                                \
      hip_libraries::wrote_vector(info + i, 1, 1);                                                 \
    }                                                                                              \
    return HIPBLAS_STATUS_SUCCESS;                                                                 \
  }                                                                                                \
  inline hipblasStatus_t hipblas##X##gelsBatched(                                                  \
      hipblasHandle_t handle, hipblasOperation_t op, int m, int n, int columns, T* const a[],      \
      int lda, T* const b[], int ldb, int* info, int* device_info, int batches) {                  \
    HIP_LIBRARIES_ENUMS(op);                                                                       \
    HIP_LIBRARIES_BLAS(m >= 0 && n >= 0 && columns >= 0 && batches >= 0 && info);                  \
    const char letter = hip_libraries::letter(op);                                                 \
    const int size = hip_libraries::most(1, (m + n + columns) * 32);                               \
    std::vector<T> work(static_cast<std::size_t>(size));                                           \
    *info = 0;                                                                                     \
    for (int i = 0; i < batches; ++i) {                                                            \
      int rank = 0;                                                                                \
      x##gels_(&letter, &m, &n, &columns, a[i], &lda, b[i], &ldb, work.data(), &size, &rank, 1);   \
      if (device_info) device_info[i] = rank;                                                      \
      hip_libraries::wrote_matrix(a[i], m, n, lda);                                                \
      hip_libraries::wrote_matrix(b[i], hip_libraries::most(m, n), columns, ldb);                  \
    }                                                                                              \
    return HIPBLAS_STATUS_SUCCESS;                                                                 \
  }                                                                                                \
  inline hipblasStatus_t hipblas##X##getrf(hipblasHandle_t handle, int n, T* a, int lda,           \
                                           int* pivots, int* info) {                               \
    return hipblas##X##getrfBatched(handle, n, &a, lda, pivots, info, 1);                          \
  }                                                                                                \
  inline hipblasStatus_t hipblas##X##gels(hipblasHandle_t handle, hipblasOperation_t op, int m,    \
                                          int n, int columns, T* a, int lda, T* b, int ldb,        \
                                          int* info, int* device_info) {                           \
    return hipblas##X##gelsBatched(handle, op, m, n, columns, &a, lda, &b, ldb, info, device_info, \
                                   1);                                                             \
  }
HIP_LIBRARIES_ALL(HIP_LIBRARIES_SOLVERS)
#undef HIP_LIBRARIES_SOLVERS
