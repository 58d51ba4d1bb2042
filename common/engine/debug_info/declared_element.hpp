// The words of the source for an element of a shared array, by how that is declared.
#pragma once

#include "engine/protocol/finding.hpp"

namespace hippuzzle {

// Gives an element of a shared array with rows its indices, rows[1][0], and a shared variable that
// is no array its name alone. Others stay as they are, and so do elements outside.
void name_by_declaration(Finding& finding);

}  // namespace hippuzzle
