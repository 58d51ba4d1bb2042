// hipBLAS's types: handles, operations, statuses, complex numbers; and what all its functions
// share.
#pragma once

#include <hip/hip_complex.h>
#include <hip/hip_fp16.h>
#include <hip/library_types.h>

#if !__has_include(<cblas.h>)
#error "OpenBLAS's headers are not here (hipBLAS computes by it on a CPU); install libopenblas-dev"
#endif
#include <cblas.h>

#include <complex>
#include <cstdint>
#include <cstring>
#include <new>
#include <type_traits>

enum hipblasStatus_t {
  HIPBLAS_STATUS_SUCCESS = 0,
  HIPBLAS_STATUS_NOT_INITIALIZED = 1,
  HIPBLAS_STATUS_ALLOC_FAILED = 2,
  HIPBLAS_STATUS_INVALID_VALUE = 3,
  HIPBLAS_STATUS_MAPPING_ERROR = 4,
  HIPBLAS_STATUS_EXECUTION_FAILED = 5,
  HIPBLAS_STATUS_INTERNAL_ERROR = 6,
  HIPBLAS_STATUS_NOT_SUPPORTED = 7,
  HIPBLAS_STATUS_ARCH_MISMATCH = 8,
  HIPBLAS_STATUS_HANDLE_IS_NULLPTR = 9,
  HIPBLAS_STATUS_INVALID_ENUM = 10,
  HIPBLAS_STATUS_UNKNOWN = 11,
};

enum hipblasOperation_t { HIPBLAS_OP_N = 111, HIPBLAS_OP_T = 112, HIPBLAS_OP_C = 113 };
enum hipblasFillMode_t {
  HIPBLAS_FILL_MODE_UPPER = 121,
  HIPBLAS_FILL_MODE_LOWER = 122,
  HIPBLAS_FILL_MODE_FULL = 123,
};
enum hipblasDiagType_t { HIPBLAS_DIAG_NON_UNIT = 131, HIPBLAS_DIAG_UNIT = 132 };
enum hipblasSideMode_t {
  HIPBLAS_SIDE_LEFT = 141,
  HIPBLAS_SIDE_RIGHT = 142,
  HIPBLAS_SIDE_BOTH = 143,
};
enum hipblasPointerMode_t { HIPBLAS_POINTER_MODE_HOST, HIPBLAS_POINTER_MODE_DEVICE };
enum hipblasAtomicsMode_t { HIPBLAS_ATOMICS_NOT_ALLOWED, HIPBLAS_ATOMICS_ALLOWED };
enum hipblasMath_t {
  HIPBLAS_DEFAULT_MATH,
  HIPBLAS_XF32_XDL_MATH,
  HIPBLAS_PEDANTIC_MATH,
  HIPBLAS_TF32_TENSOR_OP_MATH,
  HIPBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION,
  HIPBLAS_TENSOR_OP_MATH,
};
enum hipblasGemmAlgo_t { HIPBLAS_GEMM_DEFAULT = 160 };
enum hipblasComputeType_t {
  HIPBLAS_COMPUTE_16F = 0,
  HIPBLAS_COMPUTE_16F_PEDANTIC = 1,
  HIPBLAS_COMPUTE_32F = 2,
  HIPBLAS_COMPUTE_32F_PEDANTIC = 3,
  HIPBLAS_COMPUTE_32F_FAST_16F = 4,
  HIPBLAS_COMPUTE_32F_FAST_16BF = 5,
  HIPBLAS_COMPUTE_32F_FAST_TF32 = 6,
  HIPBLAS_COMPUTE_64F = 7,
  HIPBLAS_COMPUTE_64F_PEDANTIC = 8,
  HIPBLAS_COMPUTE_32I = 9,
  HIPBLAS_COMPUTE_32I_PEDANTIC = 10,
};

// The older names of HIP's data types.
using hipblasDatatype_t = hipDataType;
#define HIPBLAS_R_16F HIP_R_16F
#define HIPBLAS_R_32F HIP_R_32F
#define HIPBLAS_R_64F HIP_R_64F
#define HIPBLAS_C_32F HIP_C_32F
#define HIPBLAS_C_64F HIP_C_64F
#define HIPBLAS_R_8I HIP_R_8I
#define HIPBLAS_R_32I HIP_R_32I
#define HIPBLAS_R_16B HIP_R_16BF

using hipblasStride = long long;
#ifdef HIPBLAS_USE_HIP_HALF
using hipblasHalf = __half;
#else
using hipblasHalf = std::uint16_t;
#endif
struct hipblasBfloat16 {
  std::uint16_t data;
};
#ifdef HIPBLAS_V2
using hipblasComplex = hipFloatComplex;
using hipblasDoubleComplex = hipDoubleComplex;
#else
struct hipblasComplex : std::complex<float> {
  using std::complex<float>::complex;
};
struct hipblasDoubleComplex : std::complex<double> {
  using std::complex<double>::complex;
};
#endif

namespace hip_libraries {

struct BlasHandle {
  hipStream_t stream = nullptr;
  hipblasPointerMode_t pointer_mode = HIPBLAS_POINTER_MODE_HOST;
  hipblasAtomicsMode_t atomics_mode = HIPBLAS_ATOMICS_NOT_ALLOWED;
  hipblasMath_t math_mode = HIPBLAS_DEFAULT_MATH;
};

// Every call: a handle, and what the stream was given before.
inline hipblasStatus_t begin_call(const void* handle) {
  if (!handle) return HIPBLAS_STATUS_HANDLE_IS_NULLPTR;
  const auto* const blas = static_cast<const BlasHandle*>(handle);
  return hipStreamSynchronize(blas->stream) == hipSuccess ? HIPBLAS_STATUS_SUCCESS
                                                          : HIPBLAS_STATUS_EXECUTION_FAILED;
}

// OpenBLAS writes what no checker sees: a checked program moves the result onto itself.
inline void tell_written([[maybe_unused]] void* to, [[maybe_unused]] std::size_t bytes) {
#if HIP_CPU_CHECKED
  if (bytes != 0) memmove(to, to, bytes);
#endif
}
template <typename T>
void wrote_vector(T* x, int n, int step) {
  for (int i = 0; i < (HIP_CPU_CHECKED && x ? n : 0); ++i)
    tell_written(x + static_cast<std::ptrdiff_t>(i) * (step < 0 ? -step : step), sizeof(T));
}
template <typename T>
void wrote_matrix(T* a, int rows, int columns, int pitch) {
  for (int j = 0; j < (HIP_CPU_CHECKED && a && rows > 0 ? columns : 0); ++j)
    tell_written(a + static_cast<std::ptrdiff_t>(j) * pitch,
                 sizeof(T) * static_cast<std::size_t>(rows));
}

inline CBLAS_TRANSPOSE to_cblas(hipblasOperation_t op) { return static_cast<CBLAS_TRANSPOSE>(op); }
inline CBLAS_UPLO to_cblas(hipblasFillMode_t fill) { return static_cast<CBLAS_UPLO>(fill); }
inline CBLAS_DIAG to_cblas(hipblasDiagType_t diag) { return static_cast<CBLAS_DIAG>(diag); }
inline CBLAS_SIDE to_cblas(hipblasSideMode_t side) { return static_cast<CBLAS_SIDE>(side); }

inline bool is_known(hipblasOperation_t op) { return op >= HIPBLAS_OP_N && op <= HIPBLAS_OP_C; }
inline bool is_known(hipblasFillMode_t fill) {
  return fill == HIPBLAS_FILL_MODE_UPPER || fill == HIPBLAS_FILL_MODE_LOWER;
}
inline bool is_known(hipblasDiagType_t diag) {
  return diag == HIPBLAS_DIAG_NON_UNIT || diag == HIPBLAS_DIAG_UNIT;
}
inline bool is_known(hipblasSideMode_t side) {
  return side == HIPBLAS_SIDE_LEFT || side == HIPBLAS_SIDE_RIGHT;
}
template <typename... Enums>
hipblasStatus_t check_enums(Enums... values) {
  return (is_known(values) && ...) ? HIPBLAS_STATUS_SUCCESS : HIPBLAS_STATUS_INVALID_ENUM;
}

// Rows of op(A) where A itself has `rows` and `columns` of them.
inline int chosen(hipblasOperation_t op, int rows, int columns) {
  return op == HIPBLAS_OP_N ? rows : columns;
}
inline int most(int a, int b) { return a > b ? a : b; }

// Complex numbers go by address, real ones by value.
inline float by_value(const float* x) { return *x; }
inline double by_value(const double* x) { return *x; }
inline const void* by_value(const hipblasComplex* x) { return x; }
inline const void* by_value(const hipblasDoubleComplex* x) { return x; }

}  // namespace hip_libraries

#define HIP_LIBRARIES_BLAS(...)                                                          \
  if (const hipblasStatus_t status = ::hip_libraries::begin_call(handle)) return status; \
  if (!(__VA_ARGS__)) return HIPBLAS_STATUS_INVALID_VALUE
#define HIP_LIBRARIES_ENUMS(...) \
  if (const hipblasStatus_t status = ::hip_libraries::check_enums(__VA_ARGS__)) return status

using hipblasHandle_t = void*;
