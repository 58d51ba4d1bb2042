// The words of the source for an element of an array, by how that is declared.
#pragma once

#include <optional>
#include <string>

#include "engine/results/finding.hpp"

namespace hippuzzle {

struct DeclaredElement {
  std::string path;            // after the variable's name: "[3].pos[1]"
  uint64_t element_bytes = 0;  // of the outermost array's elements
};

// The element at an offset from the pointer with that name, as code at the address sees it; nothing
// if there is no such pointer, or it points to no type.
std::optional<DeclaredElement> element_behind(const CodeAddress& code, const std::string& pointer,
                                              int64_t offset, uint64_t bytes);

// Names the variable of a finding, in shared or device memory: an element of an array gets its
// indices, rows[1][0], a member its name, and a variable that is not an array its name alone. Other
// findings stay unchanged, and so do elements outside of an array of several dimensions.
void name_by_declaration(Finding& finding);

}  // namespace hippuzzle
