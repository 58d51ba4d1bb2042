// The techniques that move a kernel under the roofs, in words, and the variants that show them.
#pragma once

#include <string>

#include "engine/judge/catalog/catalog.hpp"
#include "engine/performance/roofline/technique.hpp"

namespace hippuzzle {

// "shared memory tiling"; "" for none.
std::string name_of(Technique technique);

// The puzzle and the variant in which it can be seen, as they follow `hippuzzle`: "p16 --tiled", in
// another edition "p14 --tiled", and "--edition current gemm --fp32-best" for a puzzle that it does
// not have; "" for none, and for this variant of this puzzle itself.
std::string shown_by(Technique technique, const Catalog& catalog, const std::string& puzzle,
                     const std::string& variant);

}  // namespace hippuzzle
