// The checker's findings in a program of the user's, for people and for programs.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "engine/protocol/finding.hpp"

namespace hippuzzle {

// At most `most` of them, and a line that counts all. looked_at, in_all: blocks, where only a
// sample of them was looked at; else 0.
std::string program_findings_text(std::span<const Finding> findings, size_t most,
                                  uint64_t looked_at, uint64_t in_all, bool colour);

// docs/check.md describes the objects of "findings".
std::string program_findings_json(std::span<const Finding> findings, uint64_t looked_at,
                                  uint64_t in_all);

}  // namespace hippuzzle
