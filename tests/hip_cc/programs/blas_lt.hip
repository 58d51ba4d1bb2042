// hipBLASLt: products of matrices that specify their own shapes, and the operations after them.
#include <hipblaslt/hipblaslt.h>

#include "expect.h"

#define EXPECT_BLAS(call) EXPECT((call) == HIPBLAS_STATUS_SUCCESS)

using Floats = std::vector<float>;

struct Product {
  hipblasLtHandle_t handle = nullptr;
  hipblasLtMatmulDesc_t desc = nullptr;
  hipblasLtMatrixLayout_t a = nullptr, b = nullptr, d = nullptr;

  // A is 2 x 3 or, transposed, 3 x 2; B is 3 x 2.
  Product(hipblasOperation_t op, hipDataType type) {
    EXPECT_BLAS(hipblasLtCreate(&handle));
    EXPECT_BLAS(hipblasLtMatmulDescCreate(&desc, HIPBLAS_COMPUTE_32F, HIP_R_32F));
    EXPECT_BLAS(
        hipblasLtMatmulDescSetAttribute(desc, HIPBLASLT_MATMUL_DESC_TRANSA, &op, sizeof op));
    const bool plain = op == HIPBLAS_OP_N;
    EXPECT_BLAS(hipblasLtMatrixLayoutCreate(&a, type, plain ? 2 : 3, plain ? 3 : 2, plain ? 2 : 3));
    EXPECT_BLAS(hipblasLtMatrixLayoutCreate(&b, type, 3, 2, 3));
    EXPECT_BLAS(hipblasLtMatrixLayoutCreate(&d, HIP_R_32F, 2, 2, 2));
  }
  ~Product() {
    EXPECT_BLAS(hipblasLtMatrixLayoutDestroy(a));
    EXPECT_BLAS(hipblasLtMatrixLayoutDestroy(b));
    EXPECT_BLAS(hipblasLtMatrixLayoutDestroy(d));
    EXPECT_BLAS(hipblasLtMatmulDescDestroy(desc));
    EXPECT_BLAS(hipblasLtDestroy(handle));
  }
  void behind(hipblasLtEpilogue_t epilogue, const float* bias) {
    EXPECT_BLAS(hipblasLtMatmulDescSetAttribute(desc, HIPBLASLT_MATMUL_DESC_EPILOGUE, &epilogue,
                                                sizeof epilogue));
    EXPECT_BLAS(hipblasLtMatmulDescSetAttribute(desc, HIPBLASLT_MATMUL_DESC_BIAS_POINTER, &bias,
                                                sizeof bias));
  }
  hipblasStatus_t run(const void* x, const void* y, float beta, float* to) {
    const float one = 1;
    return hipblasLtMatmul(handle, desc, &one, x, a, y, b, &beta, to, d, to, d, nullptr, nullptr, 0,
                           nullptr);
  }
};

int main() {
  // Columns first: A = [1 3 5; 2 4 6], B = [1 0; 0 1; 1 -3].
  const Floats a = {1, 2, 3, 4, 5, 6}, b = {1, 0, 1, 0, 1, -3};
  float* const out = to_device<float>({1, 1, 1, 1});
  {
    Product product(HIPBLAS_OP_N, HIP_R_32F);
    EXPECT_BLAS(product.run(to_device(a), to_device(b), 0, out));
    EXPECT(to_host(out, 4) == (Floats{6, 8, -12, -14}));
    EXPECT_BLAS(product.run(to_device(a), to_device(b), 2, out));
    EXPECT(to_host(out, 4) == (Floats{18, 24, -36, -42}));
    // The bias is one a row.
    product.behind(HIPBLASLT_EPILOGUE_RELU_BIAS, to_device<float>({100, 13}));
    EXPECT_BLAS(product.run(to_device(a), to_device(b), 0, out));
    EXPECT(to_host(out, 4) == (Floats{106, 21, 88, 0}));
    product.behind(HIPBLASLT_EPILOGUE_GELU, nullptr);
    EXPECT_BLAS(product.run(to_device(a), to_device(b), 0, out));
    EXPECT(near(to_host(out, 4)[0], 6, 1e-5) && near(to_host(out, 4)[2], 0, 1e-5));

    hipblasLtMatmulPreference_t preference;
    hipblasLtMatmulHeuristicResult_t result;
    int found = 0;
    const size_t workspace = 1024;
    EXPECT_BLAS(hipblasLtMatmulPreferenceCreate(&preference));
    EXPECT_BLAS(hipblasLtMatmulPreferenceSetAttribute(
        preference, HIPBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &workspace, sizeof workspace));
    EXPECT_BLAS(hipblasLtMatmulAlgoGetHeuristic(product.handle, product.desc, product.a, product.b,
                                                product.d, product.d, preference, 1, &result,
                                                &found));
    EXPECT(found == 1 && result.workspaceSize <= workspace);
    EXPECT_BLAS(hipblasLtMatmulPreferenceDestroy(preference));
    // Shapes that do not meet, a setting of another size, no handle.
    hipblasLtMatrixLayout_t const kept = product.b;
    product.b = product.d;
    EXPECT(product.run(to_device(a), to_device(b), 0, out) == HIPBLAS_STATUS_INVALID_VALUE);
    product.b = kept;
    EXPECT(hipblasLtMatmulDescSetAttribute(product.desc, HIPBLASLT_MATMUL_DESC_TRANSA, &found, 1) ==
           HIPBLAS_STATUS_INVALID_VALUE);
    EXPECT(hipblasLtMatmulDescDestroy(nullptr) == HIPBLAS_STATUS_INVALID_VALUE);
  }
  {
    // Two halves of A', B twice: a batch.
    Product product(HIPBLAS_OP_T, HIP_R_16F);
    const std::vector<__half> x = {1, 3, 5, 2, 4, 6, 2, 6, 10, 4, 8, 12}, y = {1, 0, 1, 0, 1, -3};
    float* const both = on_device<float>(8);
    const int two = 2;
    const std::int64_t steps[] = {6, 0, 4};
    hipblasLtMatrixLayout_t const layouts[] = {product.a, product.b, product.d};
    for (int i = 0; i < 3; ++i) {
      EXPECT_BLAS(hipblasLtMatrixLayoutSetAttribute(layouts[i], HIPBLASLT_MATRIX_LAYOUT_BATCH_COUNT,
                                                    &two, sizeof two));
      EXPECT_BLAS(hipblasLtMatrixLayoutSetAttribute(
          layouts[i], HIPBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &steps[i], sizeof steps[i]));
    }
    EXPECT_BLAS(product.run(to_device(x), to_device(y), 0, both));
    EXPECT(to_host(both, 8) == (Floats{6, 8, -12, -14, 12, 16, -24, -28}));
  }
  return failures;
}
