// Text in XML 1.0.
#pragma once

#include <string>

namespace hippuzzle {

// Escapes text for an attribute or between tags. Characters that XML has no way to write become
// U+FFFD.
std::string xml_escaped(const std::string& text);

}  // namespace hippuzzle
