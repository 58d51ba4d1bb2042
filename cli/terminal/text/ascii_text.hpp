// Text for terminals whose character set has ASCII alone.
#pragma once

#include <string>
#include <string_view>

namespace hippuzzle {

// Characters beyond ASCII become ASCII of the same width and a similar look, "…" becomes "~";
// characters that look like none become "?".
std::string in_ascii(std::string_view text);

}  // namespace hippuzzle
