#include "engine/modules/optional_entry.hpp"

#include <dlfcn.h>

namespace hippuzzle {

bool has_entry(const SharedLibrary& module, const char* symbol) {
  // Open already: this finds it again.
  void* const handle = dlopen(module.path().c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
  if (handle == nullptr) return false;
  const bool has = dlsym(handle, symbol) != nullptr;
  dlclose(handle);
  return has;
}

}  // namespace hippuzzle
