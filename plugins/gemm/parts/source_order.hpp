// Reads of shared memory and multiply-adds that NVIDIA's compiler leaves in source order, for files
// that are compiled with HIPPUZZLE_NVIDIA_SOURCE_ORDER. On other platforms they are plain.
#pragma once

#include <hip/hip_runtime.h>

#include <hippuzzle/portable.hpp>
#include <hippuzzle/shared_barrier.hpp>

#include "parts/float4.hpp"

__device__ __forceinline__ void multiply_add_in_source_order(float& sum, float a, float b) {
#if HIPPUZZLE_PLATFORM_NVIDIA
  asm volatile("fma.rn.f32 %0, %1, %2, %0;" : "+f"(sum) : "f"(a), "f"(b));
#else
  sum += a * b;
#endif
}

// False, as n is never 0, which the compiler cannot know. do { … } while (opaque_false(n)) fences a
// stretch of such instructions: it runs once, but no instruction can leave it, and since it might
// run again a sum must stay in its register.
__device__ __forceinline__ bool opaque_false([[maybe_unused]] unsigned n) {
#if HIPPUZZLE_PLATFORM_NVIDIA
  unsigned unknown;
  asm volatile("mov.u32 %0, %1;" : "=r"(unknown) : "r"(n));
  return unknown == 0;
#else
  return false;
#endif
}

// A number or pointer, computed here and kept in a register. The compiler would compute it
// again wherever it is needed.
__device__ __forceinline__ unsigned kept(unsigned number) {
#if HIPPUZZLE_PLATFORM_NVIDIA
  asm volatile("" : "+r"(number));
#endif
  return number;
}
template <class T>
__device__ __forceinline__ T* kept(T* pointer) {
#if HIPPUZZLE_PLATFORM_NVIDIA
  asm volatile("" : "+l"(pointer));
#endif
  return pointer;
}

// A place in a box in shared memory, in bytes from its start; `^` exchanges parts of 128 bytes. On
// NVIDIA it is an address of 32 bits, since boxes start at multiples of 1024 bytes there.
#if HIPPUZZLE_PLATFORM_NVIDIA
using SharedPlace = unsigned;
__device__ __forceinline__ SharedPlace place_in(const float* box, unsigned bytes) {
  return hippuzzle::shared_address(box) + bytes;
}
#else
struct SharedPlace {
  const float* box;
  unsigned bytes;
  __device__ SharedPlace operator+(unsigned more) const { return {box, bytes + more}; }
  __device__ SharedPlace operator^(unsigned bits) const { return {box, bytes ^ bits}; }
};
__device__ __forceinline__ SharedPlace place_in(const float* box, unsigned bytes) {
  return {box, bytes};
}
__device__ __forceinline__ SharedPlace kept(SharedPlace place) { return place; }
#endif

// Reads the four floats at a place.
__device__ __forceinline__ void read_in_source_order(Float4& v, SharedPlace at) {
#if HIPPUZZLE_PLATFORM_NVIDIA
  asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
               : "=f"(v[0]), "=f"(v[1]), "=f"(v[2]), "=f"(v[3])
               : "r"(at));
#else
  v = *reinterpret_cast<const Float4*>(at.box + at.bytes / 4);
#endif
}
