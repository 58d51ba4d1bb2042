// Random kernels, compiled for AMD and interpreted, give the bits that they give when the host's
// compiler compiled them for the CPU platform.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <hippuzzle/emulator.h>

#include <array>
#include <iterator>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace hippuzzle::testing {
namespace differential_test {

std::vector<std::string> words(const char* text) {
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), {}};
}

template <class Function>
Function* find(void* library, const char* name) {
  return reinterpret_cast<Function*>(dlsym(library, name));
}

using Output = std::array<uint32_t, 64>;

// A module of random kernels for one platform.
class Kernels {
 public:
  explicit Kernels(const std::string& path)
      : library_(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    EXPECT_NE(library_, nullptr) << dlerror();
    run_ = find<int(int, const uint32_t*, uint32_t*)>(library_, "run");
    count_ = find<int()>(library_, "kernel_count")();
  }
  int count() const { return count_; }
  Output run(int kernel, const std::vector<uint32_t>& inputs) const {
    Output output = {};
    EXPECT_EQ(run_(kernel, inputs.data(), output.data()), 0);
    return output;
  }

 private:
  void* library_;
  int (*run_)(int, const uint32_t*, uint32_t*) = nullptr;
  int count_ = 0;
};

// Numbers of any size, and the numbers at which an instruction's behaviour changes.
std::vector<uint32_t> inputs_of(uint32_t seed) {
  static constexpr uint32_t special[] = {0,          1,          2,          0x7fffffff, 0x80000000,
                                         0xffffffff, 0xfffffffe, 0x00800000, 0x01000001, 31};
  std::mt19937 random(seed);
  std::vector<uint32_t> inputs(384);
  for (uint32_t& x : inputs) {
    x = static_cast<uint32_t>(random());
    if (random() % 4 == 0) x = special[random() % std::size(special)];
    if (random() % 4 == 0) x >>= random() % 32;
  }
  return inputs;
}

class RandomKernels : public ::testing::TestWithParam<std::string> {};

TEST_P(RandomKernels, GiveTheSameBitsAsOnTheCpu) {
  void* emulator = dlopen(EMULATOR, RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(emulator, nullptr) << dlerror();
  const auto* entry =
      static_cast<const hippuzzle_emulator*>(dlsym(emulator, HIPPUZZLE_EMULATOR_SYMBOL));
  ASSERT_STREQ(entry->use(GetParam().c_str(), 1), "");
  const std::vector<std::string> amd = words(AMD_MODULES), cpu = words(CPU_MODULES);
  ASSERT_EQ(amd.size(), cpu.size());
  int compared = 0;
  for (size_t batch = 0; batch < amd.size(); ++batch) {
    const Kernels emulated(amd[batch]), native(cpu[batch]);
    for (int kernel = 0; kernel < emulated.count(); ++kernel, ++compared) {
      const auto inputs = inputs_of(static_cast<uint32_t>(1 + compared));
      ASSERT_EQ(emulated.run(kernel, inputs), native.run(kernel, inputs))
          << "kernel " << kernel << " of " << amd[batch] << " " << entry->why();
    }
  }
  EXPECT_EQ(compared, KERNELS);
}

INSTANTIATE_TEST_SUITE_P(, RandomKernels, ::testing::ValuesIn(words(TARGETS)),
                         [](const auto& test) { return test.param; });

}  // namespace differential_test
}  // namespace hippuzzle::testing
