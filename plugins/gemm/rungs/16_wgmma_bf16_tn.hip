// Rung 16, wgmma-bf16-tn: the kernel of wgmma-bf16 for a transposed B (n x k) and a BF16 result.
// Both operands then lie along k in shared memory, and results take half the space. Slices of k are
// added as floats, elsewhere, and rounded once behind that.
#include <algorithm>
#include <hippuzzle/stream_memory.hpp>

inline constexpr unsigned round_threads = 256;

// sums: `count` of them.
static __global__ void __launch_bounds__(round_threads)
    round_sums(hippuzzle::Bf16* c, const float* sums, std::size_t count) {
  const std::size_t stride = std::size_t{gridDim.x} * round_threads;
  for (std::size_t i = std::size_t{blockIdx.x} * round_threads + threadIdx.x; i < count;
       i += stride)
    c[i] = hippuzzle::to_bf16(sums[i]);
}

namespace launchers {

inline int32_t wgmma_bf16_tn(const hippuzzle_launch* l) {
  const Problem<Bf16, Bf16> p(l);
  using Tiles = WgmmaBf16Tiles<true, Bf16>;
  const Way way = Tiles::way(p, bf16_rounded_costs);
  if (way.slices == 1) return Tiles::launch(p, way);

  const std::size_t count = std::size_t{p.m} * p.n;
  const StreamMemory memory(count * sizeof(float), p.stream);
  if (memory.error() != hipSuccess) return code(memory.error());
  Problem<Bf16, float> in_floats(l);
  in_floats.c = static_cast<float*>(memory.data());
  if (const int32_t error = WgmmaBf16Tiles<true, float, true>::launch(in_floats, way)) return error;
  const auto blocks = static_cast<unsigned>((count + round_threads - 1) / round_threads);
  hipLaunchKernelGGL(round_sums, dim3(std::min(blocks, multiprocessors() * 8)), dim3(round_threads),
                     0, p.stream, p.c, in_floats.c, count);
  return code(hipGetLastError());
}

}  // namespace launchers
