#include "hip_cc/driver/missing_package.hpp"

#include <fmt/format.h>

#include <array>

namespace hippuzzle::cc {
namespace {

struct Package {
  const char* missed;  // the message, the same in g++, clang++ and their linkers
  const char* what;
  const char* name;
};

constexpr std::array packages = {
    Package{"fatal error: thrust/", "thrust, which compiles for a CPU by its CPP backend",
            "libthrust-dev"},
    Package{"fatal error: 'thrust/", "thrust, which compiles for a CPU by its CPP backend",
            "libthrust-dev"},
    Package{"find -lopenblas", "OpenBLAS, which is hipBLAS on a CPU", "libopenblas-dev"},
    Package{"library -lopenblas", "OpenBLAS, which is hipBLAS on a CPU", "libopenblas-dev"},
};

}  // namespace

std::string missing_package(const std::string& messages) {
  for (const Package& package : packages) {
    if (messages.find(package.missed) == std::string::npos) continue;
    return fmt::format("hippuzzle: {} is not on this machine; install {} (Debian, Ubuntu)\n",
                       package.what, package.name);
  }
  return "";
}

}  // namespace hippuzzle::cc
