// A device's properties, places for memory, and lanes that find their like.
#include <cstring>

#include "expect.h"

static void properties() {
  hipDeviceProp_t all;
  EXPECT_OK(hipGetDeviceProperties(&all, 0));
  const auto attribute = [](hipDeviceAttribute_t which) {
    int value = -1;
    EXPECT_OK(hipDeviceGetAttribute(&value, which, 0));
    return value;
  };
  EXPECT(attribute(hipDeviceAttributeUnifiedAddressing) == all.unifiedAddressing);
  EXPECT(all.unifiedAddressing == 1 && all.hostNativeAtomicSupported == 1);
  EXPECT(attribute(hipDeviceAttributeHostNativeAtomicSupported) == 1);
  EXPECT(attribute(hipDeviceAttributeAsyncEngineCount) == all.asyncEngineCount);
  EXPECT(attribute(hipDeviceAttributeMaxBlocksPerMultiProcessor) == 1);
  EXPECT(static_cast<size_t>(attribute(hipDeviceAttributeSharedMemPerBlockOptin)) ==
         all.sharedMemPerBlockOptin);
  EXPECT(static_cast<size_t>(attribute(hipDeviceAttributeMaxPitch)) == all.memPitch);
  EXPECT(attribute(hipDeviceAttributeWallClockRate) == all.clockInstructionRate);
  EXPECT(attribute(hipDeviceAttributeMemoryPoolsSupported) == 0);
  int value = 0;
  EXPECT(hipDeviceGetAttribute(&value, static_cast<hipDeviceAttribute_t>(9999), 0) ==
         hipErrorInvalidValue);
  hipUUID uuid;
  EXPECT_OK(hipDeviceGetUuid(&uuid, 0));
  EXPECT(std::memcmp(&uuid, &all.uuid, sizeof uuid) == 0);
  EXPECT(hipDeviceGetUuid(nullptr, 0) == hipErrorInvalidValue);
  EXPECT(hipDeviceGetUuid(&uuid, 99) == hipErrorInvalidDevice);
}

// Lane i has i % 3, in the upper half of the warp a double.
__global__ void match(unsigned long long* any, int* all) {
  const unsigned lane = threadIdx.x;
  if (lane < 16) {
    any[lane] = __match_any(static_cast<int>(lane % 3));
  } else {
    any[lane] = __match_any(0.5 * (lane % 2));
  }
  unsigned long long same = __match_all_sync(0xffffffffull, 7LL, &all[lane]);
  all[lane] = all[lane] && same == 0xffffffffull;
  int different = 1;
  same = __match_all_sync(0xffffffffull, lane, &different);
  all[lane] = all[lane] && !different && same == 0;
  same = __match_any_sync(0xffffffffull, lane / 8);
  all[lane] = all[lane] && same == 0xffull << (lane / 8 * 8);
}

static void locations() {
  int* managed;
  EXPECT_OK(hipMallocManaged(&managed, 64));
  EXPECT_OK(hipMemPrefetchAsync_v2(managed, 64, {hipMemLocationTypeDevice, 0}, 0));
  EXPECT_OK(hipMemPrefetchAsync(managed, 64, {hipMemLocationTypeHost, 0}, 0));
  EXPECT_OK(hipMemAdvise_v2(managed, 64, hipMemAdviseSetReadMostly, {hipMemLocationTypeDevice, 0}));
  EXPECT(hipMemPrefetchAsync_v2(managed, 64, {hipMemLocationTypeDevice, 99}, 0) ==
         hipErrorInvalidDevice);
  EXPECT(hipMemPrefetchAsync_v2(managed, 64, {hipMemLocationTypeInvalid, 0}, 0) ==
         hipErrorInvalidValue);
  EXPECT(hipMemAdvise(managed, 65, hipMemAdviseSetReadMostly, {hipMemLocationTypeDevice, 0}) ==
         hipErrorInvalidValue);
  EXPECT_OK(hipFree(managed));
}

// Pointers to read-only memory of kernels are allocated like others.
static void read_only() {
  const uchar* bytes;
  const int* pinned;
  volatile float* managed;
  EXPECT_OK(hipMalloc(&bytes, 4));
  EXPECT_OK(hipHostMalloc(&pinned, sizeof(int)));
  EXPECT_OK(hipMallocManaged(&managed, sizeof(float)));
  EXPECT_OK(hipMemset(const_cast<uchar*>(bytes), 200, 4));
  EXPECT(to_host(bytes, 4) == std::vector<uchar>(4, 200));
  *managed = 2;
  EXPECT(*managed == 2);
  EXPECT_OK(hipFree(const_cast<uchar*>(bytes)));
  EXPECT_OK(hipHostFree(const_cast<int*>(pinned)));
  EXPECT_OK(hipFree(const_cast<float*>(managed)));
}

int main() {
  properties();
  locations();
  read_only();
  auto* const any = on_device<unsigned long long>(32);
  int* const all = on_device<int>(32);
  match<<<1, 32>>>(any, all);
  const auto of = to_host(any, 32);
  EXPECT(of[0] == 0x9249 && of[1] == 0x2492 && of[15] == 0x9249);
  EXPECT(of[16] == 0x55550000 && of[31] == 0xaaaa0000);
  EXPECT(to_host(all, 32) == std::vector<int>(32, 1));
  return failures;
}
