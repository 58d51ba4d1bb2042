// Kernels whose resources are known, for the readers of code objects. compiled.sh makes this
// folder's files from it.
#if defined(__HIP__)
#define GLOBAL __attribute__((global))
#define SHARED __attribute__((shared))
#define BOUNDS(n) __attribute__((amdgpu_flat_work_group_size(1, n)))
__attribute__((device)) unsigned thread() { return __builtin_amdgcn_workitem_id_x(); }
#else
#define GLOBAL __global__
#define SHARED __shared__
#define BOUNDS(n) __launch_bounds__(n)
__device__ unsigned thread() { return threadIdx.x; }
#endif

// No shared memory.
GLOBAL void plain(float* out) { out[thread()] = 1; }

// 4 * 300 bytes of shared memory.
GLOBAL void sharing(float* out) {
  SHARED float cells[300];
  cells[thread()] = out[thread()];
#if defined(__HIP__)
  __builtin_amdgcn_s_barrier();
#else
  __syncthreads();
#endif
  out[thread()] = cells[299 - thread()];
}

// Blocks of at most 128 threads.
GLOBAL void BOUNDS(128) bounded(float* out) { out[thread()] = 2; }
