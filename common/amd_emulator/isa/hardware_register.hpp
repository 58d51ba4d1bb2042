// Hardware registers by which s_getreg and s_setreg name them, as the decoder hands them on in a
// constant; their bits are in Instruction::offset (the first) and second_offset (how many).
#pragma once

#include <cstdint>

namespace hippuzzle::amd {

enum class HardwareRegister : uint32_t { other, mode, memory_bases, flat_scratch };

}  // namespace hippuzzle::amd
