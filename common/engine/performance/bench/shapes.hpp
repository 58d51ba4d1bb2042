// Shapes of products to measure by the dozen: drawn at random, or written in a file.
#pragma once

#include <hippuzzle/puzzle.h>

#include <cstdint>
#include <filesystem>
#include <vector>

namespace hippuzzle {

// A number of shapes m x n x k that follow from the seed alone. Each extent is log-uniform from 64
// to 16384, and a product has 1e9 to 4e12 operations. Among 12 shapes, 4 have extents that are
// multiples of 8 and of no more, 2 have odd ones, the others multiples of 16.
std::vector<hippuzzle_extents> random_shapes(uint64_t seed, unsigned count);

// A size a line, as parse_size() takes it; "#" begins a comment. Throws Error(usage) that names
// file and line, also for a file without a size.
std::vector<hippuzzle_extents> shapes_in_file(const std::filesystem::path& file,
                                              const hippuzzle_variant& variant);

}  // namespace hippuzzle
