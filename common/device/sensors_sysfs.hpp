// Sensors of an AMD GPU from the files of its kernel driver. Compiled, not run: no AMD GPU was at
// hand.
#pragma once

#include <hip/hip_runtime.h>
#include <hippuzzle/device.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

namespace hippuzzle {

inline void read_sensors_of(int device, hippuzzle_sensors* sensors) {
  namespace fs = std::filesystem;
  char bus[32] = "";
  if (hipDeviceGetPCIBusId(bus, sizeof bus, device) != hipSuccess) return;
  std::string folder = bus;
  for (char& c : folder) c = c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c;
  std::error_code none;
  for (const auto& hwmon :
       fs::directory_iterator("/sys/bus/pci/devices/" + folder + "/hwmon", none)) {
    const auto number = [&](const char* file) {
      double value = 0;
      std::ifstream(hwmon.path() / file) >> value;
      return value;
    };
    sensors->clock_mhz = number("freq1_input") / 1e6;         // Hz
    sensors->memory_clock_mhz = number("freq2_input") / 1e6;  // Hz
    sensors->temperature_c = number("temp1_input") / 1e3;     // thousandths of a degree
    sensors->power_w = number("power1_average") / 1e6;        // microwatts
  }
  std::string version;
  if (std::ifstream("/sys/module/amdgpu/version") >> version) {
    std::snprintf(sensors->driver, sizeof sensors->driver, "%.63s", version.c_str());
  }
}

}  // namespace hippuzzle
