// Device memory of thrust's vectors, in the place of the header of this name that comes with
// thrust's CPP backend: HIP's managed memory, so that kernels and the checker know the arrays, and
// what thrust's algorithms write there on the host counts as written.
#pragma once

#include <hip_cpu/set_macros_aside.hpp>

#include <hip/hip_runtime.h>
#include <thrust/detail/config.h>
#include <thrust/mr/fancy_pointer_resource.h>
#include <thrust/mr/memory_resource.h>
#include <thrust/system/cpp/pointer.h>

#include <new>

namespace hip_libraries {

class ManagedMemory final : public thrust::mr::memory_resource<> {
 public:
  void* do_allocate(std::size_t bytes, std::size_t) override {
    void* pointer = nullptr;
    if (bytes != 0 && hipMallocManaged(&pointer, bytes) != hipSuccess) throw std::bad_alloc();
    return pointer;
  }
  void do_deallocate(void* pointer, std::size_t, std::size_t) override {
    static_cast<void>(hipFree(pointer));
  }
};

}  // namespace hip_libraries

THRUST_NAMESPACE_BEGIN
namespace system::cpp {
using memory_resource =
    mr::fancy_pointer_resource<hip_libraries::ManagedMemory, thrust::cpp::pointer<void>>;
using universal_memory_resource =
    mr::fancy_pointer_resource<hip_libraries::ManagedMemory, thrust::cpp::universal_pointer<void>>;
using universal_host_pinned_memory_resource = memory_resource;
}  // namespace system::cpp
THRUST_NAMESPACE_END

#include <hip_cpu/restore_macros.hpp>
