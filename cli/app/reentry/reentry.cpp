#include "cli/app/reentry/reentry.hpp"

#include "cli/app/reentry/confined_entry.hpp"
#include "cli/app/reentry/runner_entry.hpp"

namespace hippuzzle {

std::optional<int> reenter(int argc, char** argv) {
  if (const auto code = become_runner(argc, argv)) return code;
  return become_confined(argc, argv);
}

}  // namespace hippuzzle
