// Built-in functions of AMD's compiler.
#include "expect.h"

__global__ void of_lanes(int* out) {
  const int lane = static_cast<int>(threadIdx.x);
  int good = __builtin_amdgcn_readlane(10 * lane, 3) == 30;
  good += __builtin_amdgcn_ds_bpermute(4 * (31 - lane), lane) == 31 - lane;
  const unsigned below = __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0));
  good += below == threadIdx.x;
  if (lane >= 5) good += __builtin_amdgcn_readfirstlane(lane) == 5;
  __builtin_amdgcn_s_barrier();
  out[lane] = good;
}

__global__ void past_caches(const int* in, float* out) {
  __builtin_nontemporal_store(2 * __builtin_nontemporal_load(in + threadIdx.x), out + threadIdx.x);
}

int main() {
  float* const floats = on_device<float>(2);
  past_caches<<<1, 2>>>(to_device<int>({3, 4}), floats);
  EXPECT(to_host(floats, 2)[0] == 6.0f && to_host(floats, 2)[1] == 8.0f);
  // Bytes 1, -2, 3, -4 and 5, 6, 7, 8.
  const int a = static_cast<int>(0xfc03fe01), b = 0x08070605;
  EXPECT(__builtin_amdgcn_sdot4(a, b, 100, false) == 100 + 5 - 12 + 21 - 32);
  EXPECT(__builtin_amdgcn_udot4(0xfc03fe01, 0x08070605, 1, false) ==
         1 + 5 + 254 * 6 + 21 + 252 * 8);
  EXPECT(__builtin_amdgcn_sudot4(true, a, false, a, 0, false) == 1 - 2 * 254 + 9 - 4 * 252);
  EXPECT(__builtin_amdgcn_sdot4(b, b, 0x7fffffff, true) == 0x7fffffff);
  EXPECT(__builtin_amdgcn_sdot4(b, b, 0x7fffffff, false) < 0);
  EXPECT(__builtin_amdgcn_udot4(1, 1, ~0u, true) == ~0u);
  EXPECT(__builtin_amdgcn_sdot8(0x0000000f, 0x00000007, 0, false) == -7);
  EXPECT(__builtin_amdgcn_udot8(0x0000000f, 0x00000007, 0, false) == 105);
  EXPECT(__builtin_amdgcn_ubfe(0xabcd1234, 8, 8) == 0x12);
  EXPECT(__builtin_amdgcn_ubfe(0xabcd1234, 8, 0) == 0);
  EXPECT(__builtin_amdgcn_sbfe(static_cast<int>(0xabcd1234), 24, 8) == -0x55);
  EXPECT(__builtin_amdgcn_alignbit(0x00000012, 0x34567890, 8) == 0x12345678);
  EXPECT(__builtin_amdgcn_alignbyte(0x00000012, 0x34567890, 1) == 0x12345678);
  EXPECT(__builtin_amdgcn_fmed3f(3, -1, 2) == 2);
  EXPECT(__builtin_amdgcn_rcpf(4) == 0.25f && __builtin_amdgcn_rsqf(4) == 0.5f);
  int* const out = on_device<int>(32);
  of_lanes<<<1, 32>>>(out);
  const auto good = to_host(out, 32);
  for (int lane = 0; lane < 32; ++lane) EXPECT(good[static_cast<size_t>(lane)] == 3 + (lane >= 5));
  return failures;
}
