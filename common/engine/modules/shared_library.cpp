#include "engine/modules/shared_library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <hippuzzle/types.h>

#include "support/outcome.hpp"

namespace hippuzzle {

SharedLibrary::SharedLibrary(std::filesystem::path path)
    : path_(std::move(path)), handle_(dlopen(path_.c_str(), RTLD_NOW | RTLD_LOCAL)) {
  if (handle_ == nullptr) {
    throw Error(
        Outcome::load_failed,
        fmt::format("cannot load {}: {}; build it again, or install the libraries that it needs",
                    path_.string(), dlerror()));
  }
}

void SharedLibrary::refuse(const std::string& found) const {
  throw Error(Outcome::load_failed,
              fmt::format("cannot use {}: {}; build it again with this hippuzzle's headers",
                          path_.string(), found));
}

const void* SharedLibrary::data(const char* symbol) const {
  const void* const found = dlsym(handle_, symbol);
  if (found == nullptr) refuse(fmt::format("it does not export the symbol '{}'", symbol));
  return found;
}

const void* SharedLibrary::checked_entry(const char* symbol, size_t expected_size) const {
  const void* const entry = data(symbol);
  struct Head {
    uint32_t abi_version, struct_size;
  };
  const Head& head = *static_cast<const Head*>(entry);
  if (head.abi_version != HIPPUZZLE_ABI_VERSION) {
    refuse(fmt::format("its {} says ABI version {}, expected {}", symbol, head.abi_version,
                       HIPPUZZLE_ABI_VERSION));
  }
  if (head.struct_size < expected_size) {
    refuse(fmt::format("its {} is truncated: {} bytes, expected {}", symbol, head.struct_size,
                       expected_size));
  }
  return entry;
}

}  // namespace hippuzzle
