// The device library's function that hands a call to the host and waits for the answer. It is
// executed as one instruction, so that the buffer between the two is not needed. Sources: LLVM,
// User Guide for AMDGPU Backend, "Non-Kernel Functions" (registers of arguments and results).
#include "amd_emulator/isa/lanes.hpp"
#include "amd_emulator/wave/host_calls.hpp"

namespace hippuzzle::amd {

namespace {

// A compiler leaves out the argument for the service where a module only prints. Services are small
// numbers, and a printed message's first word is not.
constexpr uint32_t beyond_services = 16, printing = 2;

}  // namespace

// Arguments: the buffer's address in v0 and v1, the service in v2 if it is there, eight words. Two
// words of the answer are left in v0 to v3; s[30:31] has where to go on.
void execute_host_call(Wave& w, const Instruction&) {
  if (w.host == nullptr)
    throw Fault(Fault::Kind::not_emulated, "it calls the host, and there is none");
  for (uint64_t on = w.exec(); on != 0; on &= on - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(on));
    const auto word = [&](unsigned row) {
      return static_cast<uint64_t>(w.rows[row + 1].lane[lane]) << 32 | w.rows[row].lane[lane];
    };
    std::array<uint64_t, 8> words = {};
    const uint32_t second = w.rows[2].lane[lane];
    const bool has_service = second < beyond_services;
    for (unsigned k = 0; k < words.size(); ++k) words[k] = word((has_service ? 3 : 2) + 2 * k);
    const auto answer = w.host->call(has_service ? second : printing, words);
    for (unsigned k = 0; k < 4; ++k)
      w.rows[k].lane[lane] = static_cast<uint32_t>(answer[k / 2] >> (k % 2 * 32));
  }
  w.next = w.code->at(w.pair(30));
}

}  // namespace hippuzzle::amd
