// Branches, calls, the execution mask, barriers, waits, and the few hardware registers that kernels
// touch. Waits and cache controls do nothing: memory is complete when its instruction is. Source:
// AMD Instinct MI200 ISA, 12.3 to 12.5; RDNA 2 ISA, 12.3 to 12.5.
#include <fmt/format.h>

#include <ctime>

#include "amd_emulator/isa/hardware_register.hpp"
#include "amd_emulator/isa/scalars.hpp"

namespace hippuzzle::amd {
namespace {

template <auto condition>
void branch(Wave& w, const Instruction& i) {
  if (condition(w)) w.next = i.target;
}

void jump(Wave& w, uint64_t address) { w.next = w.code->at(address); }

// destination = EXEC; EXEC = f(source, EXEC); SCC says whether a lane is left.
template <auto f>
void save_exec(Wave& w, const Instruction& i) {
  const uint64_t source = read_mask(w, i.operands[1]), before = w.exec();
  write_mask(w, i.operands[0], before);
  w.set_mask(scalar::exec, f(source, before));
  w.scc = w.exec() != 0;
}

template <auto f>
void add_save_exec(Registry& r, const std::string& name, const std::string& later = "") {
  for (const std::string& n : {name, later}) {
    if (n.empty()) continue;
    r.add("s_" + n + "_saveexec_b32", save_exec<f>);
    r.add("s_" + n + "_saveexec_b64", save_exec<f>);
  }
}

uint64_t nanoseconds() {
  timespec now = {};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(now.tv_nsec);
}

[[noreturn]] void refuse(const Instruction& i, const std::string& what) {
  throw Fault(Fault::Kind::not_emulated, fmt::format("the instruction at {} {}", place(i), what));
}

void read_register(Wave& w, const Instruction& i) {
  const auto which = static_cast<HardwareRegister>(i.operands[1].low);
  if (which != HardwareRegister::memory_bases)
    refuse(i, "reads a hardware register, which is not emulated");
  const uint32_t bases = shared_aperture >> 16 << 16 | private_aperture >> 16;
  const uint32_t width = static_cast<uint32_t>(i.second_offset);
  write_scalar(w, i.operands[0], bases >> i.offset & (width >= 32 ? ~0u : (1u << width) - 1));
}

// Results keep denormal numbers and are rounded to the nearest; nothing else is emulated.
void write_register(Wave& w, const Instruction& i) {
  const auto which = static_cast<HardwareRegister>(i.operands[0].low);
  if (which == HardwareRegister::flat_scratch) return;  // private memory is found by its window
  const bool keeps_denormals = which == HardwareRegister::mode && i.offset == 4 &&
                               read_scalar(w, i.operands[1]) == (1u << i.second_offset) - 1;
  if (!keeps_denormals) refuse(i, "sets a hardware register, which is not emulated");
}

void nothing(Wave&, const Instruction&) {}

void add_branches(Registry& r) {
  r.add("s_branch", branch<[](const Wave&) { return true; }>);
  r.add("s_cbranch_scc0", branch<[](const Wave& w) { return !w.scc; }>);
  r.add("s_cbranch_scc1", branch<[](const Wave& w) { return w.scc; }>);
  r.add("s_cbranch_vccz", branch<[](const Wave& w) { return w.mask(scalar::vcc) == 0; }>);
  r.add("s_cbranch_vccnz", branch<[](const Wave& w) { return w.mask(scalar::vcc) != 0; }>);
  r.add("s_cbranch_execz", branch<[](const Wave& w) { return w.exec() == 0; }>);
  r.add("s_cbranch_execnz", branch<[](const Wave& w) { return w.exec() != 0; }>);
  r.add("s_getpc_b64",
        [](Wave& w, const Instruction& i) { write_pair(w, i.operands[0], w.next->address); });
  r.add("s_setpc_b64", [](Wave& w, const Instruction& i) { jump(w, read_pair(w, i.operands[0])); });
  r.add("s_swappc_b64", [](Wave& w, const Instruction& i) {
    const uint64_t target = read_pair(w, i.operands[1]);
    write_pair(w, i.operands[0], w.next->address);
    jump(w, target);
  });
  r.add("s_endpgm", [](Wave& w, const Instruction&) { w.state = Wave::State::ended; });
  r.add("s_barrier", [](Wave& w, const Instruction&) { w.state = Wave::State::at_barrier; });
  r.add("s_trap", [](Wave&, const Instruction& i) {
    throw Fault(Fault::Kind::trap, fmt::format("the kernel ended itself at {}", place(i)));
  });
}

void add_masks(Registry& r) {
  add_save_exec<[](uint64_t s, uint64_t e) { return s & e; }>(r, "and");
  add_save_exec<[](uint64_t s, uint64_t e) { return s | e; }>(r, "or");
  add_save_exec<[](uint64_t s, uint64_t e) { return s ^ e; }>(r, "xor");
  add_save_exec<[](uint64_t s, uint64_t e) { return s & ~e; }>(r, "andn2", "and_not1");
  add_save_exec<[](uint64_t s, uint64_t e) { return s | ~e; }>(r, "orn2", "or_not1");
  add_save_exec<[](uint64_t s, uint64_t e) { return ~s & e; }>(r, "andn1", "and_not0");
  add_save_exec<[](uint64_t s, uint64_t e) { return ~s | e; }>(r, "orn1", "or_not0");
  add_save_exec<[](uint64_t s, uint64_t e) { return ~(s & e); }>(r, "nand");
  add_save_exec<[](uint64_t s, uint64_t e) { return ~(s | e); }>(r, "nor");
  add_save_exec<[](uint64_t s, uint64_t e) { return ~(s ^ e); }>(r, "xnor");
}

void add_clocks(Registry& r) {
  r.add("s_memrealtime", [](Wave& w, const Instruction& i) {
    write_pair(w, i.operands[0], nanoseconds() / 10);  // 100 MHz
  });
  r.add("s_memtime",
        [](Wave& w, const Instruction& i) { write_pair(w, i.operands[0], nanoseconds()); });
}

}  // namespace

void add_scalar_control(Registry& r) {
  add_branches(r);
  add_masks(r);
  add_clocks(r);
  r.add("s_getreg_b32", read_register);
  r.add("s_setreg_b32", write_register);
  r.add("s_setreg_imm32_b32", write_register);
  r.add("s_denorm_mode", [](Wave&, const Instruction& i) {
    if (i.operands[0].low != 15) refuse(i, "makes denormal numbers 0, which is not emulated");
  });
  r.add("s_round_mode", [](Wave&, const Instruction& i) {
    if (i.operands[0].low != 0) refuse(i, "changes how results are rounded, which is not emulated");
  });
  for (const char* name : {"s_nop",
                           "v_nop",
                           "s_waitcnt",
                           "s_waitcnt_vscnt",
                           "s_waitcnt_vmcnt",
                           "s_waitcnt_expcnt",
                           "s_waitcnt_lgkmcnt",
                           "s_waitcnt_depctr",
                           "s_wait_idle",
                           "s_clause",
                           "s_delay_alu",
                           "s_sleep",
                           "s_setprio",
                           "s_inst_prefetch",
                           "s_set_inst_prefetch_distance",
                           "s_code_end",
                           "s_icache_inv",
                           "s_dcache_inv",
                           "s_dcache_wb",
                           "s_gl1_inv",
                           "buffer_wbl2",
                           "buffer_inv",
                           "buffer_invl2",
                           "buffer_gl0_inv",
                           "buffer_gl1_inv",
                           "buffer_wbinvl1",
                           "buffer_wbinvl1_vol"}) {
    r.add(name, nothing);
  }
}

void execute_beyond_the_end(Wave&, const Instruction& i) {
  throw Fault(Fault::Kind::memory,
              fmt::format("the kernel continues at {}, past its end", place(i)));
}

}  // namespace hippuzzle::amd
