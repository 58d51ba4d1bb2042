// The roles of an instruction in the rules of distances between instructions
// (check/hazard_rules.hpp).
#pragma once

#include <cstdint>

namespace hippuzzle::amd {

using Roles = uint32_t;  // a bit each

namespace role {
inline constexpr Roles vector = 1, matrix = 2, memory = 4, vector_memory = 8, wide_store = 16,
                       dpp = 32, div_fmas = 64, chooses_lane = 128, from_accumulator = 256,
                       to_accumulator = 512, of_doubles = 1024, of_singles = 2048,
                       small = 4096,  // matrices of 4 x 4
    compares_to_exec = 1 << 13, permutes = 1 << 14, transcendental = 1 << 15,
                       reads_scalars = 1 << 16,
                       is_subject = 1 << 17;  // of some rule, whatever was executed before
}

}  // namespace hippuzzle::amd
