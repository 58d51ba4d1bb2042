#include "engine/occupancy/launched_kernel.hpp"

#include "support/text/grid_text.hpp"

namespace hippuzzle {

std::string short_kernel_name(const std::string& mangled) {
  std::string name = demangled(mangled.c_str());
  name = name.substr(0, name.find_first_of("<("));  // a template's begins with its result
  if (const size_t begin = name.find_last_of(" :"); begin != name.npos)
    name = name.substr(begin + 1);
  return name;
}

}  // namespace hippuzzle
