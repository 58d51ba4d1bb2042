// The edition whose ids the command line speaks.
#pragma once

#include "cli/args/early_options.hpp"

namespace hippuzzle {

// Takes the edition of the workspace that is named, else of the one around the current directory,
// where --edition is not given; where it is, commands in texts carry it from now on. Settings that
// cannot be read are left to the commands that need them.
EarlyOptions in_edition_here(EarlyOptions early);

}  // namespace hippuzzle
