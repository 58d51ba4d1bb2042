// Clusters: blocks that run at the same time on neighbouring multiprocessors and reach each other's
// shared memory (sm_90). Elsewhere a cluster has one block.
#pragma once

#include <hip/hip_runtime.h>

#include <hippuzzle/architecture.hpp>
#include <hippuzzle/vector.hpp>

namespace hippuzzle {

// The calling block's number in its cluster.
__device__ inline unsigned cluster_rank() {
#if HIPPUZZLE_HAS_WARPGROUP && HIPPUZZLE_PLATFORM_NVIDIA
  unsigned rank;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
#else
  return 0;
#endif
}

// A barrier of all threads of the cluster that orders their accesses to its shared memory.
__device__ inline void cluster_sync() {
#if HIPPUZZLE_HAS_WARPGROUP && HIPPUZZLE_PLATFORM_NVIDIA
  asm volatile("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::
                   : "memory");
#else
  __syncthreads();
#endif
}

// Four floats from block `rank` of the cluster, which has them where this block has `here`, at a
// multiple of 16 bytes.
__device__ inline Vector<float, 4> read_twin(const float* here, unsigned rank) {
  Vector<float, 4> v{};
#if HIPPUZZLE_HAS_WARPGROUP && HIPPUZZLE_PLATFORM_NVIDIA
  asm volatile(
      "{\n.reg .b32 twin;\nmapa.shared::cluster.u32 twin, %4, %5;\n"
      "ld.shared::cluster.v4.f32 {%0, %1, %2, %3}, [twin];\n}"
      : "=f"(v[0]), "=f"(v[1]), "=f"(v[2]), "=f"(v[3])
      : "r"(static_cast<unsigned>(__cvta_generic_to_shared(here))), "r"(rank)
      : "memory");
#else
  (void)rank;
  for (int i = 0; i < 4; ++i) v[i] = here[i];
#endif
  return v;
}

// Every thread's last call, so that nobody signals a block that has ended. It orders no accesses,
// as cluster_sync() does: that would wait until all results have been written.
__device__ inline void cluster_leave() {
#if HIPPUZZLE_HAS_WARPGROUP && HIPPUZZLE_PLATFORM_NVIDIA
  asm volatile("barrier.cluster.arrive.relaxed.aligned;\nbarrier.cluster.wait.aligned;" ::
                   : "memory");
#endif
}

// Whether a launch's blocks may start while the stream's last kernel still runs, once each of the
// last kernel's blocks has called let_next_launch_start(). Their work after wait_for_last_launch()
// comes after the last kernel. Without "wgmma" all launches start after the last one.
enum class LaunchStart { behind, early };

__device__ inline void let_next_launch_start() {
#if HIPPUZZLE_HAS_WARPGROUP && HIPPUZZLE_PLATFORM_NVIDIA
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}
__device__ inline void wait_for_last_launch() {
#if HIPPUZZLE_HAS_WARPGROUP && HIPPUZZLE_PLATFORM_NVIDIA
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

// Launches a kernel in clusters of `cluster` blocks along x, with `shared_bytes` of dynamic shared
// memory, however much. Only where "wgmma" is can a cluster have more than one block.
template <class... Parameters, class... Arguments>
hipError_t launch_in_clusters(void (*kernel)(Parameters...), dim3 grid, dim3 block,
                              unsigned shared_bytes, hipStream_t stream, unsigned cluster,
                              LaunchStart start, const Arguments&... arguments) {
#if HIPPUZZLE_PLATFORM_NVIDIA
  cudaError_t error = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                           static_cast<int>(shared_bytes));
  if (error == cudaSuccess && cluster > 8)
    error = cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
  if (error == cudaSuccess) {
    cudaLaunchAttribute attributes[2] = {};
    unsigned count = 0;
    if (cluster > 1) {
      cudaLaunchAttribute& it = attributes[count++];
      it.id = cudaLaunchAttributeClusterDimension;
      it.val.clusterDim.x = cluster;
      it.val.clusterDim.y = it.val.clusterDim.z = 1;
    }
    if (start == LaunchStart::early) {
      cudaLaunchAttribute& it = attributes[count++];
      it.id = cudaLaunchAttributeProgrammaticStreamSerialization;
      it.val.programmaticStreamSerializationAllowed = 1;
    }
    cudaLaunchConfig_t config = {};
    config.gridDim = grid;
    config.blockDim = block;
    config.dynamicSmemBytes = shared_bytes;
    config.stream = stream;
    config.attrs = attributes;
    config.numAttrs = count;
    error = cudaLaunchKernelEx(&config, kernel, arguments...);
  }
  return hipCUDAErrorTohipError(error);
#else
  (void)start;
  if (cluster != 1) return hipErrorNotSupported;
  hipLaunchKernelGGL(kernel, grid, block, shared_bytes, stream, arguments...);
  return hipGetLastError();
#endif
}

// Whether this device would run the code for "wgmma" of a kernel that has some: the module may have
// been built without it, or the device may be another.
template <class Kernel>
bool has_warpgroup_code(Kernel kernel) {
#if HIPPUZZLE_PLATFORM_NVIDIA
  cudaFuncAttributes attributes;
  if (cudaFuncGetAttributes(&attributes, kernel) != cudaSuccess) {
    (void)cudaGetLastError();
    return false;
  }
  return attributes.binaryVersion == 90 && attributes.ptxVersion == 90;
#else
  (void)kernel;
  return HIPPUZZLE_PLATFORM_CPU;
#endif
}

}  // namespace hippuzzle
