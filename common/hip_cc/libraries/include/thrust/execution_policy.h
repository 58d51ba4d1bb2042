// Thrust's execution policies, and those of its HIP and CUDA backends, which run in the order of a
// stream: thrust::hip::par.on(stream).
#pragma once

#include <hip_cpu/set_macros_aside.hpp>

#if !__has_include_next(<thrust/execution_policy.h>)
#error \
    "thrust is not here (its headers are those of rocThrust's CPP backend); install libthrust-dev"
#endif
#include_next <thrust/execution_policy.h>

#include <hip/hip_runtime_api.h>

THRUST_NAMESPACE_BEGIN
namespace hip_libraries_policies {

struct InStream : system::cpp::detail::par_t {
  InStream on(hipStream_t stream) const {
    static_cast<void>(hipStreamSynchronize(stream));
    return *this;
  }
};
inline constexpr InStream par{};
inline constexpr InStream par_nosync{};

}  // namespace hip_libraries_policies
namespace hip {
using namespace hip_libraries_policies;
}
namespace hip_rocprim {
using namespace hip_libraries_policies;
}
namespace cuda {
using namespace hip_libraries_policies;
}
THRUST_NAMESPACE_END

#include <hip_cpu/restore_macros.hpp>
