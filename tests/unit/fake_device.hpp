// The device of host memory that tests/fixtures/device builds, as a test uses it.
#pragma once

#include <dlfcn.h>

#include <stdexcept>

#include "engine/runner/device.hpp"
#include "tests/fixtures/device/fake_device.hpp"
#include "tests/support/build_tree.hpp"

namespace hippuzzle::testing {

inline std::filesystem::path fake_runtime_path() {
  return fixture("device") / "libhippuzzle_device_cpu.so";
}

// The fake device's switches, all of them back at rest.
inline FakeDevice& fake_device() {
  static void* const library = dlopen(fake_runtime_path().c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw std::runtime_error(dlerror());
  auto& device = *static_cast<FakeDevice*>(dlsym(library, FAKE_DEVICE_SYMBOL));
  const size_t alive = device.allocations;
  device = {};
  device.allocations = alive;
  return device;
}

}  // namespace hippuzzle::testing
