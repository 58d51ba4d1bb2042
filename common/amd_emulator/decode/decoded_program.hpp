// The instructions of a code object, disassembled a function at a time, when control first reaches
// it.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <vector>

#include "amd_emulator/code_object/code_object.hpp"
#include "amd_emulator/decode/decoder.hpp"
#include "amd_emulator/wave/effects.hpp"
#include "amd_emulator/wave/wave.hpp"

namespace hippuzzle::amd {

class Disassembler;

class Program : public Code {
 public:
  // object must outlive it. Throws Fault(not_emulated) for a target that is not known.
  explicit Program(const CodeObject& object);
  ~Program() override;

  const Instruction* at(uint64_t address) override;

  Generation generation() const { return generation_; }
  const std::string& target() const { return object_.target(); }
  const CodeObject& object() const { return object_; }

 private:
  struct Body {
    uint64_t begin = 0, end = 0;
    std::vector<Instruction> instructions;  // in order, and one after the last
    std::vector<uint32_t> index;            // by the word; of a word that begins none: no_index
  };
  Body& body_at(uint64_t address);
  Body decode(const Function& function);

  const CodeObject& object_;
  Generation generation_;
  Decoder decoder_;
  std::unique_ptr<Disassembler> disassembler_;
  std::map<uint64_t, Body> bodies_;  // by their begin
  std::deque<Effects> effects_;
};

// Throws Fault(not_emulated) for a target of another family.
Generation generation_of(const std::string& target);

}  // namespace hippuzzle::amd
