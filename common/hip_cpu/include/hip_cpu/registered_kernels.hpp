// Kernels that can be launched by their address or their name alone. `hippuzzle cc` puts a
// RegisteredKernel after the definition of every kernel that is not a template.
#pragma once

#include <hip_cpu/launch.hpp>
#include <type_traits>
#include <utility>

namespace hip_cpu {

// A kernel's type, recorded for code that does not know it.
struct KernelRecord {
  const char* name;
  const void* kernel;
  size_t parameter_count;
  const size_t* parameter_bytes;
  const size_t* parameter_alignments;
  // Calls use(request) with `where`'s configuration and copies of the arguments at arguments[i].
  void (*with_arguments)(const KernelRecord& record, const LaunchRequest& where, void** arguments,
                         void (*use)(const LaunchRequest&, void* context), void* context);
  void (*start)(const LaunchRequest& request);  // launches in the kernel's module call this
};

void add_kernel(const KernelRecord* record);
void remove_kernel(const KernelRecord* record);

// Launches the kernel that is registered at the address. Calls `start` or, without it, the function
// that launches in its module call; returns hipErrorInvalidDeviceFunction if no kernel is
// registered there.
hipError_t launch_registered(const void* kernel, const LaunchRequest& where, void** arguments,
                             void (*start)(const LaunchRequest&) = nullptr);

template <typename... Parameters>
struct KernelType {
  static constexpr bool is_copied =
      ((std::is_copy_constructible_v<Parameters> && !std::is_reference_v<Parameters>)&&...);
  static constexpr size_t bytes[] = {sizeof(Parameters)..., 0};
  static constexpr size_t alignments[] = {alignof(Parameters)..., 0};

  template <size_t... index>
  static void call(const KernelRecord& record, LaunchRequest where, void** arguments,
                   void (*use)(const LaunchRequest&, void*), void* context,
                   std::index_sequence<index...>) {
    const auto kernel = reinterpret_cast<void (*)(Parameters...)>(const_cast<void*>(record.kernel));
    const auto invoke = [kernel](const auto&... values) { kernel(values...); };
    where.name = record.name;
    where.kernel = record.kernel;
    with_call(where, invoke,
              std::tuple<Parameters...>(*static_cast<const Parameters*>(arguments[index])...),
              [=](const LaunchRequest& request) { use(request, context); });
  }

  static void with_arguments(const KernelRecord& record, const LaunchRequest& where,
                             void** arguments, void (*use)(const LaunchRequest&, void*),
                             void* context) {
    call(record, where, arguments, use, context, std::index_sequence_for<Parameters...>());
  }
};

class RegisteredKernel {
 public:
  // find_address(0) is address_of() the kernel; an overloaded one has none and is left out.
  template <typename FindAddress>
  RegisteredKernel(const char* name, const FindAddress& find_address) {
    if constexpr (std::is_invocable_v<const FindAddress&, int>) add(name, find_address(0));
  }
  ~RegisteredKernel() {
    if (record_.kernel) remove_kernel(&record_);
  }
  RegisteredKernel(const RegisteredKernel&) = delete;
  RegisteredKernel& operator=(const RegisteredKernel&) = delete;

 private:
  template <typename... Parameters>
  void add(const char* name, void (*kernel)(Parameters...)) {
    using Type = KernelType<Parameters...>;
    if constexpr (Type::is_copied) {
      record_ = {name,
                 reinterpret_cast<const void*>(kernel),
                 sizeof...(Parameters),
                 Type::bytes,
                 Type::alignments,
                 Type::with_arguments,
                 launch};
      add_kernel(&record_);
    }
  }

  KernelRecord record_{};
};

}  // namespace hip_cpu
