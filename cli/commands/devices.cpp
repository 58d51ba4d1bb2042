// `hippuzzle devices`: the platforms, their devices and versions, or why one is not usable.
#include <memory>

#include "cli/commands/commands.hpp"
#include "cli/report/lessons/devices_report.hpp"
#include "cli/report/verdict/documents.hpp"
#include "cli/terminal/screen/standard_output.hpp"
#include "engine/judge/catalog/devices.hpp"

namespace hippuzzle::commands {

void add_devices(Command command, const GlobalOptions& globals) {
  auto json = std::make_shared<bool>(false);
  command.flag("--json", *json,
               "print one JSON object: the platforms, with their devices or why there is none");
  command.act([json, &globals] {
    const auto platforms = describe_platforms(globals.search_path());
    print(*json ? devices_json(platforms) : devices_text(platforms));
    return Outcome::passed;
  });
}

}  // namespace hippuzzle::commands
