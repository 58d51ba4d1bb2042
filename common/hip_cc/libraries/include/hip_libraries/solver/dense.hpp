// hipSOLVER's types and the functions of <hipsolver/hipsolver.h> in four types of numbers. LAPACK
// gets working memory of its own: what the caller allocates for a GPU's algorithm is not used, and
// its size is asked of LAPACK too.
#pragma once

#include <hip_libraries/blas/solvers.hpp>

enum hipsolverStatus_t {
  HIPSOLVER_STATUS_SUCCESS = 0,
  HIPSOLVER_STATUS_NOT_INITIALIZED = 1,
  HIPSOLVER_STATUS_ALLOC_FAILED = 2,
  HIPSOLVER_STATUS_INVALID_VALUE = 3,
  HIPSOLVER_STATUS_MAPPING_ERROR = 4,
  HIPSOLVER_STATUS_EXECUTION_FAILED = 5,
  HIPSOLVER_STATUS_INTERNAL_ERROR = 6,
  HIPSOLVER_STATUS_NOT_SUPPORTED = 7,
  HIPSOLVER_STATUS_ARCH_MISMATCH = 8,
  HIPSOLVER_STATUS_HANDLE_IS_NULLPTR = 9,
  HIPSOLVER_STATUS_INVALID_ENUM = 10,
  HIPSOLVER_STATUS_UNKNOWN = 11,
  HIPSOLVER_STATUS_ZERO_PIVOT = 12,
};
enum hipsolverOperation_t { HIPSOLVER_OP_N = 111, HIPSOLVER_OP_T = 112, HIPSOLVER_OP_C = 113 };
enum hipsolverFillMode_t { HIPSOLVER_FILL_MODE_UPPER = 121, HIPSOLVER_FILL_MODE_LOWER = 122 };
enum hipsolverEigMode_t { HIPSOLVER_EIG_MODE_NOVECTOR = 201, HIPSOLVER_EIG_MODE_VECTOR = 202 };

using hipsolverHandle_t = void*;
using hipsolverDnHandle_t = void*;

extern "C" {
#define HIP_LIBRARIES_LAPACK(X, x, T)                                                              \
  void x##potrf_(const char* fill, const int* n, void* a, const int* lda, int* info, std::size_t); \
  void x##potrs_(const char* fill, const int* n, const int* columns, const void* a,                \
                 const int* lda, void* b, const int* ldb, int* info, std::size_t);                 \
  void x##geqrf_(const int* m, const int* n, void* a, const int* lda, void* tau, void* work,       \
                 const int* work_size, int* info);
HIP_LIBRARIES_ALL(HIP_LIBRARIES_LAPACK)
#undef HIP_LIBRARIES_LAPACK
// Complex numbers have one argument more, for real numbers.
#define HIP_LIBRARIES_LAPACK(svd, eigen, more...)                                                \
  void svd##_(const char* u, const char* v, const int* m, const int* n, void* a, const int* lda, \
              void* s, void* left, const int* ldu, void* right, const int* ldv, void* work,      \
              const int* work_size, more int* info, std::size_t, std::size_t);                   \
  void eigen##_(const char* vectors, const char* fill, const int* n, void* a, const int* lda,    \
                void* values, void* work, const int* work_size, more int* info, std::size_t,     \
                std::size_t);
HIP_LIBRARIES_LAPACK(sgesvd, ssyev, )
HIP_LIBRARIES_LAPACK(dgesvd, dsyev, )
#define HIP_LIBRARIES_RWORK void *real,
HIP_LIBRARIES_LAPACK(cgesvd, cheev, HIP_LIBRARIES_RWORK)
HIP_LIBRARIES_LAPACK(zgesvd, zheev, HIP_LIBRARIES_RWORK)
#undef HIP_LIBRARIES_RWORK
#undef HIP_LIBRARIES_LAPACK
}

namespace hip_libraries {

inline hipsolverStatus_t begin_solver(const void* handle) {
  if (!handle) return HIPSOLVER_STATUS_NOT_INITIALIZED;
  return begin_call(handle) == HIPBLAS_STATUS_SUCCESS ? HIPSOLVER_STATUS_SUCCESS
                                                      : HIPSOLVER_STATUS_EXECUTION_FAILED;
}
inline bool is_known(hipsolverFillMode_t fill) {
  return fill == HIPSOLVER_FILL_MODE_UPPER || fill == HIPSOLVER_FILL_MODE_LOWER;
}
inline bool is_known(hipsolverOperation_t op) {
  return op >= HIPSOLVER_OP_N && op <= HIPSOLVER_OP_C;
}
inline char letter(hipsolverFillMode_t fill) {
  return fill == HIPSOLVER_FILL_MODE_UPPER ? 'U' : 'L';
}
inline char letter(hipsolverOperation_t op) { return letter(static_cast<hipblasOperation_t>(op)); }
inline bool fits(int rows, int columns, int pitch) {
  return rows >= 0 && columns >= 0 && pitch >= most(1, rows);
}
inline hipsolverStatus_t ended(int* info) {
  wrote_vector(info, 1, 1);
  return HIPSOLVER_STATUS_SUCCESS;
}

}  // namespace hip_libraries

#define HIP_LIBRARIES_SOLVER(...)                                                            \
  if (const hipsolverStatus_t status = ::hip_libraries::begin_solver(handle)) return status; \
  if (!(__VA_ARGS__)) return HIPSOLVER_STATUS_INVALID_VALUE

#define HIP_LIBRARIES_DENSE(X, x, T)                                                               \
  inline hipsolverStatus_t hipsolverDn##X##potrf_bufferSize(                                       \
      hipsolverDnHandle_t handle, hipsolverFillMode_t fill, int n, T*, int lda, int* size) {       \
    HIP_LIBRARIES_SOLVER(hip_libraries::is_known(fill) && hip_libraries::fits(n, n, lda) && size); \
    *size = 1;                                                                                     \
    return HIPSOLVER_STATUS_SUCCESS;                                                               \
  }                                                                                                \
  inline hipsolverStatus_t hipsolverDn##X##potrf(hipsolverDnHandle_t handle,                       \
                                                 hipsolverFillMode_t fill, int n, T* a, int lda,   \
                                                 T*, int, int* info) {                             \
    HIP_LIBRARIES_SOLVER(hip_libraries::is_known(fill) && hip_libraries::fits(n, n, lda) && info); \
    const char letter = hip_libraries::letter(fill);                                               \
    x##potrf_(&letter, &n, a, &lda, info, 1);                                                      \
    hip_libraries::wrote_matrix(a, n, n, lda);                                                     \
    return hip_libraries::ended(info);                                                             \
  }                                                                                                \
  inline hipsolverStatus_t hipsolverDn##X##potrs(hipsolverDnHandle_t handle,                       \
                                                 hipsolverFillMode_t fill, int n, int columns,     \
                                                 const T* a, int lda, T* b, int ldb, int* info) {  \
    HIP_LIBRARIES_SOLVER(hip_libraries::is_known(fill) && hip_libraries::fits(n, n, lda) &&        \
                         hip_libraries::fits(n, columns, ldb) && info);                            \
    const char letter = hip_libraries::letter(fill);                                               \
    x##potrs_(&letter, &n, &columns, a, &lda, b, &ldb, info, 1);                                   \
    hip_libraries::wrote_matrix(b, n, columns, ldb);                                               \
    return hip_libraries::ended(info);                                                             \
  }                                                                                                \
  inline hipsolverStatus_t hipsolverDn##X##getrf_bufferSize(hipsolverDnHandle_t handle, int m,     \
                                                            int n, T*, int lda, int* size) {       \
    HIP_LIBRARIES_SOLVER(hip_libraries::fits(m, n, lda) && size);                                  \
    *size = 1;                                                                                     \
    return HIPSOLVER_STATUS_SUCCESS;                                                               \
  }                                                                                                \
  /* Null pivots ask for factors without exchanges of rows, which LAPACK does not have. */         \
  inline hipsolverStatus_t hipsolverDn##X##getrf(hipsolverDnHandle_t handle, int m, int n, T* a,   \
                                                 int lda, T*, int* pivots, int* info) {            \
    HIP_LIBRARIES_SOLVER(hip_libraries::fits(m, n, lda) && info);                                  \
    if (!pivots) return HIPSOLVER_STATUS_NOT_SUPPORTED;                                            \
    x##getrf_(&m, &n, a, &lda, pivots, info);                                                      \
    hip_libraries::wrote_matrix(a, m, n, lda);                                                     \
    hip_libraries::wrote_vector(pivots, m < n ? m : n, 1);                                         \
    return hip_libraries::ended(info);                                                             \
  }                                                                                                \
  inline hipsolverStatus_t hipsolverDn##X##getrs(                                                  \
      hipsolverDnHandle_t handle, hipsolverOperation_t op, int n, int columns, const T* a,         \
      int lda, const int* pivots, T* b, int ldb, int* info) {                                      \
    HIP_LIBRARIES_SOLVER(hip_libraries::is_known(op) && hip_libraries::fits(n, n, lda) &&          \
                         hip_libraries::fits(n, columns, ldb) && pivots && info);                  \
    const char letter = hip_libraries::letter(op);                                                 \
    x##getrs_(&letter, &n, &columns, a, &lda, pivots, b, &ldb, info, 1);                           \
    hip_libraries::wrote_matrix(b, n, columns, ldb);                                               \
    return hip_libraries::ended(info);                                                             \
  }                                                                                                \
  inline hipsolverStatus_t hipsolverDn##X##geqrf_bufferSize(hipsolverDnHandle_t handle, int m,     \
                                                            int n, T*, int lda, int* size) {       \
    HIP_LIBRARIES_SOLVER(hip_libraries::fits(m, n, lda) && size);                                  \
    *size = hip_libraries::most(1, 64 * n);                                                        \
    return HIPSOLVER_STATUS_SUCCESS;                                                               \
  }                                                                                                \
  inline hipsolverStatus_t hipsolverDn##X##geqrf(hipsolverDnHandle_t handle, int m, int n, T* a,   \
                                                 int lda, T* tau, T*, int, int* info) {            \
    HIP_LIBRARIES_SOLVER(hip_libraries::fits(m, n, lda) && tau && info);                           \
    const int size = hip_libraries::most(1, 64 * n);                                               \
    std::vector<T> work(static_cast<std::size_t>(size));                                           \
    x##geqrf_(&m, &n, a, &lda, tau, work.data(), &size, info);                                     \
    hip_libraries::wrote_matrix(a, m, n, lda);                                                     \
    hip_libraries::wrote_vector(tau, m < n ? m : n, 1);                                            \
    return hip_libraries::ended(info);                                                             \
  }
HIP_LIBRARIES_DENSE(S, s, float)
HIP_LIBRARIES_DENSE(D, d, double)
HIP_LIBRARIES_DENSE(C, c, hipFloatComplex)
HIP_LIBRARIES_DENSE(Z, z, hipDoubleComplex)
#undef HIP_LIBRARIES_DENSE

// Singular values, largest first, with vectors as LAPACK's letters say (A, S, N); eigenvalues of a
// symmetric or Hermitian matrix, smallest first, with vectors in the matrix's place.
#define HIP_LIBRARIES_VALUES(X, x, T, Real, eigen, Eigen, ...)                                     \
  inline hipsolverStatus_t hipsolverDn##X##gesvd_bufferSize(hipsolverDnHandle_t handle, int m,     \
                                                            int n, int* size) {                    \
    HIP_LIBRARIES_SOLVER(m >= 0 && n >= 0 && size);                                                \
    *size = 1;                                                                                     \
    return HIPSOLVER_STATUS_SUCCESS;                                                               \
  }                                                                                                \
  inline hipsolverStatus_t hipsolverDn##X##gesvd(                                                  \
      hipsolverDnHandle_t handle, signed char job_u, signed char job_v, int m, int n, T* a,        \
      int lda, Real* s, T* u, int ldu, T* v, int ldv, T*, int, Real*, int* info) {                 \
    HIP_LIBRARIES_SOLVER(hip_libraries::fits(m, n, lda) && s && info);                             \
    const char u_job = static_cast<char>(job_u), v_job = static_cast<char>(job_v);                 \
    const int least = m < n ? m : n, size = hip_libraries::most(1, 40 * (m + n));                  \
    std::vector<T> work(static_cast<std::size_t>(size));                                           \
    std::vector<Real> real(static_cast<std::size_t>(hip_libraries::most(1, 5 * least)));           \
    x##gesvd_(&u_job, &v_job, &m, &n, a, &lda, s, u, &ldu, v, &ldv, work.data(),                   \
              &size __VA_OPT__(, ) __VA_ARGS__, info, 1, 1);                                       \
    hip_libraries::wrote_matrix(a, m, n, lda);                                                     \
    hip_libraries::wrote_vector(s, least, 1);                                                      \
    if (u_job == 'A' || u_job == 'S')                                                              \
      hip_libraries::wrote_matrix(u, m, u_job == 'A' ? m : least, ldu);                            \
    if (v_job == 'A' || v_job == 'S')                                                              \
      hip_libraries::wrote_matrix(v, v_job == 'A' ? n : least, n, ldv);                            \
    return hip_libraries::ended(info);                                                             \
  }                                                                                                \
  inline hipsolverStatus_t hipsolverDn##Eigen##d_bufferSize(                                       \
      hipsolverDnHandle_t handle, hipsolverEigMode_t, hipsolverFillMode_t fill, int n, const T*,   \
      int lda, const Real*, int* size) {                                                           \
    HIP_LIBRARIES_SOLVER(hip_libraries::is_known(fill) && hip_libraries::fits(n, n, lda) && size); \
    *size = 1;                                                                                     \
    return HIPSOLVER_STATUS_SUCCESS;                                                               \
  }                                                                                                \
  inline hipsolverStatus_t hipsolverDn##Eigen##d(                                                  \
      hipsolverDnHandle_t handle, hipsolverEigMode_t vectors, hipsolverFillMode_t fill, int n,     \
      T* a, int lda, Real* values, T*, int, int* info) {                                           \
    HIP_LIBRARIES_SOLVER(hip_libraries::is_known(fill) && hip_libraries::fits(n, n, lda) &&        \
                         values && info);                                                          \
    const char letter = hip_libraries::letter(fill);                                               \
    const char job = vectors == HIPSOLVER_EIG_MODE_VECTOR ? 'V' : 'N';                             \
    const int size = hip_libraries::most(1, 40 * n);                                               \
    std::vector<T> work(static_cast<std::size_t>(size));                                           \
    std::vector<Real> real(static_cast<std::size_t>(hip_libraries::most(1, 3 * n)));               \
    eigen##_(&job, &letter, &n, a, &lda, values, work.data(), &size __VA_OPT__(, ) __VA_ARGS__,    \
             info, 1, 1);                                                                          \
    hip_libraries::wrote_matrix(a, n, n, lda);                                                     \
    hip_libraries::wrote_vector(values, n, 1);                                                     \
    return hip_libraries::ended(info);                                                             \
  }
HIP_LIBRARIES_VALUES(S, s, float, float, ssyev, Ssyev)
HIP_LIBRARIES_VALUES(D, d, double, double, dsyev, Dsyev)
HIP_LIBRARIES_VALUES(C, c, hipFloatComplex, float, cheev, Cheev, real.data())
HIP_LIBRARIES_VALUES(Z, z, hipDoubleComplex, double, zheev, Zheev, real.data())
#undef HIP_LIBRARIES_VALUES
