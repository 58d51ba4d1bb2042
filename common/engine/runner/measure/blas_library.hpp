// A vendor's library of linear algebra, loaded at run time where it is installed.
#pragma once

#include <dlfcn.h>
#include <fmt/format.h>

#include <string>
#include <vector>

#include "support/outcome.hpp"

namespace hippuzzle {

// Names as the loader takes them: "libopenblas.so.0", or a path.
using LibraryNames = std::vector<std::string>;

class BlasLibrary {
 public:
  // Opens the first of the names that the loader finds. Throws Error(unsupported) with `how_to_get`
  // when there is none.
  BlasLibrary(const LibraryNames& names, const char* how_to_get) {
    for (const std::string& name : names) {
      handle_ = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
      if (handle_ != nullptr) {
        name_ = name;
        return;
      }
    }
    throw Error(Outcome::unsupported, fmt::format("there is no baseline: {} is not installed; {}",
                                                  names.front(), how_to_get));
  }

  template <class Function>
  void find(Function& function, const char* symbol) const {
    function = reinterpret_cast<Function>(dlsym(handle_, symbol));
    if (function == nullptr) {
      throw Error(Outcome::unsupported, fmt::format("there is no baseline: {} lacks the function "
                                                    "'{}'; install another version",
                                                    name_, symbol));
    }
  }

  // nullptr when the library does not have it.
  template <class Function>
  void find_optional(Function& function, const char* symbol) const {
    function = reinterpret_cast<Function>(dlsym(handle_, symbol));
  }

 private:
  void* handle_ = nullptr;  // never closed, as GPU libraries ask for
  std::string name_;
};

}  // namespace hippuzzle
