#include "hip_cpu/check/shadow/byte_states.hpp"

#include <algorithm>
#include <cstring>

#include "hip_cpu/check/shadow/pages.hpp"

namespace hip_cpu::check {
namespace {

constexpr std::size_t widest_access = 16;

}  // namespace

ByteStates::ByteStates(std::size_t bytes)
    : count_((bytes + widest_access) / word),
      words_(static_cast<std::uint8_t*>(reserve(count_))),
      of_split_(static_cast<std::uint8_t*>(reserve_sparse(count_))) {}

ByteStates::~ByteStates() {
  unreserve(words_, count_);
  unreserve(of_split_, count_);
}

bool ByteStates::are_written(std::size_t first_word, std::size_t count) const {
  const std::size_t end = std::min(first_word + count, count_);
  for (std::size_t number = first_word; number < end; ++number)
    if (of_word(number) != all_written) return false;
  return true;
}

void ByteStates::set(std::size_t begin, std::size_t bytes, State state) {
  const std::size_t end = begin + bytes;
  const auto set_part = [&](std::size_t first, std::size_t past) {
    std::uint8_t states = of_word(first / word);
    for (std::size_t byte = first; byte < past; ++byte) states = with(states, byte, state);
    put(first / word, states);
  };
  const std::size_t first_whole = (begin + word - 1) / word, past_whole = end / word;
  if (first_whole > past_whole) {  // within one word
    if (begin < end) set_part(begin, end);
    return;
  }
  if (begin % word != 0) set_part(begin, first_whole * word);
  fill(words_ + first_whole, past_whole - first_whole,
       static_cast<std::uint8_t>(state * every_byte));
  if (end % word != 0) set_part(past_whole * word, end);
}

void ByteStates::write_unwritten(std::size_t begin, std::size_t bytes) {
  const auto write_part = [&](std::size_t first, std::size_t past) {
    std::uint8_t states = of_word(first / word);
    for (std::size_t byte = first; byte < past; ++byte)
      if ((states >> shift(byte) & 3) == unwritten) states = with(states, byte, written);
    replace(first / word, states);
  };
  const std::size_t end = begin + bytes;
  for (std::size_t byte = begin; byte < end;) {
    const std::size_t past = std::min(end, (byte / word + 1) * word);
    if (!is_plain(byte / word)) write_part(byte, past);
    byte = past;
  }
}

ByteStates::Saved ByteStates::save(std::size_t begin, std::size_t bytes) const {
  Saved saved((bytes + word - 1) / word);
  if (begin % word == 0) {
    for (std::size_t i = 0; i < bytes / word; ++i) saved[i] = of_word(begin / word + i);
    for (std::size_t byte = bytes / word * word; byte < bytes; ++byte)
      saved[byte / word] = with(saved[byte / word], byte, at(begin + byte));
    return saved;
  }
  for (std::size_t byte = 0; byte < bytes; ++byte)
    saved[byte / word] = with(saved[byte / word], byte, at(begin + byte));
  return saved;
}

void ByteStates::restore(std::size_t begin, std::size_t bytes, const Saved& saved) {
  std::size_t done = 0;
  if (begin % word == 0)
    for (; done + word <= bytes; done += word) put((begin + done) / word, saved[done / word]);
  for (; done < bytes; ++done) set(begin + done, 1, state_in(saved, done));
}

}  // namespace hip_cpu::check
