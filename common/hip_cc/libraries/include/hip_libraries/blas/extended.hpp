// hipBLAS's functions whose types are arguments: what they read is converted to the type that they
// compute in, float, double or int, and what they write back. Half precision is done so as well.
#pragma once

#include <hip/hip_bf16.h>

#include <cmath>
#include <hip_libraries/blas/level_3.hpp>
#include <limits>
#include <vector>

namespace hip_libraries {

// Calls use(pointer of the type), or gives HIPBLAS_STATUS_NOT_SUPPORTED.
template <typename Use>
hipblasStatus_t with_type(hipDataType type, const void* data, const Use& use) {
  switch (type) {
    case HIP_R_16F:
      return use(static_cast<const __half*>(data));
    case HIP_R_16BF:
      return use(static_cast<const __hip_bfloat16*>(data));
    case HIP_R_32F:
      return use(static_cast<const float*>(data));
    case HIP_R_64F:
      return use(static_cast<const double*>(data));
    case HIP_R_8I:
      return use(static_cast<const std::int8_t*>(data));
    case HIP_R_32I:
      return use(static_cast<const std::int32_t*>(data));
    default:
      return HIPBLAS_STATUS_NOT_SUPPORTED;
  }
}

template <typename To, typename From>
To convert(From x) {
  if constexpr (std::is_arithmetic_v<From>)
    return static_cast<To>(x);
  else
    return static_cast<To>(static_cast<float>(x));
}

template <typename Number>
hipblasStatus_t read_vector(hipDataType type, const void* from, int n, std::ptrdiff_t step,
                            std::vector<Number>& to) {
  to.resize(static_cast<std::size_t>(n));
  return with_type(type, from, [&](const auto* x) {
    if (step < 0) x -= (n - 1) * step;
    for (int i = 0; i < n; ++i) to[static_cast<std::size_t>(i)] = convert<Number>(x[i * step]);
    return HIPBLAS_STATUS_SUCCESS;
  });
}
template <typename Number>
hipblasStatus_t write_vector(hipDataType type, const std::vector<Number>& from, std::ptrdiff_t step,
                             void* to) {
  return with_type(type, to, [&](const auto* typed) {
    using T = std::decay_t<decltype(*typed)>;
    T* x = const_cast<T*>(typed);
    const auto n = static_cast<std::ptrdiff_t>(from.size());
    if (step < 0) x -= (n - 1) * step;
    for (std::ptrdiff_t i = 0; i < n; ++i)
      x[i * step] = convert<T>(from[static_cast<std::size_t>(i)]);
    return HIPBLAS_STATUS_SUCCESS;
  });
}
template <typename Number>
hipblasStatus_t read_matrix(hipDataType type, const void* from, int rows, int columns, int pitch,
                            std::vector<Number>& to) {
  to.clear();
  return with_type(type, from, [&](const auto* x) {
    for (int j = 0; j < columns; ++j) {
      for (int i = 0; i < rows; ++i)
        to.push_back(convert<Number>(x[i + static_cast<std::ptrdiff_t>(j) * pitch]));
    }
    return HIPBLAS_STATUS_SUCCESS;
  });
}

inline void multiply(CBLAS_TRANSPOSE op_a, CBLAS_TRANSPOSE op_b, int m, int n, int k, float alpha,
                     const float* a, int lda, const float* b, int ldb, float beta, float* c) {
  cblas_sgemm(CblasColMajor, op_a, op_b, m, n, k, alpha, a, lda, b, ldb, beta, c, most(1, m));
}
inline void multiply(CBLAS_TRANSPOSE op_a, CBLAS_TRANSPOSE op_b, int m, int n, int k, double alpha,
                     const double* a, int lda, const double* b, int ldb, double beta, double* c) {
  cblas_dgemm(CblasColMajor, op_a, op_b, m, n, k, alpha, a, lda, b, ldb, beta, c, most(1, m));
}

// Whole numbers are exact in double.
struct Gemm {
  hipblasOperation_t op_a, op_b;
  int m, n, k;
  const void* a;
  hipDataType type_a;
  int lda;
  const void* b;
  hipDataType type_b;
  int ldb;
  void* c;
  hipDataType type_c;
  int ldc;

  template <typename Number>
  hipblasStatus_t run(Number alpha, Number beta) const {
    std::vector<Number> x, y, z(static_cast<std::size_t>(m) * static_cast<std::size_t>(n));
    const int rows_a = chosen(op_a, m, k), rows_b = chosen(op_b, k, n);
    hipblasStatus_t status = read_matrix(type_a, a, rows_a, chosen(op_a, k, m), lda, x);
    if (!status) status = read_matrix(type_b, b, rows_b, chosen(op_b, n, k), ldb, y);
    if (!status && beta != Number(0)) status = read_matrix(type_c, c, m, n, ldc, z);
    if (status) return status;
    multiply(to_cblas(op_a), to_cblas(op_b), m, n, k, alpha, x.data(), most(1, rows_a), y.data(),
             most(1, rows_b), beta, z.data());
    return with_type(type_c, c, [&](const auto* typed) {
      using T = std::decay_t<decltype(*typed)>;
      T* const to = const_cast<T*>(typed);
      for (int j = 0; j < n; ++j) {
        for (int i = 0; i < m; ++i) {
          const Number value = z[static_cast<std::size_t>(j) * static_cast<std::size_t>(m) +
                                 static_cast<std::size_t>(i)];
          T& element = to[i + static_cast<std::ptrdiff_t>(j) * ldc];
          if constexpr (std::is_same_v<T, std::int32_t>)
            element = static_cast<std::int32_t>(static_cast<std::int64_t>(value));
          else
            element = convert<T>(value);
        }
      }
      return HIPBLAS_STATUS_SUCCESS;
    });
  }
};

inline hipblasStatus_t gemm_ex(hipblasHandle_t handle, const Gemm& gemm, const void* alpha,
                               const void* beta, hipDataType compute) {
  HIP_LIBRARIES_ENUMS(gemm.op_a, gemm.op_b);
  HIP_LIBRARIES_BLAS(gemm.m >= 0 && gemm.n >= 0 && gemm.k >= 0 && alpha && beta &&
                     gemm.lda >= most(1, chosen(gemm.op_a, gemm.m, gemm.k)) &&
                     gemm.ldb >= most(1, chosen(gemm.op_b, gemm.k, gemm.n)) &&
                     gemm.ldc >= most(1, gemm.m));
  return with_type(compute, alpha, [&](const auto* factor) {
    using T = std::decay_t<decltype(*factor)>;
    const auto* const other = static_cast<const T*>(beta);
    if constexpr (std::is_same_v<T, double> || std::is_integral_v<T>)
      return gemm.run(convert<double>(*factor), convert<double>(*other));
    else
      return gemm.run(convert<float>(*factor), convert<float>(*other));
  });
}

inline hipDataType data_type_of(hipblasComputeType_t compute) {
  switch (compute) {
    case HIPBLAS_COMPUTE_16F:
    case HIPBLAS_COMPUTE_16F_PEDANTIC:
      return HIP_R_16F;
    case HIPBLAS_COMPUTE_64F:
    case HIPBLAS_COMPUTE_64F_PEDANTIC:
      return HIP_R_64F;
    case HIPBLAS_COMPUTE_32I:
    case HIPBLAS_COMPUTE_32I_PEDANTIC:
      return HIP_R_32I;
    default:
      return HIP_R_32F;
  }
}
inline hipDataType data_type_of(hipDataType type) { return type; }

}  // namespace hip_libraries

// Compute is hipblasComputeType_t, or a hipDataType as in older versions.
template <typename Compute>
hipblasStatus_t hipblasGemmEx(hipblasHandle_t handle, hipblasOperation_t op_a,
                              hipblasOperation_t op_b, int m, int n, int k, const void* alpha,
                              const void* a, hipDataType type_a, int lda, const void* b,
                              hipDataType type_b, int ldb, const void* beta, void* c,
                              hipDataType type_c, int ldc, Compute compute, hipblasGemmAlgo_t) {
  const hip_libraries::Gemm gemm = {op_a, op_b, m,      n,   k, a,      type_a,
                                    lda,  b,    type_b, ldb, c, type_c, ldc};
  return hip_libraries::gemm_ex(handle, gemm, alpha, beta, hip_libraries::data_type_of(compute));
}
template <typename Compute>
hipblasStatus_t hipblasGemmBatchedEx(hipblasHandle_t handle, hipblasOperation_t op_a,
                                     hipblasOperation_t op_b, int m, int n, int k,
                                     const void* alpha, const void* const a[], hipDataType type_a,
                                     int lda, const void* const b[], hipDataType type_b, int ldb,
                                     const void* beta, void* const c[], hipDataType type_c, int ldc,
                                     int batches, Compute compute, hipblasGemmAlgo_t algorithm) {
  for (int i = 0; i < batches; ++i) {
    const hipblasStatus_t status =
        hipblasGemmEx(handle, op_a, op_b, m, n, k, alpha, a[i], type_a, lda, b[i], type_b, ldb,
                      beta, c[i], type_c, ldc, compute, algorithm);
    if (status != HIPBLAS_STATUS_SUCCESS) return status;
  }
  return batches < 0 ? HIPBLAS_STATUS_INVALID_VALUE : HIPBLAS_STATUS_SUCCESS;
}
template <typename Compute>
hipblasStatus_t hipblasGemmStridedBatchedEx(hipblasHandle_t handle, hipblasOperation_t op_a,
                                            hipblasOperation_t op_b, int m, int n, int k,
                                            const void* alpha, const void* a, hipDataType type_a,
                                            int lda, hipblasStride step_a, const void* b,
                                            hipDataType type_b, int ldb, hipblasStride step_b,
                                            const void* beta, void* c, hipDataType type_c, int ldc,
                                            hipblasStride step_c, int batches, Compute compute,
                                            hipblasGemmAlgo_t algorithm) {
  const auto at = [](const void* data, hipDataType type, hipblasStride elements) {
    const void* place = nullptr;
    static_cast<void>(hip_libraries::with_type(type, data, [&](const auto* x) {
      place = x + elements;
      return HIPBLAS_STATUS_SUCCESS;
    }));
    return place;
  };
  for (int i = 0; i < batches; ++i) {
    const hipblasStatus_t status = hipblasGemmEx(
        handle, op_a, op_b, m, n, k, alpha, at(a, type_a, i * step_a), type_a, lda,
        at(b, type_b, i * step_b), type_b, ldb, beta, const_cast<void*>(at(c, type_c, i * step_c)),
        type_c, ldc, compute, algorithm);
    if (status != HIPBLAS_STATUS_SUCCESS) return status;
  }
  return batches < 0 ? HIPBLAS_STATUS_INVALID_VALUE : HIPBLAS_STATUS_SUCCESS;
}

inline hipblasStatus_t hipblasDotEx(hipblasHandle_t handle, int n, const void* x,
                                    hipDataType type_x, int step_x, const void* y,
                                    hipDataType type_y, int step_y, void* result, hipDataType type,
                                    hipDataType) {
  HIP_LIBRARIES_BLAS(result && (n <= 0 || (x && y)));
  std::vector<double> a, b, sum(1);
  hipblasStatus_t status = hip_libraries::read_vector(type_x, x, n < 0 ? 0 : n, step_x, a);
  if (!status) status = hip_libraries::read_vector(type_y, y, n < 0 ? 0 : n, step_y, b);
  if (status) return status;
  for (std::size_t i = 0; i < a.size(); ++i) sum[0] += a[i] * b[i];
  return hip_libraries::write_vector(type, sum, 1, result);
}
inline hipblasStatus_t hipblasNrm2Ex(hipblasHandle_t handle, int n, const void* x,
                                     hipDataType type_x, int step, void* result, hipDataType type,
                                     hipDataType) {
  HIP_LIBRARIES_BLAS(result && (n <= 0 || x));
  std::vector<double> a;
  const hipblasStatus_t status = hip_libraries::read_vector(type_x, x, n < 0 ? 0 : n, step, a);
  if (status) return status;
  const std::vector<double> norm = {cblas_dnrm2(static_cast<int>(a.size()), a.data(), 1)};
  return hip_libraries::write_vector(type, norm, 1, result);
}
inline hipblasStatus_t hipblasAxpyEx(hipblasHandle_t handle, int n, const void* alpha,
                                     hipDataType type_alpha, const void* x, hipDataType type_x,
                                     int step_x, void* y, hipDataType type_y, int step_y,
                                     hipDataType) {
  HIP_LIBRARIES_BLAS(alpha && (n <= 0 || (x && y)));
  std::vector<double> factor, a, b;
  hipblasStatus_t status = hip_libraries::read_vector(type_alpha, alpha, 1, 1, factor);
  if (!status) status = hip_libraries::read_vector(type_x, x, n < 0 ? 0 : n, step_x, a);
  if (!status) status = hip_libraries::read_vector(type_y, y, n < 0 ? 0 : n, step_y, b);
  if (status) return status;
  for (std::size_t i = 0; i < a.size(); ++i) b[i] += factor[0] * a[i];
  return hip_libraries::write_vector(type_y, b, step_y, y);
}
inline hipblasStatus_t hipblasScalEx(hipblasHandle_t handle, int n, const void* alpha,
                                     hipDataType type_alpha, void* x, hipDataType type_x, int step,
                                     hipDataType) {
  HIP_LIBRARIES_BLAS(alpha && (n <= 0 || x));
  std::vector<double> factor, a;
  hipblasStatus_t status = hip_libraries::read_vector(type_alpha, alpha, 1, 1, factor);
  if (!status) status = hip_libraries::read_vector(type_x, x, n < 0 ? 0 : n, step, a);
  if (status) return status;
  for (double& value : a) value *= factor[0];
  return hip_libraries::write_vector(type_x, a, step, x);
}

// Half is what hipblasHalf is, 16 bits or __half; sums are in float.
inline hipblasStatus_t hipblasHgemm(hipblasHandle_t handle, hipblasOperation_t op_a,
                                    hipblasOperation_t op_b, int m, int n, int k,
                                    const hipblasHalf* alpha, const hipblasHalf* a, int lda,
                                    const hipblasHalf* b, int ldb, const hipblasHalf* beta,
                                    hipblasHalf* c, int ldc) {
  return hipblasGemmEx(handle, op_a, op_b, m, n, k, alpha, a, HIP_R_16F, lda, b, HIP_R_16F, ldb,
                       beta, c, HIP_R_16F, ldc, HIP_R_16F, HIPBLAS_GEMM_DEFAULT);
}
inline hipblasStatus_t hipblasHgemmBatched(hipblasHandle_t handle, hipblasOperation_t op_a,
                                           hipblasOperation_t op_b, int m, int n, int k,
                                           const hipblasHalf* alpha, const hipblasHalf* const a[],
                                           int lda, const hipblasHalf* const b[], int ldb,
                                           const hipblasHalf* beta, hipblasHalf* const c[], int ldc,
                                           int batches) {
  for (int i = 0; i < batches; ++i) {
    const hipblasStatus_t status =
        hipblasHgemm(handle, op_a, op_b, m, n, k, alpha, a[i], lda, b[i], ldb, beta, c[i], ldc);
    if (status != HIPBLAS_STATUS_SUCCESS) return status;
  }
  return batches < 0 ? HIPBLAS_STATUS_INVALID_VALUE : HIPBLAS_STATUS_SUCCESS;
}
inline hipblasStatus_t hipblasHgemmStridedBatched(
    hipblasHandle_t handle, hipblasOperation_t op_a, hipblasOperation_t op_b, int m, int n, int k,
    const hipblasHalf* alpha, const hipblasHalf* a, int lda, hipblasStride step_a,
    const hipblasHalf* b, int ldb, hipblasStride step_b, const hipblasHalf* beta, hipblasHalf* c,
    int ldc, hipblasStride step_c, int batches) {
  for (int i = 0; i < batches; ++i) {
    const hipblasStatus_t status =
        hipblasHgemm(handle, op_a, op_b, m, n, k, alpha, a + i * step_a, lda, b + i * step_b, ldb,
                     beta, c + i * step_c, ldc);
    if (status != HIPBLAS_STATUS_SUCCESS) return status;
  }
  return batches < 0 ? HIPBLAS_STATUS_INVALID_VALUE : HIPBLAS_STATUS_SUCCESS;
}

// The functions with counts of 64 bits. OpenBLAS's are of 32, and a vector that has more elements
// is refused.
#define HIP_LIBRARIES_64(name)                                                           \
  template <typename... Arguments>                                                       \
  hipblasStatus_t name##_64(hipblasHandle_t handle, std::int64_t n, Arguments... more) { \
    if (n > std::numeric_limits<int>::max()) return HIPBLAS_STATUS_NOT_SUPPORTED;        \
    return name(handle, static_cast<int>(n), more...);                                   \
  }
HIP_LIBRARIES_64(hipblasDotEx)
HIP_LIBRARIES_64(hipblasNrm2Ex)
HIP_LIBRARIES_64(hipblasAxpyEx)
HIP_LIBRARIES_64(hipblasScalEx)
#undef HIP_LIBRARIES_64
