#include "engine/occupancy/launched_kernel.hpp"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>

namespace hippuzzle {

std::string short_kernel_name(const std::string& mangled) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status), std::free);
  if (status != 0) return mangled;
  std::string name = text.get();
  name = name.substr(0, name.find_first_of("<("));  // a template's begins with its result
  if (const size_t begin = name.find_last_of(" :"); begin != name.npos)
    name = name.substr(begin + 1);
  return name;
}

}  // namespace hippuzzle
