// Bank conflicts of the local data share in the matrix-core rungs, by computation: the addresses
// come from the kernels' own layout functions, the rules from request_cost.hpp. Nothing runs on a
// GPU.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "hip_cpu/check/requests/request_cost.hpp"
#include "tests/amd/lds_layout.hpp"

namespace lds_test {

using namespace hip_cpu::check;

// Turns of the banks over turns without a conflict, the worst of an access's instructions.
std::map<std::string, double> turns_over_least() {
  std::map<std::string, double> all;
  for (const LdsAccess& a : lds_accesses()) {
    const Request request{1,
                          a.is_read ? HIP_CPU_READ : HIP_CPU_WRITE,
                          true,
                          a.bytes,
                          0,
                          64,
                          ~std::uint64_t{0},
                          a.addresses.data()};
    const Wavefronts w = wavefronts(request);
    double& most = all[a.rung + " " + a.what];
    most = std::max(most, 1.0 * w.count / w.least);
  }
  return all;
}

TEST(LocalDataShare, MatrixCoreRungsHaveNoBankConflicts) {
  const std::map<std::string, double> found = turns_over_least();
  for (const char* access :
       {"mma-bf16 read a", "mma-bf16 read b", "mma-bf16 write a", "mma-bf16 write b",
        "mma-tf32 read a", "mma-tf32 read b", "mma-tf32 write a", "mma-tf32 write b"}) {
    ASSERT_TRUE(found.contains(access)) << access;
    EXPECT_EQ(found.at(access), 1) << access;
  }
  EXPECT_EQ(found.size(), 8u);
}

// Four k and eight are read at once, not one by one.
TEST(LocalDataShare, MatrixCoreRungsReadAtLeastEightBytesAtOnce) {
  for (const LdsAccess& a : lds_accesses()) EXPECT_GE(a.bytes, 8u) << a.rung << " " << a.what;
}

// The lanes' fragments cover a stage of 128-byte rows of A, and its rows of 64 columns of B, each
// element once.
TEST(LocalDataShare, EachElementOfAStageIsReadOnce) {
  std::map<std::string, std::map<uintptr_t, unsigned>> times;
  for (const LdsAccess& a : lds_accesses()) {
    const unsigned element = a.rung == "mma-bf16" ? 2 : 4;
    for (const uintptr_t address : a.addresses)
      for (unsigned at = 0; a.is_read && at < a.bytes; at += element)
        ++times[a.rung + " " + a.what][address + at];
  }
  for (const auto& [access, of_address] : times) {
    const unsigned tile_k = access.starts_with("mma-bf16") ? 64 : 32;
    EXPECT_EQ(of_address.size(), access.ends_with("a") ? 16 * tile_k : 64 * tile_k) << access;
    for (const auto& [address, count] : of_address)
      EXPECT_EQ(count, 1u) << access << " " << address;
  }
  EXPECT_EQ(times.size(), 4u);
}

}  // namespace lds_test
