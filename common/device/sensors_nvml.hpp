// Sensors of an NVIDIA GPU through NVML, which the driver brings. Its few functions are declared
// here, so that building needs no header of it.
#pragma once

#include <dlfcn.h>
#include <hip/hip_runtime.h>
#include <hippuzzle/device.h>

#include <cstdio>
#include <cstring>

namespace hippuzzle {

class Nvml {
 public:
  // Opened once, for the device that is current then; empty where there is no NVML.
  static const Nvml& of(int device) {
    static const Nvml nvml(device);
    return nvml;
  }

  void read(hippuzzle_sensors* sensors) const {
    if (device_ == nullptr) return;
    sensors->clock_mhz = number(clock_, clock_sm);
    sensors->memory_clock_mhz = number(clock_, clock_memory);
    sensors->clock_limit_mhz = number(max_clock_, clock_sm);
    sensors->temperature_c = number(temperature_, sensor_gpu);
    unsigned milliwatts = 0;
    if (power_ != nullptr && power_(device_, &milliwatts) == 0) sensors->power_w = milliwatts / 1e3;
    unsigned long long reasons = 0;
    if (reasons_ != nullptr && reasons_(device_, &reasons) == 0) name(reasons, sensors);
    if (driver_ != nullptr) driver_(sensors->driver, sizeof sensors->driver);
  }

 private:
  using Handle = struct nvmlDevice_st*;
  using Number = int (*)(Handle, int, unsigned*);
  static constexpr int clock_sm = 1, clock_memory = 2, sensor_gpu = 0;

  explicit Nvml(int device) {
    void* const library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
    char bus[32] = "";
    if (library == nullptr || hipDeviceGetPCIBusId(bus, sizeof bus, device) != hipSuccess) return;
    const auto find = [&](auto& function, const char* symbol) {
      function =
          reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, symbol));
      return function != nullptr;
    };
    int (*init)();
    int (*by_bus)(const char*, Handle*);
    if (!find(init, "nvmlInit_v2") || !find(by_bus, "nvmlDeviceGetHandleByPciBusId_v2")) return;
    if (init() != 0 || by_bus(bus, &device_) != 0) device_ = nullptr;
    find(clock_, "nvmlDeviceGetClockInfo");
    find(max_clock_, "nvmlDeviceGetMaxClockInfo");
    find(temperature_, "nvmlDeviceGetTemperature");
    find(power_, "nvmlDeviceGetPowerUsage");
    // The newer name of the same function is not in every driver, the older one is.
    find(reasons_, "nvmlDeviceGetCurrentClocksThrottleReasons");
    find(driver_, "nvmlSystemGetDriverVersion");
  }

  double number(Number function, int which) const {
    unsigned value = 0;
    return function != nullptr && function(device_, which, &value) == 0 ? value : 0;
  }

  // Idle and clocks that somebody set are not throttling.
  static void name(unsigned long long reasons, hippuzzle_sensors* sensors) {
    struct Reason {
      unsigned long long bits;
      const char* word;
    };
    constexpr Reason all[] = {{0x4, "power"},
                              {0x8 | 0x40, "hardware-slowdown"},
                              {0x20, "thermal"},
                              {0x80, "power-brake"}};
    for (const Reason& reason : all) {
      if ((reasons & reason.bits) == 0) continue;
      const size_t used = std::strlen(sensors->throttled);
      std::snprintf(sensors->throttled + used, sizeof sensors->throttled - used, "%s%s",
                    used > 0 ? " " : "", reason.word);
    }
  }

  Handle device_ = nullptr;
  Number clock_ = nullptr, max_clock_ = nullptr, temperature_ = nullptr;
  int (*power_)(Handle, unsigned*) = nullptr;
  int (*reasons_)(Handle, unsigned long long*) = nullptr;
  int (*driver_)(char*, unsigned) = nullptr;
};

inline void read_sensors_of(int device, hippuzzle_sensors* sensors) {
  Nvml::of(device).read(sensors);
}

}  // namespace hippuzzle
