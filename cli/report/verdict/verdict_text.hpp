// Verdicts in words, a line each.
#pragma once

#include <string>

#include "engine/judge/result.hpp"

namespace hippuzzle {

// "p16 --tiled", or "p01" for a puzzle's only variant.
std::string title(const VariantResult& result);
std::string title(const std::string& puzzle, const std::string& variant);  // "p16 --naive"

// "64 of 4096 blocks of larger grids"; the others were not checked.
std::string sampled_text(const SampledBlocks& sampled);

// The text in the outcome's colour.
std::string coloured(const std::string& text, Outcome outcome, bool colour);

// Whether nothing of it was begun, and so nothing has failed.
bool did_not_begin(Outcome outcome);

// The known mistakes that show the same, each with a line break; "" without any.
std::string mistakes_text(const VariantResult& result);

// "p16 --tiled: passed on cpu (…), kernel 1.2 µs, 10 further cases passed [reference]"
std::string verdict_text(const VariantResult& result, bool colour);

}  // namespace hippuzzle
