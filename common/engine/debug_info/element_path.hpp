// The words of the source for a part of a variable, by the variable's type: "[3].pos[1]". For the
// sources of this component, as dwarf_types.hpp.
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <string>

namespace hippuzzle {

uint64_t bytes_of(Dwarf_Die* type);  // 0: not known

// The part with that many bytes at an offset in the type, or the part there that is no larger; ""
// for the whole.
std::string path_in(Dwarf_Die* type, uint64_t offset, uint64_t bytes);

// The same for consecutive elements of the type; the offset may lie before the first.
std::string path_among(Dwarf_Die* element, int64_t offset, uint64_t bytes);

}  // namespace hippuzzle
