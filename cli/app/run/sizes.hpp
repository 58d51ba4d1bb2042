// Sizes of a problem, as several options give them.
#pragma once

#include <hippuzzle/puzzle.h>

#include <string>
#include <vector>

namespace hippuzzle {

// The sizes in these lists, which have commas between them. Throws Error(usage).
std::vector<hippuzzle_extents> read_sizes(const std::vector<std::string>& lists,
                                          const hippuzzle_variant& variant);

}  // namespace hippuzzle
