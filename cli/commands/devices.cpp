// `hippuzzle devices`: the platforms, their devices and versions, or why one is not usable.
#include <memory>

#include "cli/args/output_options.hpp"
#include "cli/commands/commands.hpp"
#include "cli/report/devices/devices_report.hpp"
#include "engine/judge/catalog/device_list.hpp"

namespace hippuzzle::commands {

void add_devices(Command command, const GlobalOptions& globals) {
  auto output = std::make_shared<OutputSettings>();
  add_outputs(command, *output, names_of(devices_formats()));
  command.act([output, &globals] {
    write_result(*output, devices_formats(), describe_platforms(globals.search_path()));
    return Outcome::passed;
  });
}

}  // namespace hippuzzle::commands
