// Bank conflicts of the local data share in the matrix-core rungs, by computation: the addresses
// come from the kernels' own layout functions, the rules from request_cost.hpp. Nothing runs on a
// GPU.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "lds_layout.hpp"
#include "request_cost.hpp"

namespace {

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

// docs/gemm.md has this table. A's rows begin at multiples of 16 bytes, as the copies need them: 16
// of them reach 8 groups of banks at most, whatever the padding.
TEST(LocalDataShare, MatrixCoreRungsHaveNoMoreConflictsThanTheirPageSays) {
  const std::map<std::string, double> known = {{"mma-bf16 read a", 2},  {"mma-bf16 read b", 1},
                                               {"mma-bf16 write a", 2}, {"mma-bf16 write b", 1},
                                               {"mma-tf32 read a", 2},  {"mma-tf32 read b", 2},
                                               {"mma-tf32 write a", 2}, {"mma-tf32 write b", 1}};
  const std::map<std::string, double> found = turns_over_least();
  ASSERT_EQ(found.size(), known.size());
  for (const auto& [access, most] : known) {
    ASSERT_TRUE(found.contains(access)) << access;
    EXPECT_LE(found.at(access), most) << access;
  }
}

// The lanes' fragments cover what a product of 16 x 16 needs, each element once.
TEST(LocalDataShare, EachElementOfAFragmentIsReadOnce) {
  std::map<std::string, std::map<uintptr_t, unsigned>> times;
  for (const LdsAccess& a : lds_accesses()) {
    const unsigned element = a.rung == "mma-bf16" ? 2 : 4;
    for (const uintptr_t address : a.addresses)
      for (unsigned at = 0; a.is_read && at < a.bytes; at += element)
        ++times[a.rung + " " + a.what][address + at];
  }
  for (const auto& [access, of_address] : times) {
    EXPECT_EQ(of_address.size(), access.starts_with("mma-bf16") ? 16u * 16 : 16u * 8) << access;
    for (const auto& [address, count] : of_address)
      EXPECT_EQ(count, 1u) << access << " " << address;
  }
  EXPECT_EQ(times.size(), 4u);
}

}  // namespace
