// hipSOLVER's dense functions (hipsolverDn) for the CPU, by OpenBLAS's LAPACK (Debian and Ubuntu:
// libopenblas-dev): factors of Cholesky, LU and QR, what is solved by the first two, singular
// values and eigenvalues. -lhipsolver links it. A call returns when its work is done. Matrices lie
// columns first, pivots count from 1, and `info` is LAPACK's: 0 for success.
#pragma once

#include <hip_cpu/set_macros_aside.hpp>

#include <hip/hip_runtime.h>

#include <hip_libraries/solver/dense.hpp>

inline hipsolverStatus_t hipsolverDnCreate(hipsolverDnHandle_t* handle) {
  if (!handle) return HIPSOLVER_STATUS_INVALID_VALUE;
  *handle = new (std::nothrow) hip_libraries::BlasHandle;
  return *handle ? HIPSOLVER_STATUS_SUCCESS : HIPSOLVER_STATUS_ALLOC_FAILED;
}
inline hipsolverStatus_t hipsolverDnDestroy(hipsolverDnHandle_t handle) {
  if (!handle) return HIPSOLVER_STATUS_NOT_INITIALIZED;
  delete static_cast<hip_libraries::BlasHandle*>(handle);
  return HIPSOLVER_STATUS_SUCCESS;
}
inline hipsolverStatus_t hipsolverDnSetStream(hipsolverDnHandle_t handle, hipStream_t stream) {
  if (!handle) return HIPSOLVER_STATUS_NOT_INITIALIZED;
  static_cast<hip_libraries::BlasHandle*>(handle)->stream = stream;
  return HIPSOLVER_STATUS_SUCCESS;
}
inline hipsolverStatus_t hipsolverDnGetStream(hipsolverDnHandle_t handle, hipStream_t* stream) {
  if (!handle) return HIPSOLVER_STATUS_NOT_INITIALIZED;
  if (!stream) return HIPSOLVER_STATUS_INVALID_VALUE;
  *stream = static_cast<hip_libraries::BlasHandle*>(handle)->stream;
  return HIPSOLVER_STATUS_SUCCESS;
}

#include <hip_cpu/restore_macros.hpp>
