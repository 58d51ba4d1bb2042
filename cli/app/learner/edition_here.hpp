// The edition whose ids the command line speaks, and the puzzles in addition to the shipped
// ones.
#pragma once

#include "cli/args/early_options.hpp"

namespace hippuzzle {

// Without --edition, takes the edition of the named workspace, else of the one around the current
// directory; commands in texts carry a given --edition from now on. Takes the folders of puzzles
// that the workspace around the current directory names, but not the folders of a --workspace,
// which may be a stranger's. Settings that cannot be read are left to the commands that need them.
EarlyOptions as_set_here(EarlyOptions early);

}  // namespace hippuzzle
