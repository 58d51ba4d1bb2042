// Instructions with a fault that a GPU would not forgive, each with the same instructions after the
// missing one is added.
#pragma once

#include "tests/amd_emulator/checks/assembled_kernel.hpp"

namespace hippuzzle::amd {

using Kind = Finding::Kind;

inline std::string listed(const std::vector<Finding>& findings) {
  std::string text;
  for (const Finding& f : findings) {
    text += std::to_string(static_cast<int>(f.kind)) + ": " + f.detail;
    for (const Finding::Side& side : f.sides) text += " [" + side.text + "]";
    text += "\n";
  }
  return text;
}

// v1 becomes the thread's offset in the buffer, s[0:1] the buffer's address.
inline const std::string with_buffer =
    "s_load_dwordx2 s[0:1], s[0:1], 0x0\nv_lshlrev_b32 v1, 2, v0\ns_waitcnt lgkmcnt(0)\n";

struct Wrong {
  const char* name;
  const char* target;
  std::string wrong, right;  // bodies
  Kind kind;
  const char* instruction;  // that the finding is about
  uint32_t threads = 64, workgroups = 1;
};

inline std::ostream& operator<<(std::ostream& out, const Wrong& w) { return out << w.name; }

class WrongSequence : public ::testing::TestWithParam<Wrong> {};

}  // namespace hippuzzle::amd
