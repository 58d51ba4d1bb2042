// hipBLASLt's product: D = f(alpha op(A) op(B) + beta C + bias), with matrices that say their own
// types and shapes, columns first, one by one or in batches. There is one algorithm, OpenBLAS's.
#pragma once

#include <hip_libraries/blas/extended.hpp>

enum hipblasLtMatmulDescAttributes_t {
  HIPBLASLT_MATMUL_DESC_TRANSA = 0,
  HIPBLASLT_MATMUL_DESC_TRANSB = 1,
  HIPBLASLT_MATMUL_DESC_EPILOGUE = 2,
  HIPBLASLT_MATMUL_DESC_BIAS_POINTER = 3,
  HIPBLASLT_MATMUL_DESC_BIAS_DATA_TYPE = 4,
};
enum hipblasLtMatrixLayoutAttribute_t {
  HIPBLASLT_MATRIX_LAYOUT_BATCH_COUNT = 0,
  HIPBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET = 1,
  HIPBLASLT_MATRIX_LAYOUT_TYPE = 2,
  HIPBLASLT_MATRIX_LAYOUT_ORDER = 3,
  HIPBLASLT_MATRIX_LAYOUT_ROWS = 4,
  HIPBLASLT_MATRIX_LAYOUT_COLS = 5,
  HIPBLASLT_MATRIX_LAYOUT_LD = 6,
};
enum hipblasLtMatmulPreferenceAttributes_t {
  HIPBLASLT_MATMUL_PREF_SEARCH_MODE = 0,
  HIPBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES = 1,
};
enum hipblasLtEpilogue_t {
  HIPBLASLT_EPILOGUE_DEFAULT = 1,
  HIPBLASLT_EPILOGUE_RELU = 2,
  HIPBLASLT_EPILOGUE_BIAS = 4,
  HIPBLASLT_EPILOGUE_RELU_BIAS = 6,
  HIPBLASLT_EPILOGUE_GELU = 32,
  HIPBLASLT_EPILOGUE_GELU_BIAS = 36,
};

struct hipblasLtMatmulDescOpaque_t {
  hipblasComputeType_t compute;
  hipDataType scale;
  hipblasOperation_t op_a = HIPBLAS_OP_N, op_b = HIPBLAS_OP_N;
  hipblasLtEpilogue_t epilogue = HIPBLASLT_EPILOGUE_DEFAULT;
  const void* bias = nullptr;
  int bias_type = -1;  // that of D
};
struct hipblasLtMatrixLayoutOpaque_t {
  hipDataType type;
  std::uint64_t rows, columns;
  std::int64_t pitch;
  int batches = 1;
  std::int64_t step = 0;  // elements from one matrix of a batch to the next
};
struct hipblasLtMatmulPreferenceOpaque_t {
  std::uint64_t workspace = 0;
};
using hipblasLtHandle_t = void*;
using hipblasLtMatmulDesc_t = hipblasLtMatmulDescOpaque_t*;
using hipblasLtMatrixLayout_t = hipblasLtMatrixLayoutOpaque_t*;
using hipblasLtMatmulPreference_t = hipblasLtMatmulPreferenceOpaque_t*;

struct hipblasLtMatmulAlgo_t {
  std::uint8_t data[16];
  std::size_t max_workspace_bytes;
};
struct hipblasLtMatmulHeuristicResult_t {
  hipblasLtMatmulAlgo_t algo;
  std::size_t workspaceSize;
  hipblasStatus_t state;
  float wavesCount;
  int reserved[4];
};

namespace hip_libraries {

// A setting of `bytes` bytes, which must be the member's.
template <typename T>
hipblasStatus_t set(T& member, const void* value, std::size_t bytes) {
  if (!value || bytes != sizeof member) return HIPBLAS_STATUS_INVALID_VALUE;
  std::memcpy(&member, value, bytes);
  return HIPBLAS_STATUS_SUCCESS;
}
template <typename T>
hipblasStatus_t drop(T* object) {
  if (!object) return HIPBLAS_STATUS_INVALID_VALUE;
  delete object;
  return HIPBLAS_STATUS_SUCCESS;
}
template <typename T, typename... Values>
hipblasStatus_t make(T** object, Values... values) {
  if (!object) return HIPBLAS_STATUS_INVALID_VALUE;
  *object = new (std::nothrow) T{values...};
  return *object ? HIPBLAS_STATUS_SUCCESS : HIPBLAS_STATUS_ALLOC_FAILED;
}

inline double after(hipblasLtEpilogue_t epilogue, double x) {
  if (epilogue & HIPBLASLT_EPILOGUE_RELU) return x > 0 ? x : 0;
  if (!(epilogue & HIPBLASLT_EPILOGUE_GELU)) return x;
  return 0.5 * x * (1 + std::tanh(0.7978845608028654 * (x + 0.044715 * x * x * x)));
}

// The matrix of a batch.
inline const void* matrix_of(const void* data, const hipblasLtMatrixLayoutOpaque_t& layout, int i) {
  const void* place = data;
  static_cast<void>(with_type(layout.type, data, [&](const auto* x) {
    place = x + i * layout.step;
    return HIPBLAS_STATUS_SUCCESS;
  }));
  return place;
}

// One product, computed in float or double.
template <typename Number>
hipblasStatus_t product(const Gemm& gemm, Number alpha, Number beta, const void* c,
                        const hipblasLtMatrixLayoutOpaque_t& of_c,
                        const hipblasLtMatmulDescOpaque_t& how) {
  std::vector<Number> values, bias(static_cast<std::size_t>(gemm.m), Number(0));
  const int pitch_c = static_cast<int>(of_c.pitch);
  std::vector<double> sums(static_cast<std::size_t>(gemm.m) * static_cast<std::size_t>(gemm.n));
  Gemm in_memory = gemm;
  in_memory.c = sums.data();
  in_memory.type_c = HIP_R_64F;
  in_memory.ldc = most(1, gemm.m);
  hipblasStatus_t status = in_memory.run(alpha, Number(0));
  if (!status && beta != Number(0))
    status = read_matrix(of_c.type, c, gemm.m, gemm.n, pitch_c, values);
  if (!status && (how.epilogue & HIPBLASLT_EPILOGUE_BIAS) && how.bias) {
    const auto type = how.bias_type < 0 ? gemm.type_c : static_cast<hipDataType>(how.bias_type);
    status = read_vector(type, how.bias, gemm.m, 1, bias);
  }
  if (status) return status;
  for (std::size_t i = 0; i < sums.size(); ++i) {
    if (!values.empty()) sums[i] += static_cast<double>(beta) * static_cast<double>(values[i]);
    sums[i] = after(how.epilogue,
                    sums[i] + static_cast<double>(bias[i % static_cast<std::size_t>(gemm.m)]));
  }
  for (int j = 0; j < gemm.n && !status; ++j) {
    const auto* const column = sums.data() + static_cast<std::ptrdiff_t>(j) * gemm.m;
    hipblasLtMatrixLayoutOpaque_t of_d{gemm.type_c, 0, 0, 0};
    of_d.step = gemm.ldc;
    void* const to = const_cast<void*>(matrix_of(gemm.c, of_d, j));
    status = write_vector(gemm.type_c, std::vector<double>(column, column + gemm.m), 1, to);
  }
  return status;
}

}  // namespace hip_libraries

inline hipblasStatus_t hipblasLtCreate(hipblasLtHandle_t* handle) { return hipblasCreate(handle); }
inline hipblasStatus_t hipblasLtDestroy(hipblasLtHandle_t handle) { return hipblasDestroy(handle); }

inline hipblasStatus_t hipblasLtMatmulDescCreate(hipblasLtMatmulDesc_t* desc,
                                                 hipblasComputeType_t compute, hipDataType scale) {
  return hip_libraries::make(desc, compute, scale);
}
inline hipblasStatus_t hipblasLtMatmulDescDestroy(hipblasLtMatmulDesc_t desc) {
  return hip_libraries::drop(desc);
}
inline hipblasStatus_t hipblasLtMatmulDescSetAttribute(hipblasLtMatmulDesc_t desc,
                                                       hipblasLtMatmulDescAttributes_t attribute,
                                                       const void* value, std::size_t bytes) {
  if (!desc) return HIPBLAS_STATUS_INVALID_VALUE;
  switch (attribute) {
    case HIPBLASLT_MATMUL_DESC_TRANSA:
      return hip_libraries::set(desc->op_a, value, bytes);
    case HIPBLASLT_MATMUL_DESC_TRANSB:
      return hip_libraries::set(desc->op_b, value, bytes);
    case HIPBLASLT_MATMUL_DESC_EPILOGUE:
      return hip_libraries::set(desc->epilogue, value, bytes);
    case HIPBLASLT_MATMUL_DESC_BIAS_POINTER:
      return hip_libraries::set(desc->bias, value, bytes);
    case HIPBLASLT_MATMUL_DESC_BIAS_DATA_TYPE:
      return hip_libraries::set(desc->bias_type, value, bytes);
  }
  return HIPBLAS_STATUS_NOT_SUPPORTED;
}

inline hipblasStatus_t hipblasLtMatrixLayoutCreate(hipblasLtMatrixLayout_t* layout,
                                                   hipDataType type, std::uint64_t rows,
                                                   std::uint64_t columns, std::int64_t pitch) {
  return hip_libraries::make(layout, type, rows, columns, pitch);
}
inline hipblasStatus_t hipblasLtMatrixLayoutDestroy(hipblasLtMatrixLayout_t layout) {
  return hip_libraries::drop(layout);
}
inline hipblasStatus_t hipblasLtMatrixLayoutSetAttribute(hipblasLtMatrixLayout_t layout,
                                                         hipblasLtMatrixLayoutAttribute_t attribute,
                                                         const void* value, std::size_t bytes) {
  if (!layout) return HIPBLAS_STATUS_INVALID_VALUE;
  switch (attribute) {
    case HIPBLASLT_MATRIX_LAYOUT_BATCH_COUNT:
      return hip_libraries::set(layout->batches, value, bytes);
    case HIPBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET:
      return hip_libraries::set(layout->step, value, bytes);
    case HIPBLASLT_MATRIX_LAYOUT_TYPE:
      return hip_libraries::set(layout->type, value, bytes);
    case HIPBLASLT_MATRIX_LAYOUT_ROWS:
      return hip_libraries::set(layout->rows, value, bytes);
    case HIPBLASLT_MATRIX_LAYOUT_COLS:
      return hip_libraries::set(layout->columns, value, bytes);
    case HIPBLASLT_MATRIX_LAYOUT_LD:
      return hip_libraries::set(layout->pitch, value, bytes);
    default:
      return HIPBLAS_STATUS_NOT_SUPPORTED;  // rows first
  }
}

inline hipblasStatus_t hipblasLtMatmulPreferenceCreate(hipblasLtMatmulPreference_t* preference) {
  return hip_libraries::make(preference);
}
inline hipblasStatus_t hipblasLtMatmulPreferenceDestroy(hipblasLtMatmulPreference_t preference) {
  return hip_libraries::drop(preference);
}
inline hipblasStatus_t hipblasLtMatmulPreferenceSetAttribute(
    hipblasLtMatmulPreference_t preference, hipblasLtMatmulPreferenceAttributes_t attribute,
    const void* value, std::size_t bytes) {
  if (!preference) return HIPBLAS_STATUS_INVALID_VALUE;
  if (attribute != HIPBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES) return HIPBLAS_STATUS_SUCCESS;
  return hip_libraries::set(preference->workspace, value, bytes);
}

inline hipblasStatus_t hipblasLtMatmulAlgoGetHeuristic(
    hipblasLtHandle_t handle, hipblasLtMatmulDesc_t desc, hipblasLtMatrixLayout_t a,
    hipblasLtMatrixLayout_t b, hipblasLtMatrixLayout_t c, hipblasLtMatrixLayout_t d,
    hipblasLtMatmulPreference_t preference, int wanted, hipblasLtMatmulHeuristicResult_t* results,
    int* found) {
  HIP_LIBRARIES_BLAS(desc && a && b && c && d && preference && wanted > 0 && results && found);
  results[0] = {};
  *found = 1;
  return HIPBLAS_STATUS_SUCCESS;
}

inline hipblasStatus_t hipblasLtMatmul(hipblasLtHandle_t handle, hipblasLtMatmulDesc_t desc,
                                       const void* alpha, const void* a,
                                       hipblasLtMatrixLayout_t of_a, const void* b,
                                       hipblasLtMatrixLayout_t of_b, const void* beta,
                                       const void* c, hipblasLtMatrixLayout_t of_c, void* d,
                                       hipblasLtMatrixLayout_t of_d, const hipblasLtMatmulAlgo_t*,
                                       void*, std::size_t, hipStream_t stream) {
  HIP_LIBRARIES_BLAS(desc && alpha && a && of_a && b && of_b && beta && of_c && d && of_d);
  HIP_LIBRARIES_ENUMS(desc->op_a, desc->op_b);
  if (hipStreamSynchronize(stream) != hipSuccess) return HIPBLAS_STATUS_EXECUTION_FAILED;
  const auto number = [](std::uint64_t x) { return static_cast<int>(x); };
  const int m = number(of_d->rows), n = number(of_d->columns);
  const bool plain_a = desc->op_a == HIPBLAS_OP_N, plain_b = desc->op_b == HIPBLAS_OP_N;
  const std::uint64_t k = plain_a ? of_a->columns : of_a->rows;
  if ((plain_a ? of_a->rows : of_a->columns) != of_d->rows ||
      (plain_b ? of_b->columns : of_b->rows) != of_d->columns ||
      (plain_b ? of_b->rows : of_b->columns) != k || of_c->rows != of_d->rows ||
      of_c->columns != of_d->columns)
    return HIPBLAS_STATUS_INVALID_VALUE;
  for (int i = 0; i < of_d->batches; ++i) {
    const hip_libraries::Gemm gemm = {desc->op_a,
                                      desc->op_b,
                                      m,
                                      n,
                                      number(k),
                                      hip_libraries::matrix_of(a, *of_a, i),
                                      of_a->type,
                                      static_cast<int>(of_a->pitch),
                                      hip_libraries::matrix_of(b, *of_b, i),
                                      of_b->type,
                                      static_cast<int>(of_b->pitch),
                                      const_cast<void*>(hip_libraries::matrix_of(d, *of_d, i)),
                                      of_d->type,
                                      static_cast<int>(of_d->pitch)};
    const void* const own_c = hip_libraries::matrix_of(c, *of_c, i);
    const hipblasStatus_t status =
        hip_libraries::with_type(desc->scale, alpha, [&](const auto* factor) {
          using T = std::decay_t<decltype(*factor)>;
          const auto* const other = static_cast<const T*>(beta);
          if constexpr (std::is_same_v<T, double> || std::is_integral_v<T>)
            return hip_libraries::product(gemm, hip_libraries::convert<double>(*factor),
                                          hip_libraries::convert<double>(*other), own_c, *of_c,
                                          *desc);
          else
            return hip_libraries::product(gemm, hip_libraries::convert<float>(*factor),
                                          hip_libraries::convert<float>(*other), own_c, *of_c,
                                          *desc);
        });
    if (status) return status;
  }
  return HIPBLAS_STATUS_SUCCESS;
}
