#include "hip_cpu/simt/kernels/kernel_registry.hpp"

#include <dlfcn.h>

#include <cstring>
#include <map>
#include <mutex>

#include "hip_cpu/simt/last_error.hpp"

namespace hip_cpu {
namespace {

struct Table {
  std::mutex mutex;
  std::map<const void*, const KernelRecord*> records;
};

// Modules come and go while the program starts and ends.
Table& table() {
  static auto* table = new Table;
  return *table;
}

}  // namespace

void add_kernel(const KernelRecord* record) {
  const std::lock_guard lock(table().mutex);
  table().records.emplace(record->kernel, record);  // an inline one comes from several modules
}

void remove_kernel(const KernelRecord* record) {
  const std::lock_guard lock(table().mutex);
  const auto found = table().records.find(record->kernel);
  if (found != table().records.end() && found->second == record) table().records.erase(found);
}

const KernelRecord* find_kernel(const void* kernel) {
  const std::lock_guard lock(table().mutex);
  const auto found = table().records.find(kernel);
  return found == table().records.end() ? nullptr : found->second;
}

const KernelRecord* find_kernel(const void* module_begin, const char* name) {
  const std::lock_guard lock(table().mutex);
  for (const auto& [kernel, record] : table().records) {
    Dl_info module{};
    if (std::strcmp(record->name, name) != 0 || dladdr(kernel, &module) == 0) continue;
    if (module.dli_fbase == module_begin) return record;
  }
  return nullptr;
}

hipError_t launch_registered(const void* kernel, const LaunchRequest& where, void** arguments,
                             void (*start)(const LaunchRequest&)) {
  const KernelRecord* const record = kernel ? find_kernel(kernel) : nullptr;
  if (!record) return report(hipErrorInvalidDeviceFunction);
  if (record->parameter_count != 0 && !arguments) return report(hipErrorInvalidValue);
  const hipError_t before = take_last_error();
  if (!start) start = record->start;
  const auto use = [](const LaunchRequest& request, void* found) {
    (*static_cast<void (**)(const LaunchRequest&)>(found))(request);
  };
  record->with_arguments(*record, where, arguments, use, &start);
  const hipError_t error = peek_last_error();
  if (error == hipSuccess) static_cast<void>(report(before));
  return error;
}

}  // namespace hip_cpu
