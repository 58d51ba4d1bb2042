#include "engine/runner/cpu_variables.hpp"

#include <fmt/format.h>
#include <hip_cpu/variables.h>

#include <cstdlib>

#include "support/outcome.hpp"

namespace hippuzzle {

void require_cpu_variables() {
  for (const hip_cpu_variable& variable : hip_cpu_variables) {
    const char* value = std::getenv(variable.name);
    int number = 0;
    if (value == nullptr || *value == '\0' || hip_cpu_accepts(&variable, value, &number)) continue;
    throw Error(Outcome::usage, fmt::format("the environment has {}={}; give it {}", variable.name,
                                            value, variable.values));
  }
}

}  // namespace hippuzzle
