// Time as a kernel sees it.
#pragma once

#include <hip/hip_runtime.h>

#include <hippuzzle/platform.hpp>

namespace hippuzzle {

// Nanoseconds of a clock that runs at a constant rate, whatever the clocks of the processors do;
// differences between two readings on one device are meaningful. Its steps are 32 ns on recent
// NVIDIA GPUs, up to a microsecond on older ones, 10 ns on AMD.
__device__ inline long long device_nanoseconds() {
#if HIPPUZZLE_PLATFORM_NVIDIA
  long long now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  return now;
#elif HIPPUZZLE_PLATFORM_AMD && (defined(__GFX11__) || defined(__GFX12__))
  // These targets have no instruction for it, but a message.
#if __has_builtin(__builtin_amdgcn_s_sendmsg_rtnl)
  constexpr unsigned get_real_time = 0x83;
  return static_cast<long long>(__builtin_amdgcn_s_sendmsg_rtnl(get_real_time)) * 10;
#else  // clang 15, which knows gfx11 only
  long long now;
  asm volatile("s_sendmsg_rtn_b64 %0, sendmsg(MSG_RTN_GET_REALTIME)\n\ts_waitcnt lgkmcnt(0)"
               : "=s"(now));
  return now * 10;
#endif
#elif HIPPUZZLE_PLATFORM_AMD
  return static_cast<long long>(__builtin_amdgcn_s_memrealtime()) * 10;
#else
  return wall_clock64();
#endif
}

}  // namespace hippuzzle
