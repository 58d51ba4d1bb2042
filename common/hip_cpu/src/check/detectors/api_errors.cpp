#include "hip_cpu/check/detectors/api_errors.hpp"

#include <hip_cpu/config.h>

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

#include "hip_cpu/check/code/result_use.hpp"
#include "hip_cpu/check/execution/program_calls.hpp"
#include "hip_cpu/check/execution/reports.hpp"
#include "hip_cpu/simt/last_error.hpp"

namespace hip_cpu::check {
namespace {

// HIP's own templates return the result of the call that they make.
bool is_discarded(const std::vector<const void*>& calls) {
  for (const void* call : calls) {
    const ResultUse use = use_of_result(call);
    if (use != ResultUse::passed_on) return use == ResultUse::discarded;
  }
  return false;
}

// hipErrorNotReady is an answer; hipErrorNotSupported may be the CPU platform's own.
bool is_failure(hipError_t error) {
  return error != hipErrorNotReady && error != hipErrorNotSupported;
}

std::string describe_call(hipError_t error, const std::vector<const void*>& calls) {
  const char* const name = called_function(calls.front());
  const bool is_hip = name && std::string_view(name).starts_with("hip");
  return std::string(is_hip ? name : "a call of HIP") + " returns " + hipGetErrorName(error) +
         " (" + hipGetErrorString(error) + ")";
}

std::string describe_launch(hipError_t error) {
  const char* const refusal = hip_cpu_refusal(error);
  return std::string("the launch fails with ") + hipGetErrorName(error) + " (" +
         (*refusal != '\0' ? refusal : hipGetErrorString(error)) + ")";
}

// Device memory in a launch's arguments.
std::vector<std::uintptr_t> arrays_of(const LaunchRequest& launch, const DeviceMemory& memory) {
  std::vector<std::uintptr_t> arrays;
  const auto* const call = static_cast<const char*>(launch.call);
  for (std::size_t at = 0; at + sizeof(std::uintptr_t) <= launch.call_bytes;
       at += sizeof(std::uintptr_t)) {
    std::uintptr_t value = 0;
    std::memcpy(&value, call + at, sizeof value);
    if (memory.shadow().contains(value)) arrays.push_back(value);
  }
  return arrays;
}

}  // namespace

ApiErrors& ApiErrors::instance() {
  static auto& all = *new ApiErrors;  // other threads may call HIP while the process ends
  return all;
}

void ApiErrors::fail(hipError_t error, const LaunchRequest* launch, const DeviceMemory& memory) {
  if (!is_failure(error)) return;
  Failure failure;
  failure.thread = std::this_thread::get_id();
  failure.calls = calls_of_program();
  if (failure.calls.empty() || (!launch && !is_discarded(failure.calls))) return;
  failure.detail = launch ? describe_launch(error) : describe_call(error, failure.calls);
  if (launch) {
    failure.kernel = launch->name;
    failure.arrays = arrays_of(*launch, memory);
  }
  const std::lock_guard lock(mutex_);
  for (Failure& known : failures_) {
    if (known.thread != failure.thread || known.calls != failure.calls ||
        known.detail != failure.detail)
      continue;
    ++known.count;
    known.arrays.insert(known.arrays.end(), failure.arrays.begin(), failure.arrays.end());
    return;
  }
  if (failures_.size() < most) failures_.push_back(std::move(failure));
}

void ApiErrors::look() {
  const std::lock_guard lock(mutex_);
  std::erase_if(failures_, [](const Failure& failure) {
    return failure.thread == std::this_thread::get_id();
  });
}

void ApiErrors::copy(const void* from, std::size_t bytes, const DeviceMemory& memory) {
  const std::lock_guard lock(mutex_);
  const auto begin = reinterpret_cast<std::uintptr_t>(from);
  if (failures_.empty() || !memory.shadow().contains(begin)) return;
  const Array* const copied = nearest(memory.arrays(), begin);
  if (!copied || bytes == 0) return;
  for (Failure& failure : failures_)
    failure.is_used |= std::ranges::any_of(
        failure.arrays, [&](std::uintptr_t array) { return copied->contains(array); });
}

void ApiErrors::report(Machine& machine) {
  std::vector<Failure> failures;
  {
    const std::lock_guard lock(mutex_);
    failures.swap(failures_);
  }
  for (const Failure& failure : failures) {
    Report report;
    report.kind = HIP_CPU_API_ERROR;
    report.kernel = failure.kernel.c_str();
    report.detail = failure.detail;
    report.is_used = failure.is_used;
    report.side_count = 1;
    report.sides[0].site = site_of_calls(machine, failure.calls);
    for (std::uint64_t i = 0; i < failure.count; ++i) machine.findings.add(report);
  }
}

}  // namespace hip_cpu::check
