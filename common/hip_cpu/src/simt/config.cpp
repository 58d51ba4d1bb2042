#include <hip_cpu/config.h>
#include <hip_cpu/variables.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <hip_cpu/builtins.hpp>
#include <thread>

#include "hip_cpu/simt/streams/cpu_devices.hpp"

namespace {

enum Variable { threads, warp_size, devices, peers };  // in the order of hip_cpu_variables

bool is_acceptable(Variable variable, int number) {
  return hip_cpu_accepts_number(&hip_cpu_variables[variable], number) != 0;
}

// "" counts as not set. A process that was told something else than it can do ends before it does
// anything.
int from_environment(Variable which, int otherwise) {
  const hip_cpu_variable& variable = hip_cpu_variables[which];
  const char* text = std::getenv(variable.name);
  int number = otherwise;
  if (text && *text != '\0' && !hip_cpu_accepts(&variable, text, &number)) {
    std::fprintf(stderr, "hippuzzle: error: the environment has %s=%s; give it %s\n", variable.name,
                 text, variable.values);
    _exit(2);
  }
  return number;
}

int processors() {
  const auto count = static_cast<int>(std::thread::hardware_concurrency());
  return is_acceptable(threads, count) ? count : 1;
}

std::atomic<int>& thread_count() {
  static std::atomic<int> count{from_environment(threads, processors())};
  return count;
}

constexpr int max_multiprocessors = 1024;

std::atomic<int> multiprocessor_count{0};  // 0: not set

std::atomic<int>& device_count() {
  static std::atomic<int> count{from_environment(devices, 1)};
  return count;
}

std::atomic<int>& peer_access() {
  static std::atomic<int> access{from_environment(peers, 1)};
  return access;
}

}  // namespace

int hip_cpu_warp_lanes = [] {
  for (const Variable variable : {threads, devices, peers}) from_environment(variable, 0);
  return from_environment(warp_size, 32);
}();

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
  if (!is_acceptable(devices, count)) return 0;
  device_count() = count;
  return 1;
}

void hip_cpu_offer_device_count(int count) {
  if (std::getenv(hip_cpu_variables[devices].name) == nullptr) hip_cpu_set_device_count(count);
}

int hip_cpu_set_peer_access(int has_access) {
  if (!is_acceptable(peers, has_access)) return 0;
  peer_access() = has_access;
  return 1;
}

int hip_cpu_set_thread_count(int count) {
  if (!is_acceptable(threads, count)) return 0;
  thread_count() = count;
  return 1;
}

int hip_cpu_set_warp_size(int lanes) {
  if (!is_acceptable(warp_size, lanes)) return 0;
  hip_cpu_warp_lanes = lanes;
  return 1;
}
