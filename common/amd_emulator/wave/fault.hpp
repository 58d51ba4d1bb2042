// The reason why a launch cannot go on.
#pragma once

#include <stdexcept>
#include <string>

namespace hippuzzle::amd {

class Fault : public std::runtime_error {
 public:
  enum class Kind {
    memory,         // an address that is nobody's: a GPU reports a memory access fault
    trap,           // the kernel ended itself
    not_emulated,   // an instruction or a setting that this emulator does not know
    not_loadable,   // a code object that cannot be read
    bad_launch,     // more threads than the kernel was compiled for
    out_of_memory,  // more LDS than there is
  };

  Fault(Kind kind, const std::string& sentence) : std::runtime_error(sentence), kind_(kind) {}
  Kind kind() const { return kind_; }

 private:
  Kind kind_;
};

}  // namespace hippuzzle::amd
