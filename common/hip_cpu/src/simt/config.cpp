#include <hip_cpu/config.h>

#include <atomic>
#include <cstdlib>
#include <hip_cpu/builtins.hpp>
#include <thread>

#include "hip_cpu/simt/streams/devices.hpp"

namespace {

constexpr int max_threads = 1024;

bool is_thread_count(int count) { return count >= 1 && count <= max_threads; }
bool is_warp_size(int lanes) { return lanes == 32 || lanes == 64; }
bool is_device_count(int count) { return count >= 1 && count <= hip_cpu::max_devices; }
bool is_yes_or_no(int value) { return value == 0 || value == 1; }

// A variable that does not hold an acceptable number counts as not set.
int from_environment(const char* variable, bool (*acceptable)(int), int otherwise) {
  const char* text = std::getenv(variable);
  if (!text) return otherwise;
  char* end = nullptr;
  const long value = std::strtol(text, &end, 10);
  if (end == text || *end != '\0' || value > max_threads || !acceptable(static_cast<int>(value)))
    return otherwise;
  return static_cast<int>(value);
}

int processors() {
  const auto count = static_cast<int>(std::thread::hardware_concurrency());
  return is_thread_count(count) ? count : 1;
}

std::atomic<int>& thread_count() {
  static std::atomic<int> count{from_environment("HIP_CPU_THREADS", is_thread_count, processors())};
  return count;
}

constexpr int max_multiprocessors = 1024;

std::atomic<int> multiprocessor_count{0};  // 0: not set

std::atomic<int>& device_count() {
  static std::atomic<int> count{from_environment("HIPPUZZLE_CPU_DEVICES", is_device_count, 1)};
  return count;
}

std::atomic<int>& peer_access() {
  static std::atomic<int> access{from_environment("HIPPUZZLE_CPU_PEERS", is_yes_or_no, 1)};
  return access;
}

}  // namespace

int hip_cpu_warp_lanes = from_environment("HIP_CPU_WARP_SIZE", is_warp_size, 32);

int hip_cpu_thread_count() { return thread_count(); }

int hip_cpu_warp_size() { return hip_cpu_warp_lanes; }

int hip_cpu_multiprocessor_count() {
  const int count = multiprocessor_count;
  return count != 0 ? count : hip_cpu_thread_count();
}

int hip_cpu_set_multiprocessor_count(int count) {
  if (count < 0 || count > max_multiprocessors) return 0;
  multiprocessor_count = count;
  return 1;
}

int hip_cpu_device_count() { return device_count(); }

int hip_cpu_has_peer_access() { return peer_access(); }

int hip_cpu_set_device_count(int count) {
  if (!is_device_count(count)) return 0;
  device_count() = count;
  return 1;
}

void hip_cpu_offer_device_count(int count) {
  if (std::getenv("HIPPUZZLE_CPU_DEVICES") == nullptr) hip_cpu_set_device_count(count);
}

int hip_cpu_set_peer_access(int has_access) {
  if (!is_yes_or_no(has_access)) return 0;
  peer_access() = has_access;
  return 1;
}

int hip_cpu_set_thread_count(int count) {
  if (!is_thread_count(count)) return 0;
  thread_count() = count;
  return 1;
}

int hip_cpu_set_warp_size(int lanes) {
  if (!is_warp_size(lanes)) return 0;
  hip_cpu_warp_lanes = lanes;
  return 1;
}
