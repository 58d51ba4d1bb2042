// One instruction of AMD's machine code, decoded: the function that executes it, and its operands.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace hippuzzle::amd {

struct Wave;
struct Instruction;
struct Effects;

// Executes one instruction of a wave, whose program counter already stands on the next one. Throws
// Fault where the machine would stop.
using Execute = void (*)(Wave&, const Instruction&);

// The places of scalar operands in Wave::scalars: the numbers of SSRC in the encodings of GCN,
// which ours keep for generations that have them elsewhere.
namespace scalar {
inline constexpr uint16_t flat_scratch = 102, vcc = 106, ttmp = 108, m0 = 124, exec = 126,
                          shared_base = 235, private_base = 237, vccz = 251, execz = 252, scc = 253,
                          count = 256;
}

// Rows of Wave::rows. Accumulators (AGPRs) follow the 256 vector registers. After them come the
// values that DPP and SDWA select from their sources, and that SDWA puts into a part of a register.
namespace row {
inline constexpr uint16_t accumulators = 256, selected = 512, unplaced = 516, count = 520;
}

struct Operand {
  enum class Kind : uint8_t { none, scalar, vector, constant };
  static constexpr uint8_t negate = 1, absolute = 2, sign_extend = 4;

  Kind kind = Kind::none;
  uint8_t modifiers = 0;
  uint16_t index = 0;          // of the first register
  uint32_t low = 0, high = 0;  // of a constant

  bool is_vector() const { return kind == Kind::vector; }
  bool is_scalar() const { return kind == Kind::scalar; }
};

// The parts of operands that a VOP3P instruction takes, one bit a source; for DPP and SDWA, the
// lanes and parts that they move. Sources: AMD Instinct MI200 ISA, 12.7 (VOP3P), 12.13 (SDWA),
// 12.14 (DPP), and VOP3P-MAI.
struct Selection {
  uint8_t op_sel = 0, op_sel_hi = 7, neg_lo = 0, neg_hi = 0;
  uint16_t dpp_control = 0;  // DPP_CTRL
  uint8_t row_mask = 15, bank_mask = 15;
  bool bound_control = false;                     // lanes without a source lane get 0, else nothing
  bool fetches_inactive = false;                  // FI: from lanes that are off, too
  uint8_t first_source = 1;                       // the operand that DPP and SDWA select from
  std::array<uint8_t, 2> source_select = {6, 6};  // SDWA: 0-3 a byte, 4-5 a word, 6 all
  uint8_t destination_select = 6, destination_unused = 0;
  // Fields of matrix instructions: 2^CBSZ blocks use the A of block ABID; BLGP selects B's lanes.
  uint8_t broadcast = 0, broadcast_from = 0, lane_pattern = 0;
};

struct Instruction {
  static constexpr uint8_t returns = 1, clamps = 2, has_address_register = 4;

  Execute execute = nullptr;
  std::array<Operand, 6> operands = {};  // in the order of the assembler
  uint8_t count = 0;                     // of them
  uint8_t flags = 0;
  uint8_t scale = 0;  // of a floating-point result, OMOD: 1 twice, 2 four times, 3 half
  Selection selection = {};
  int32_t offset = 0, second_offset = 0;  // in bytes; in elements for two addresses of LDS
  const Instruction* target = nullptr;    // of a branch
  const Instruction* inner = nullptr;     // of DPP and SDWA: uses the selected values
  const Instruction* second = nullptr;    // of two in one (VOPD), the first of which is inner
  const std::string* text = nullptr;      // of an unsupported instruction
  const Effects* effects = nullptr;       // its accesses (effects.hpp)
  uint64_t address = 0;                   // on the device

  bool has(uint8_t flag) const { return (flags & flag) != 0; }
};

}  // namespace hippuzzle::amd
