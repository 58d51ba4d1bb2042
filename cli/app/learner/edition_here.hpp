// The edition whose ids the command line speaks, and the puzzles in addition to the shipped
// ones.
#pragma once

#include "cli/args/early_options.hpp"

namespace hippuzzle {

// Takes the edition of the workspace that is named, else of the one around the current directory,
// where --edition is not given; where it is, commands in texts carry it from now on. Takes the
// folders of puzzles that the workspace around the current directory names, and not those of one
// that --workspace names, which may be a stranger's. Settings that cannot be read are left to the
// commands that need them.
EarlyOptions as_set_here(EarlyOptions early);

}  // namespace hippuzzle
