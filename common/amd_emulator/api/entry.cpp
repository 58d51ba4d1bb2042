// The entry by which hippuzzle knows this library from the vendor's.
#include <hippuzzle/emulator.h>

#include "amd_emulator/api/check_entry.hpp"
#include "amd_emulator/api/runtime.hpp"

using hippuzzle::amd::Fault;
using hippuzzle::amd::Runtime;

namespace {

const char* use(const char* target, uint64_t seed) {
  static std::string sentence;
  try {
    Runtime::get().use(target, seed);
    sentence.clear();
  } catch (const Fault& fault) {
    sentence = fault.what();
  }
  return sentence.c_str();
}

const char* why() { return Runtime::get().why.c_str(); }
int32_t not_emulated() { return Runtime::get().not_emulated ? 1 : 0; }
uint64_t executed() { return Runtime::get().executed; }

}  // namespace

extern "C" __attribute__((visibility("default")))
const hippuzzle_emulator hippuzzle_emulator_entry = {
    HIPPUZZLE_ABI_VERSION,       sizeof(hippuzzle_emulator), use, why, not_emulated, executed,
    &hippuzzle::amd::check_entry};
