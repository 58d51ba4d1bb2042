// Kernels for AMD's GPUs in pairs: wrong_<name> makes one mistake, right_<name> does not.
// mistakes_test.cpp launches them on arrays of 256 elements; `in` counts from 0, `out` is 0.
#include <hip/hip_runtime.h>

#include <cstdint>
#include <hippuzzle/architecture.hpp>

namespace {

__device__ unsigned thread() { return threadIdx.x; }
__device__ unsigned global_thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

// ---- results under way, in instructions that the compiler does not look into

template <bool right>
__device__ void load_not_waited_for(unsigned* out, const unsigned* in) {
  unsigned loaded = 0, result = 0;
  const unsigned* from = in + thread();
  if constexpr (right) {
    asm volatile("global_load_dword %0, %2, off\n\ts_waitcnt vmcnt(0)\n\tv_mov_b32 %1, %0"
                 : "=&v"(loaded), "=&v"(result)
                 : "v"(from));
  } else {
    asm volatile("global_load_dword %0, %2, off\n\tv_mov_b32 %1, %0\n\ts_waitcnt vmcnt(0)"
                 : "=&v"(loaded), "=&v"(result)
                 : "v"(from));
  }
  out[thread()] = result;
}

template <bool right>
__device__ void wait_for_the_first_of_two(unsigned* out, const unsigned* in) {
  unsigned first = 0, second = 0, result = 0;
  const unsigned* from = in + thread();
  asm volatile("global_load_dword %0, %2, off\n\tglobal_load_dword %1, %2, off"
               : "=&v"(first), "=&v"(second)
               : "v"(from));
  if constexpr (right) {
    asm volatile("s_waitcnt vmcnt(1)\n\tv_mov_b32 %0, %1\n\ts_waitcnt vmcnt(0)"
                 : "=&v"(result), "+v"(first), "+v"(second));
  } else {
    asm volatile("s_waitcnt vmcnt(1)\n\tv_mov_b32 %0, %2\n\ts_waitcnt vmcnt(0)"
                 : "=&v"(result), "+v"(first), "+v"(second));
  }
  out[thread()] = result;
}

template <bool right>
__device__ void scalar_load_not_waited_for(unsigned* out, const unsigned* in) {
  unsigned loaded = 0, result = 0;
  if constexpr (right) {
    asm volatile("s_load_dword %0, %2, 0x0\n\ts_waitcnt lgkmcnt(0)\n\tv_mov_b32 %1, %0"
                 : "=&s"(loaded), "=&v"(result)
                 : "s"(in));
  } else {
    asm volatile("s_load_dword %0, %2, 0x0\n\tv_mov_b32 %1, %0\n\ts_waitcnt lgkmcnt(0)"
                 : "=&s"(loaded), "=&v"(result)
                 : "s"(in));
  }
  out[thread()] = result;
}

template <bool right>
__device__ void lds_read_not_waited_for(unsigned* out, const unsigned* in) {
  __shared__ unsigned shared[256];
  shared[thread()] = in[thread()];
  __syncthreads();
  unsigned loaded = 0, result = 0;
  const auto at = static_cast<unsigned>(reinterpret_cast<uintptr_t>(&shared[255 - thread()]));
  if constexpr (right) {
    asm volatile("ds_read_b32 %0, %2\n\ts_waitcnt lgkmcnt(0)\n\tv_mov_b32 %1, %0"
                 : "=&v"(loaded), "=&v"(result)
                 : "v"(at));
  } else {
    asm volatile("ds_read_b32 %0, %2\n\tv_mov_b32 %1, %0\n\ts_waitcnt lgkmcnt(0)"
                 : "=&v"(loaded), "=&v"(result)
                 : "v"(at));
  }
  out[thread()] = result;
}

template <bool right>
__device__ void barrier_before_the_write_ends(unsigned* out, const unsigned* in) {
  __shared__ unsigned shared[256];
  const auto at = static_cast<unsigned>(reinterpret_cast<uintptr_t>(&shared[thread()]));
  const unsigned value = in[thread()];
  if constexpr (right) {
    asm volatile("ds_write_b32 %0, %1\n\ts_waitcnt lgkmcnt(0)\n\ts_barrier" ::"v"(at), "v"(value)
                 : "memory");
  } else {
    asm volatile("ds_write_b32 %0, %1\n\ts_barrier" ::"v"(at), "v"(value) : "memory");
  }
  out[thread()] = static_cast<volatile unsigned*>(shared)[255 - thread()];
}

// ---- distances, where there are matrix cores alone

template <bool right>
__device__ void product_read_too_soon([[maybe_unused]] unsigned* out,
                                      [[maybe_unused]] const unsigned* in) {
#if HIPPUZZLE_HAS_MATRIX_CORE
  using Four = float __attribute__((ext_vector_type(4)));
  const float a = static_cast<float>(in[thread()]);
  Four c = {0, 0, 0, 0};
  float result = 0;
  asm volatile("s_nop 7\n\tv_mfma_f32_16x16x4f32 %0, %1, %1, %0" : "+v"(c) : "v"(a));
  if constexpr (right) asm volatile("s_nop 15");
  asm volatile("v_mov_b32 %0, %1" : "=v"(result) : "v"(c.x));
  out[thread()] = static_cast<unsigned>(result);
#endif
}

template <bool right>
__device__ void lane_moved_too_soon([[maybe_unused]] unsigned* out,
                                    [[maybe_unused]] const unsigned* in) {
#if HIPPUZZLE_HAS_MATRIX_CORE
  unsigned value = in[thread()], result = 0;
  if constexpr (right) {
    asm volatile(
        "v_xor_b32 %1, 1, %1\n\ts_nop 1\n\tv_mov_b32_dpp %0, %1 row_shr:1 row_mask:0xf "
        "bank_mask:0xf bound_ctrl:0"
        : "=&v"(result), "+v"(value));
  } else {
    asm volatile(
        "v_xor_b32 %1, 1, %1\n\tv_mov_b32_dpp %0, %1 row_shr:1 row_mask:0xf "
        "bank_mask:0xf bound_ctrl:0"
        : "=&v"(result), "+v"(value));
  }
  out[thread()] = result;
#endif
}

// ---- races in LDS

template <bool right>
__device__ void word_of_another_wave(unsigned* out, const unsigned* in) {
  __shared__ unsigned shared[256];
  shared[thread()] = in[thread()];
  if constexpr (right) __syncthreads();
  out[thread()] = shared[255 - thread()];
}

template <bool right>
__device__ void one_buffer_and_one_barrier(unsigned* out, const unsigned* in) {
  __shared__ unsigned shared[256];
  unsigned value = in[thread()];
#pragma unroll 1
  for (unsigned step = 0; step < 4; ++step) {
    shared[thread()] = value;
    __syncthreads();
    value += shared[(thread() + 64) % 256];
    if constexpr (right) __syncthreads();
  }
  out[thread()] = value;
}

template <bool right>
__device__ void counter_cleared_without_a_barrier(unsigned* out, const unsigned* in) {
  __shared__ unsigned count;
  if (thread() == 0) count = 0;
  if constexpr (right) __syncthreads();
  atomicAdd(&count, in[thread()]);
  __syncthreads();
  out[thread()] = count;
}

template <bool right>
__device__ void sum_read_without_a_barrier(unsigned* out, const unsigned* in) {
  __shared__ unsigned sum;
  if (thread() == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, in[thread()]);
  if constexpr (right) __syncthreads();
  if (thread() == 0) out[0] = sum;
}

template <bool right>
__device__ void bytes_of_two_waves(unsigned* out, const unsigned* in) {
  __shared__ unsigned char shared[256];
  shared[right ? thread() : thread() % 128] = static_cast<unsigned char>(in[thread()]);
  __syncthreads();
  out[thread()] = shared[thread() % 128];
}

template <bool right>
__device__ void tree_without_barriers(unsigned* out, const unsigned* in) {
  __shared__ unsigned shared[256];
  shared[thread()] = in[thread()];
  __syncthreads();
#pragma unroll 1
  for (unsigned stride = 128; stride > 0; stride /= 2) {
    if (thread() < stride) shared[thread()] += shared[thread() + stride];
    if constexpr (right) __syncthreads();
  }
  if (thread() == 0) out[0] = shared[0];
}

// The address may belong to LDS or to memory.
__device__ __attribute__((noinline)) void put(unsigned* to, unsigned value) { *to = value; }

template <bool right>
__device__ void word_of_another_wave_by_a_flat_address(unsigned* out, const unsigned* in) {
  __shared__ unsigned shared[256];
  put(in[0] == 0 ? &shared[thread()] : out, in[thread()]);
  if constexpr (right) __syncthreads();
  out[thread()] = shared[255 - thread()];
}

// ---- barriers

template <bool right>
__device__ void waves_leave_before_a_barrier(unsigned* out, const unsigned* in) {
  __shared__ unsigned shared[256];
  if (!right && thread() >= 128) return;
  if (thread() < 128) shared[thread()] = in[thread()];
  __syncthreads();
  if (thread() < 128) out[thread()] = shared[127 - thread()];
}

template <bool right>
__device__ void waves_meet_different_numbers_of_barriers(unsigned* out, const unsigned* in) {
  const unsigned rounds = right ? 4 : 1 + thread() / 64;
  unsigned value = in[thread()];
#pragma unroll 1
  for (unsigned round = 0; round < rounds; ++round) {
    value = value * 3 + 1;
    __syncthreads();
  }
  out[thread()] = value;
}

// ---- bounds

template <bool right>
__device__ void lds_beyond_its_end(unsigned* out, const unsigned* in) {
  __shared__ unsigned shared[64];
  const unsigned at = right ? thread() % 64 : thread();
  if (!right || thread() < 64) shared[at] = in[thread()];
  __syncthreads();
  out[thread()] = shared[thread() % 64];
}

template <bool right>
__device__ void one_past_the_end(unsigned* out, const unsigned* in) {
  const unsigned at = thread() + 1;
  if (!right || at < 256) out[at] = in[thread()];
}

template <bool right>
__device__ void one_before_the_begin(unsigned* out, const unsigned* in) {
  const int before = static_cast<int>(thread()) - 1;
  out[thread()] = right && before < 0 ? 0 : in[before];
}

template <bool right>
__device__ void a_byte_past_the_end(unsigned* out, const unsigned* in) {
  auto* bytes = reinterpret_cast<unsigned char*>(out);
  const unsigned at = 4 * thread() + 4;
  if (!right || at < 1024) bytes[at] = static_cast<unsigned char>(in[thread()]);
}

template <bool right>
__device__ void the_last_of_four_past_the_end(unsigned* out, const unsigned* in) {
  if (thread() >= 64) return;
  const unsigned at = 4 * thread() + (right ? 0 : 1);
  *reinterpret_cast<uint4*>(out + at) = make_uint4(in[0], in[1], in[2], in[3]);
}

// ---- unwritten memory

template <bool right>
__device__ void half_of_the_lds_written(unsigned* out, const unsigned* in) {
  __shared__ unsigned shared[256];
  if (right || thread() % 2 == 0) shared[thread()] = in[thread()];
  __syncthreads();
  out[thread()] = shared[thread() ^ 1];
}

template <bool right>
__device__ void register_never_written(unsigned* out, const unsigned*) {
  unsigned result = 0;
  if constexpr (right) asm volatile("v_mov_b32 v60, 7" ::: "v60");
  asm volatile("v_mov_b32 %0, v60" : "=v"(result)::"v60");
  out[thread()] = result;
}

// ---- alignment

template <bool right>
__device__ void half_an_atomic_word(unsigned* out, const unsigned* in) {
  if (thread() >= 64) return;
  auto* wide = reinterpret_cast<unsigned long long*>(out + 2 * thread() + (right ? 0 : 1));
  atomicAdd(wide, in[thread()]);
}

template <bool right>
__device__ void word_between_words(unsigned* out, const unsigned* in) {
  if (thread() >= 128) return;
  const auto at = reinterpret_cast<uintptr_t>(out + thread()) + (right ? 0 : 2);
  asm volatile("global_store_dword %0, %1, off\n\ts_waitcnt vmcnt(0)" ::"v"(at), "v"(in[thread()])
               : "memory");
}

// ---- between the four blocks

template <bool right>
__device__ void blocks_add_to_one_word(unsigned* out, const unsigned* in) {
  if (thread() != 0) return;
  if constexpr (right) {
    atomicAdd(out, in[blockIdx.x]);
  } else {
    *out += in[blockIdx.x];
  }
}

template <bool right>
__device__ void neighbours_element_while_it_changes(unsigned* out, const unsigned* in) {
  if (thread() >= 64) return;
  const unsigned g = blockIdx.x * 64 + thread();
  const unsigned* from = right ? in : out;
  out[g] = from[(g + 64) % 256] + 1;
}

template <bool right>
__device__ void counter_cleared_while_others_count(unsigned* out, const unsigned*) {
  if (!right && global_thread() == 0) out[0] = 0;
  if (thread() == 0) atomicAdd(out, 1);
}

template <bool right>
__device__ void counter_read_while_others_count(unsigned* out, const unsigned*) {
  if (thread() != 0) return;
  atomicAdd(out, 1);
  out[1 + blockIdx.x] = right ? atomicAdd(out, 0) : out[0];
}

// The first block hands a value to the second.
template <bool right>
__device__ void value_taken_without_waiting(unsigned* out, const unsigned* in) {
  if (thread() != 0) return;
  if (blockIdx.x == 0) {
    out[1] = in[7];
    __threadfence();
    atomicExch(out, 1);
  } else if (blockIdx.x == 1) {
    if constexpr (right) {
      while (atomicAdd(out, 0) == 0) {
      }
      __threadfence();
    }
    out[2] = out[1];
  }
}

template <bool right>
__device__ void flag_set_while_the_value_is_under_way(unsigned* out, const unsigned* in) {
  if (thread() != 0) return;
  if (blockIdx.x == 0) {
    out[1] = in[7];
    if constexpr (right) __threadfence();
    atomicExch(out, 1);
  } else if (blockIdx.x == 1) {
    while (atomicAdd(out, 0) == 0) {
    }
    __threadfence();
    out[2] = out[1];
  }
}

// The last one to come sums up.
template <bool right>
__device__ void parts_summed_without_a_fence(unsigned* out, const unsigned* in) {
  __shared__ bool is_last;
  if (thread() == 0) {
    out[1 + blockIdx.x] = in[blockIdx.x];
    if constexpr (right) __threadfence();
    is_last = atomicAdd(out, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!is_last || thread() != 0) return;
  __threadfence();
  unsigned sum = 0;
  for (unsigned k = 0; k < gridDim.x; ++k) sum += out[1 + k];
  out[10] = sum;
}

}  // namespace

#define PAIR(name)                                                             \
  extern "C" __global__ void wrong_##name(unsigned* out, const unsigned* in) { \
    name<false>(out, in);                                                      \
  }                                                                            \
  extern "C" __global__ void right_##name(unsigned* out, const unsigned* in) { \
    name<true>(out, in);                                                       \
  }

PAIR(load_not_waited_for)
PAIR(wait_for_the_first_of_two)
PAIR(scalar_load_not_waited_for)
PAIR(lds_read_not_waited_for)
PAIR(barrier_before_the_write_ends)
PAIR(product_read_too_soon)
PAIR(lane_moved_too_soon)
PAIR(word_of_another_wave)
PAIR(one_buffer_and_one_barrier)
PAIR(counter_cleared_without_a_barrier)
PAIR(sum_read_without_a_barrier)
PAIR(bytes_of_two_waves)
PAIR(tree_without_barriers)
PAIR(word_of_another_wave_by_a_flat_address)
PAIR(waves_leave_before_a_barrier)
PAIR(waves_meet_different_numbers_of_barriers)
PAIR(lds_beyond_its_end)
PAIR(one_past_the_end)
PAIR(one_before_the_begin)
PAIR(a_byte_past_the_end)
PAIR(the_last_of_four_past_the_end)
PAIR(half_of_the_lds_written)
PAIR(register_never_written)
PAIR(half_an_atomic_word)
PAIR(word_between_words)
PAIR(blocks_add_to_one_word)
PAIR(neighbours_element_while_it_changes)
PAIR(counter_cleared_while_others_count)
PAIR(counter_read_while_others_count)
PAIR(value_taken_without_waiting)
PAIR(flag_set_while_the_value_is_under_way)
PAIR(parts_summed_without_a_fence)
