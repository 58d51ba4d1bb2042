// Pointers of any type, for functions that allocate.
#pragma once

#ifdef __cplusplus
#include <type_traits>

namespace hip_cpu {

// The place of the address; the caller may have declared the elements const.
template <typename T>
void** untyped(T** pointer) {
  return reinterpret_cast<void**>(const_cast<std::remove_cv_t<T>**>(pointer));
}

}  // namespace hip_cpu
#endif
