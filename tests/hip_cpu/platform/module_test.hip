// Kernels in a library that is opened with dlopen, as every puzzle's are.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include "tests/hip_cpu/platform/settings.hpp"
#include "tests/support/device_array.hpp"

namespace {

class Module {
 public:
  Module() : handle_(dlopen(PLATFORM_TEST_MODULE, RTLD_NOW | RTLD_LOCAL)) {
    EXPECT_NE(handle_, nullptr) << dlerror();
  }
  ~Module() { EXPECT_EQ(dlclose(handle_), 0); }
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;

  template <typename F>
  F* function(const char* name) const {
    return reinterpret_cast<F*>(dlsym(handle_, name));
  }

 private:
  void* handle_;
};

void expect_reversed(const Module& module, int threads) {
  std::vector<int> values(threads);
  for (int i = 0; i < threads; ++i) values[i] = i;
  DeviceArray<int> device(values);
  module.function<void(int*, int)>("launch_reverse")(device.data(), threads);
  EXPECT_EQ(device.host(), std::vector<int>(values.rbegin(), values.rend()));
}

TEST(KernelModule, HasItsOwnSharedMemory) {
  const Module module;
  for (const int threads : {1, 100, 512}) expect_reversed(module, threads);
}

TEST(KernelModule, CanBeClosedAndOpenedAgain) {
  for (int repetition = 0; repetition < 20; ++repetition) expect_reversed(Module(), 300);
}

// The exit status must be the kernel's: ending the process may neither crash nor wait for threads
// that run blocks.
TEST(KernelModuleDeathTest, AKernelMayEndTheProcess) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  // A sanitizer's search for leaks would begin on the stack of a kernel's thread and miss the
  // host's. The child process inherits this.
  setenv("ASAN_OPTIONS", "detect_leaks=0", 1);
  const OsThreads count(4);
  for (const int blocks : {1, 200})
    EXPECT_EXIT(Module().function<void(int, int)>("launch_exit")(blocks, 64),
                testing::ExitedWithCode(42), "")
        << blocks << " blocks";
}

}  // namespace
