// Compressed fat binaries, as newer ROCm makes them: a header and one stream of zlib or zstd.
// Source: LLVM, llvm/Object/OffloadBundle.h, "CompressedOffloadBundle".
#pragma once

#include <string>
#include <string_view>

namespace hippuzzle::amd {

bool is_compressed(std::string_view bundle);

// The bundle in the compressed one. Throws Fault(not_loadable). bundle: further bytes may follow
// it.
std::string unpacked(std::string_view bundle);

}  // namespace hippuzzle::amd
