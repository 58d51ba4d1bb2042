#include "hip_cpu/check/shadow/padding.hpp"

namespace hip_cpu::check {
namespace {

// An element whose last bytes are unset, and not a struct with padding: the same bytes of the
// element before it were written, and one store, copy or fill wrote the two bytes in front of the
// gap.
bool is_cut_short(ShadowMemory& memory, std::uintptr_t address, unsigned bytes, unsigned first,
                  unsigned end) {
  if (end != bytes || first < 2 || !memory.contains(address - bytes)) return false;
  for (unsigned i = first; i < end; ++i)
    if (!memory.is_written(address - bytes + i)) return false;
  const std::uintptr_t gap = address + first;
  return memory.last_write(gap - 1).site() == memory.last_write(gap - 2).site();
}

// One instruction wrote the two words, and another one wrote the third.
bool are_one_member(ShadowMemory& memory, std::uintptr_t member, std::uintptr_t other) {
  const Epoch first = memory.last_write(member), second = memory.last_write(member + 4);
  return first.site() != 0 && first.site() == second.site() && first.time() == second.time() &&
         first.thread() == second.thread() && first.site() != memory.last_write(other).site();
}

}  // namespace

unsigned padding_at(ShadowMemory& memory, std::uintptr_t address, unsigned bytes, unsigned first) {
  if (first == 0) return 0;
  unsigned end = first;
  while (end < bytes && !memory.is_written(address + end)) ++end;
  const std::uintptr_t begins = address + first, ends = address + end;
  const unsigned count = end - first;
  if (is_cut_short(memory, address, bytes, first, end)) return 0;
  if (count < 4) {
    const bool is_of_a_short = count == 1 && begins % 2 != 0 && ends % 2 == 0;
    const bool is_of_a_word = bytes > 4 && begins % 4 != 0 && ends % 4 == 0;
    return is_of_a_short || is_of_a_word ? count : 0;
  }
  // The rest of a word, up to three bytes, and the next word.
  const std::uintptr_t word = (begins + 3) / 4 * 4;
  const std::uintptr_t member = word - 4;  // with the word after it
  if (ends - word != 4 || word % 8 != 4 || member < address) return 0;
  const bool comes_before = bytes >= end + 8 && are_one_member(memory, ends, member);
  const bool comes_behind = member - address >= 8 && are_one_member(memory, member - 8, member);
  return comes_before || comes_behind ? count : 0;
}

}  // namespace hip_cpu::check
