// hipBLAS's levels 1 to 3, batches, other types, and its refusals.
#include <hipblas/hipblas.h>

#include "expect.h"

#define EXPECT_BLAS(call) EXPECT((call) == HIPBLAS_STATUS_SUCCESS)

// A kernel reads each result, which the host has written.
__global__ void copy(const float* in, float* out) { out[threadIdx.x] = in[threadIdx.x]; }

std::vector<float> by_kernel(const float* in, unsigned count) {
  float* const out = on_device<float>(count);
  copy<<<1, count>>>(in, out);
  return to_host(out, count);
}

int main() {
  hipblasHandle_t handle;
  EXPECT_BLAS(hipblasCreate(&handle));
  using Floats = std::vector<float>;
  const float one = 1, two = 2, zero = 0;
  float *const x = to_device(Floats{1, 2, 3, -7}), *const y = to_device(Floats{4, 3, 2, 1});

  EXPECT_BLAS(hipblasSaxpy(handle, 4, &two, x, 1, y, 1));
  EXPECT(by_kernel(y, 4) == (Floats{6, 7, 8, -13}));
  float result;
  EXPECT_BLAS(hipblasSdot(handle, 2, x, 2, y, 2, &result));
  EXPECT(result == 1 * 6 + 3 * 8);
  EXPECT_BLAS(hipblasSasum(handle, 4, x, 1, &result));
  EXPECT(result == 13);
  int index;
  EXPECT_BLAS(hipblasIsamax(handle, 4, x, 1, &index));
  EXPECT(index == 4);
  EXPECT_BLAS(hipblasSscal(handle, 2, &two, x, 2));
  EXPECT(by_kernel(x, 4) == (Floats{2, 2, 6, -7}));
  EXPECT_BLAS(hipblasSetPointerMode(handle, HIPBLAS_POINTER_MODE_DEVICE));
  float* const norm = on_device<float>(1);
  EXPECT_BLAS(hipblasSnrm2(handle, 2, to_device(Floats{3, 4}), 1, norm));
  EXPECT(to_host(norm, 1)[0] == 5);

  // Columns first: A = [1 3 5; 2 4 6].
  const Floats numbers = {1, 2, 3, 4, 5, 6};
  float *const a = on_device<float>(6), *const c = on_device<float>(9);
  EXPECT_BLAS(hipblasSetMatrix(2, 3, sizeof(float), numbers.data(), 2, a, 2));
  EXPECT_BLAS(hipblasSgemv(handle, HIPBLAS_OP_T, 2, 3, &one, a, 2, to_device(Floats{1, 10}), 1,
                           &zero, c, 1));
  EXPECT(by_kernel(c, 3) == (Floats{21, 43, 65}));
  EXPECT_BLAS(
      hipblasSgemm(handle, HIPBLAS_OP_N, HIPBLAS_OP_T, 2, 2, 3, &one, a, 2, a, 2, &zero, c, 2));
  EXPECT(by_kernel(c, 4) == (Floats{35, 44, 44, 56}));
  EXPECT_BLAS(hipblasSgemmStridedBatched(handle, HIPBLAS_OP_N, HIPBLAS_OP_N, 1, 1, 2, &one, a, 1, 2,
                                         a, 2, 2, &zero, c, 1, 1, 3));
  EXPECT(by_kernel(c, 3) == (Floats{5, 25, 61}));
  EXPECT_BLAS(
      hipblasSgeam(handle, HIPBLAS_OP_T, HIPBLAS_OP_N, 3, 2, &one, a, 2, &zero, nullptr, 3, c, 3));
  EXPECT(by_kernel(c, 6) == (Floats{1, 3, 5, 2, 4, 6}));
  EXPECT_BLAS(
      hipblasSdgmm(handle, HIPBLAS_SIDE_RIGHT, 2, 3, a, 2, to_device(Floats{1, 2, 3}), 1, c, 2));
  EXPECT(by_kernel(c, 6) == (Floats{1, 2, 6, 8, 15, 18}));
  // [2 0; 1 4] X = [2; 9]
  float* const b = to_device(Floats{2, 9});
  EXPECT_BLAS(hipblasStrsm(handle, HIPBLAS_SIDE_LEFT, HIPBLAS_FILL_MODE_LOWER, HIPBLAS_OP_N,
                           HIPBLAS_DIAG_NON_UNIT, 2, 1, &one, to_device(Floats{2, 1, 0, 4}), 2, b,
                           2));
  EXPECT(by_kernel(b, 2) == (Floats{1, 2}));

  const std::vector<__half> halves = {1.0f, 2.0f, 3.0f, 4.0f};
  __half* const h = to_device(halves);
  EXPECT_BLAS(hipblasGemmEx(handle, HIPBLAS_OP_N, HIPBLAS_OP_N, 2, 2, 2, &one, h, HIP_R_16F, 2, h,
                            HIP_R_16F, 2, &zero, c, HIP_R_32F, 2, HIPBLAS_COMPUTE_32F,
                            HIPBLAS_GEMM_DEFAULT));
  EXPECT(by_kernel(c, 4) == (Floats{7, 10, 15, 22}));
  const std::vector<signed char> bytes = {-1, 2, 3, -4};
  const int i_one = 1, i_zero = 0;
  signed char* const i8 = to_device(bytes);
  int* const i32 = on_device<int>(4);
  EXPECT_BLAS(hipblasGemmEx(handle, HIPBLAS_OP_N, HIPBLAS_OP_N, 2, 2, 2, &i_one, i8, HIP_R_8I, 2,
                            i8, HIP_R_8I, 2, &i_zero, i32, HIP_R_32I, 2, HIPBLAS_COMPUTE_32I,
                            HIPBLAS_GEMM_DEFAULT));
  EXPECT(to_host(i32, 4) == (std::vector<int>{7, -10, -15, 22}));

  // LU factors of [4 6; 3 3].
  std::vector<double> m = {4, 3, 6, 3};
  double* system = m.data();
  int pivots[2], info;
  EXPECT_BLAS(hipblasDgetrfBatched(handle, 2, &system, 2, pivots, &info, 1));
  EXPECT(info == 0 && pivots[0] == 1);
  EXPECT(m == (std::vector<double>{4, 0.75, 6, -1.5}));

  hipblasComplex z[2] = {{3, 4}, {0, 1}};
  hipblasComplex product;
  EXPECT_BLAS(hipblasCdotc(handle, 2, z, 1, z, 1, &product));
  EXPECT(product.real() == 26 && product.imag() == 0);

  EXPECT(hipblasSgemm(handle, static_cast<hipblasOperation_t>(7), HIPBLAS_OP_N, 2, 2, 3, &one, a, 2,
                      a, 3, &zero, c, 2) == HIPBLAS_STATUS_INVALID_ENUM);
  EXPECT(hipblasSgemm(handle, HIPBLAS_OP_N, HIPBLAS_OP_N, 2, 2, 3, &one, a, 1, a, 3, &zero, c, 2) ==
         HIPBLAS_STATUS_INVALID_VALUE);
  EXPECT(hipblasSaxpy(nullptr, 4, &two, x, 1, y, 1) == HIPBLAS_STATUS_HANDLE_IS_NULLPTR);
  EXPECT_BLAS(hipblasDestroy(handle));
  return failures;
}
