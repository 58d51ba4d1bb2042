// The ladder around a wrong kernel of rungs 1 to 3: rungs 1 to 4 as the solution has them, and for each
// other rung one plain product. It is as right as the rung, and compiles in a moment instead of half a
// minute.
#include "parts/problem.hpp"
#include "rungs/01_naive.hip"
#include "rungs/02_coalesced.hip"
#include "rungs/03_tiled.hip"
#include "rungs/04_tiled_vec.hip"

namespace launchers {

HIPPUZZLE_HD inline float value_of(float element) { return element; }
HIPPUZZLE_HD inline float value_of(Bf16 element) { return to_float(element); }
HIPPUZZLE_HD inline void store(float& element, float value) { element = value; }
HIPPUZZLE_HD inline void store(Bf16& element, float value) { element = to_bf16(value); }

// One thread, one element of C. B is k x n, or with TransposedB n x k.
template <bool TransposedB, class Input, class Output>
__global__ void plain_gemm(Output* c, const Input* a, const Input* b, unsigned m, unsigned n,
                           unsigned k) {
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;

  float sum = 0;
  for (unsigned l = 0; l < k; ++l) {
    const size_t b_index = TransposedB ? size_t{col} * k + l : size_t{l} * n + col;
    sum += value_of(a[size_t{row} * k + l]) * value_of(b[b_index]);
  }
  store(c[size_t{row} * n + col], sum);
}

template <class Input, class Output = float, bool TransposedB = false>
int32_t plain(const hippuzzle_launch* l) {
  const Problem<Input, Output> p(l);
  hipLaunchKernelGGL((plain_gemm<TransposedB, Input, Output>),
                     dim3(tiles_of(p.n, 16), tiles_of(p.m, 16)), dim3(16, 16), 0, p.stream, p.c,
                     p.a, p.b, p.m, p.n, p.k);
  return code(hipGetLastError());
}

#if !HIPPUZZLE_SOURCE_ORDER_APART
int32_t vectorized(const hippuzzle_launch* l) { return plain<float>(l); }
int32_t warp_tiled(const hippuzzle_launch* l) { return plain<float>(l); }
int32_t double_buffered(const hippuzzle_launch* l) { return plain<float>(l); }
int32_t async(const hippuzzle_launch* l) { return plain<float>(l); }
int32_t fp32_best(const hippuzzle_launch* l) { return plain<float>(l); }
#endif

constexpr auto register_blocked = plain<float>;
constexpr auto layout_algebra = plain<float>;
constexpr auto mma_tf32 = plain<float>;
constexpr auto mma_bf16 = plain<Bf16>;
constexpr auto wgmma_tf32 = plain<float>;
constexpr auto wgmma_bf16 = plain<Bf16>;
constexpr auto wgmma_bf16_tn = plain<Bf16, Bf16, true>;
constexpr auto fp32_3xtf32 = plain<float>;

}  // namespace launchers
