#include "cli/reentry/reentry.hpp"

#include "cli/reentry/confined_entry.hpp"
#include "cli/reentry/runner_entry.hpp"

namespace hippuzzle {

std::optional<int> reenter(int argc, char** argv) {
  if (const auto code = become_runner(argc, argv)) return code;
  return become_confined(argc, argv);
}

}  // namespace hippuzzle
