// SHA-256 (FIPS 180-4) of texts that strangers wrote: nobody makes two texts with one hash.
#pragma once

#include <string>
#include <string_view>

namespace hippuzzle {

// The hash of the bytes, as 64 hexadecimal digits.
std::string sha256(std::string_view bytes);

}  // namespace hippuzzle
