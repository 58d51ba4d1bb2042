#include "amd_emulator/decode/decoded_program.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "amd_emulator/decode/disassembler.hpp"
#include "amd_emulator/decode/effects_by_name.hpp"

namespace hippuzzle::amd {
namespace {

constexpr uint32_t no_index = ~0u;

[[noreturn]] void no_code_at(uint64_t address) {
  throw Fault(Fault::Kind::memory,
              fmt::format("the kernel jumps to {:#x}, where there is no code", address));
}

}  // namespace

Generation generation_of(const std::string& target) {
  if (target.starts_with("gfx9") && target.size() == 6) return Generation::gfx9;
  if (target.starts_with("gfx10") && target.size() == 7) return Generation::gfx10;
  if (target.starts_with("gfx11") && target.size() == 7) return Generation::gfx11;
  throw Fault(Fault::Kind::not_emulated, fmt::format("the target {} is not emulated", target));
}

Program::Program(const CodeObject& object)
    : object_(object),
      generation_(generation_of(object.target())),
      decoder_(generation_),
      disassembler_(std::make_unique<Disassembler>(object.target())) {}

Program::~Program() = default;

const Instruction* Program::at(uint64_t address) {
  Body& body = body_at(address);
  const uint32_t index = body.index[(address - body.begin) / 4];
  if (address % 4 != 0 || index == no_index) no_code_at(address);
  return &body.instructions[index];
}

Program::Body& Program::body_at(uint64_t address) {
  const auto& functions = object_.functions();
  auto after = functions.upper_bound(address);
  if (after == functions.begin()) no_code_at(address);
  const Function& function = std::prev(after)->second;
  if (address >= function.end) no_code_at(address);
  const auto [body, is_new] = bodies_.try_emplace(function.begin);
  if (is_new) body->second = decode(function);
  return body->second;
}

Program::Body Program::decode(const Function& function) {
  Body body{.begin = function.begin, .end = function.end, .instructions = {}, .index = {}};
  body.index.assign((function.end - function.begin) / 4 + 1, no_index);
  std::vector<std::pair<size_t, uint64_t>> branches;  // instruction, address of its target
  if (function.name == host_call_function) {
    Effects& effects = effects_.emplace_back();
    effects.text = function.name;
    effects.unit = Effects::Unit::vector;
    effects.writes = {{Registers::File::rows, 0, 4}};
    effects.touched.add(effects.writes[0]);
    body.index[0] = 0;
    Instruction& call = body.instructions.emplace_back();
    call.execute = execute_host_call;
    call.address = function.begin;
    call.effects = &effects;
    return body;
  }
  uint64_t at = function.begin;
  while (at < function.end) {
    const std::span<uint8_t> rest(reinterpret_cast<uint8_t*>(at), function.end - at);
    Disassembler::Line line = disassembler_->line(rest, at);
    if (line.bytes == 0) line = {"of unknown encoding", 4};
    Decoder::Decoded decoded = decoder_.decode(line.text);
    body.index[(at - function.begin) / 4] = static_cast<uint32_t>(body.instructions.size());
    decoded.instruction.address = at;
    decoded.instruction.effects =
        &effects_.emplace_back(effects_of(line.text, decoded.instruction, generation_));
    for (const auto& part : decoded.parts) {
      part.instruction->address = at;
      part.instruction->effects =
          &effects_.emplace_back(effects_of(part.text, *part.instruction, generation_));
    }
    at += line.bytes;
    if (decoded.is_branch) {
      branches.emplace_back(body.instructions.size(),
                            at + static_cast<uint64_t>(int64_t{4} * decoded.branch));
    }
    body.instructions.push_back(decoded.instruction);
  }
  Instruction end;
  end.execute = execute_beyond_the_end;
  end.address = at;
  end.effects = &effects_.emplace_back();
  body.instructions.push_back(end);
  for (const auto& [index, target] : branches) {
    const uint64_t word = (target - function.begin) / 4;
    const bool is_inside =
        target >= function.begin && target < function.end && body.index[word] != no_index;
    body.instructions[index].target =
        &body.instructions[is_inside ? body.index[word] : body.instructions.size() - 1];
  }
  return body;  // moved, so that pointers into its vector stay right
}

}  // namespace hippuzzle::amd
