// The options of a command that prints a result: --format, --output and the formats' short forms.
#pragma once

#include <span>
#include <string>

#include "cli/args/command.hpp"
#include "cli/report/output.hpp"

namespace hippuzzle {

// names: the subject's formats, the first for standard output without any option. heading: that
// help lists --format and --output under; "" for the usual one. The short forms have none.
void add_outputs(Command command, OutputSettings& settings, std::span<const FormatName> names,
                 const std::string& heading = "");

}  // namespace hippuzzle
