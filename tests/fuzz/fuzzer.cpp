// libFuzzer's entry: `fuzzer TARGET [its options and folders]`. g++ compiles the product (clang++
// 14 does not know what its standard library asks for) and calls a function at each basic block,
// where libFuzzer counts in tables of clang's; this file joins the two.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "tests/fuzz/targets.hpp"

namespace {

constexpr size_t counters = size_t{1} << 16;
uint8_t counted[counters];  // by the address of a block, the last bits of it

const hippuzzle::fuzz::Target* chosen = nullptr;

}  // namespace

extern "C" void __sanitizer_cov_8bit_counters_init(uint8_t* begin, uint8_t* end);

extern "C" __attribute__((no_sanitize_coverage)) void __sanitizer_cov_trace_pc() {
  uint8_t& count = counted[reinterpret_cast<uintptr_t>(__builtin_return_address(0)) % counters];
  if (count != 255) ++count;
}

// Comparisons of floating-point numbers, which libFuzzer does not take.
extern "C" void __sanitizer_cov_trace_cmpf(float, float) {}
extern "C" void __sanitizer_cov_trace_cmpd(double, double) {}

extern "C" int LLVMFuzzerInitialize(int* count, char*** words) {
  for (const auto& target : hippuzzle::fuzz::targets())
    if (*count > 1 && (*words)[1] == std::string_view(target.name)) chosen = &target;
  if (chosen == nullptr) {
    std::fputs("usage: fuzzer TARGET [options of libFuzzer] [folders]\ntargets:", stderr);
    for (const auto& target : hippuzzle::fuzz::targets()) std::fprintf(stderr, " %s", target.name);
    std::fputc('\n', stderr);
    std::exit(2);
  }
  (*words)[1] = (*words)[0];
  ++*words;
  --*count;
  __sanitizer_cov_8bit_counters_init(counted, counted + counters);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  chosen->read({reinterpret_cast<const char*>(data), size});
  return 0;
}
