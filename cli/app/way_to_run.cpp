#include "cli/app/way_to_run.hpp"

#include "engine/process/child_runner.hpp"
#include "engine/runner/runner.hpp"

namespace hippuzzle {

RunJob way_to_run(bool in_process) { return in_process ? run_in_this_process : run_in_child; }

}  // namespace hippuzzle
