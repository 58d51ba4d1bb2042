// hipBLAS for the CPU, over OpenBLAS (Debian and Ubuntu: libopenblas-dev). A program that hands
// -lhipblas to the linker gets OpenBLAS. A call returns when its work is done.
#pragma once

#include <hip_cpu/set_macros_aside.hpp>

#include <hip/hip_runtime.h>

#include <hip_libraries/blas/extended.hpp>
#include <hip_libraries/blas/solvers.hpp>

inline hipblasStatus_t hipblasCreate(hipblasHandle_t* handle) {
  if (!handle) return HIPBLAS_STATUS_HANDLE_IS_NULLPTR;
  *handle = new (std::nothrow) hip_libraries::BlasHandle;
  return *handle ? HIPBLAS_STATUS_SUCCESS : HIPBLAS_STATUS_ALLOC_FAILED;
}
inline hipblasStatus_t hipblasDestroy(hipblasHandle_t handle) {
  if (!handle) return HIPBLAS_STATUS_HANDLE_IS_NULLPTR;
  delete static_cast<hip_libraries::BlasHandle*>(handle);
  return HIPBLAS_STATUS_SUCCESS;
}

// Settings are kept, and change nothing but the stream that a call waits for.
#define HIP_LIBRARIES_SETTING(name, T, member)                                \
  inline hipblasStatus_t hipblasSet##name(hipblasHandle_t handle, T value) {  \
    if (!handle) return HIPBLAS_STATUS_HANDLE_IS_NULLPTR;                     \
    static_cast<hip_libraries::BlasHandle*>(handle)->member = value;          \
    return HIPBLAS_STATUS_SUCCESS;                                            \
  }                                                                           \
  inline hipblasStatus_t hipblasGet##name(hipblasHandle_t handle, T* value) { \
    if (!handle) return HIPBLAS_STATUS_HANDLE_IS_NULLPTR;                     \
    if (!value) return HIPBLAS_STATUS_INVALID_VALUE;                          \
    *value = static_cast<hip_libraries::BlasHandle*>(handle)->member;         \
    return HIPBLAS_STATUS_SUCCESS;                                            \
  }
HIP_LIBRARIES_SETTING(Stream, hipStream_t, stream)
HIP_LIBRARIES_SETTING(PointerMode, hipblasPointerMode_t, pointer_mode)
HIP_LIBRARIES_SETTING(AtomicsMode, hipblasAtomicsMode_t, atomics_mode)
HIP_LIBRARIES_SETTING(MathMode, hipblasMath_t, math_mode)
#undef HIP_LIBRARIES_SETTING

inline const char* hipblasStatusToString(hipblasStatus_t status) {
  switch (status) {
#define HIP_LIBRARIES_NAME(name) \
  case HIPBLAS_STATUS_##name:    \
    return "HIPBLAS_STATUS_" #name
    HIP_LIBRARIES_NAME(SUCCESS);
    HIP_LIBRARIES_NAME(NOT_INITIALIZED);
    HIP_LIBRARIES_NAME(ALLOC_FAILED);
    HIP_LIBRARIES_NAME(INVALID_VALUE);
    HIP_LIBRARIES_NAME(MAPPING_ERROR);
    HIP_LIBRARIES_NAME(EXECUTION_FAILED);
    HIP_LIBRARIES_NAME(INTERNAL_ERROR);
    HIP_LIBRARIES_NAME(NOT_SUPPORTED);
    HIP_LIBRARIES_NAME(ARCH_MISMATCH);
    HIP_LIBRARIES_NAME(HANDLE_IS_NULLPTR);
    HIP_LIBRARIES_NAME(INVALID_ENUM);
    HIP_LIBRARIES_NAME(UNKNOWN);
#undef HIP_LIBRARIES_NAME
  }
  return "HIPBLAS_STATUS_UNKNOWN";
}

namespace hip_libraries {

// Elements `step` apart, or matrices, columns first, between host and device.
inline hipblasStatus_t copy(hipError_t error) {
  return error == hipSuccess ? HIPBLAS_STATUS_SUCCESS : HIPBLAS_STATUS_MAPPING_ERROR;
}
inline hipblasStatus_t copy_vector(int n, int bytes, const void* from, int step_from, void* to,
                                   int step_to, hipMemcpyKind kind) {
  if (n < 0 || bytes <= 0 || step_from <= 0 || step_to <= 0 || (n > 0 && (!from || !to)))
    return HIPBLAS_STATUS_INVALID_VALUE;
  if (n == 0) return HIPBLAS_STATUS_SUCCESS;
  const auto size = static_cast<std::size_t>(bytes);
  return copy(hipMemcpy2D(to, size * static_cast<std::size_t>(step_to), from,
                          size * static_cast<std::size_t>(step_from), size,
                          static_cast<std::size_t>(n), kind));
}
inline hipblasStatus_t copy_matrix(int rows, int columns, int bytes, const void* from, int lda,
                                   void* to, int ldb, hipMemcpyKind kind) {
  if (rows < 0 || columns < 0 || bytes <= 0 || lda < most(1, rows) || ldb < most(1, rows))
    return HIPBLAS_STATUS_INVALID_VALUE;
  if (rows == 0 || columns == 0) return HIPBLAS_STATUS_SUCCESS;
  const auto size = static_cast<std::size_t>(bytes);
  return copy(hipMemcpy2D(
      to, size * static_cast<std::size_t>(ldb), from, size * static_cast<std::size_t>(lda),
      size * static_cast<std::size_t>(rows), static_cast<std::size_t>(columns), kind));
}

}  // namespace hip_libraries

#define HIP_LIBRARIES_COPY(name, kind)                                                             \
  inline hipblasStatus_t hipblas##name##Vector(int n, int bytes, const void* from, int step_from,  \
                                               void* to, int step_to) {                            \
    return hip_libraries::copy_vector(n, bytes, from, step_from, to, step_to, kind);               \
  }                                                                                                \
  inline hipblasStatus_t hipblas##name##VectorAsync(                                               \
      int n, int bytes, const void* from, int step_from, void* to, int step_to, hipStream_t) {     \
    return hip_libraries::copy_vector(n, bytes, from, step_from, to, step_to, kind);               \
  }                                                                                                \
  inline hipblasStatus_t hipblas##name##Matrix(int rows, int columns, int bytes, const void* from, \
                                               int lda, void* to, int ldb) {                       \
    return hip_libraries::copy_matrix(rows, columns, bytes, from, lda, to, ldb, kind);             \
  }                                                                                                \
  inline hipblasStatus_t hipblas##name##MatrixAsync(int rows, int columns, int bytes,              \
                                                    const void* from, int lda, void* to, int ldb,  \
                                                    hipStream_t) {                                 \
    return hip_libraries::copy_matrix(rows, columns, bytes, from, lda, to, ldb, kind);             \
  }
HIP_LIBRARIES_COPY(Set, hipMemcpyHostToDevice)
HIP_LIBRARIES_COPY(Get, hipMemcpyDeviceToHost)
#undef HIP_LIBRARIES_COPY

#include <hip_cpu/restore_macros.hpp>
