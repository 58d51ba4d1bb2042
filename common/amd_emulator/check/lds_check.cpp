#include "amd_emulator/check/lds_check.hpp"

#include <algorithm>
#include <cstring>

namespace hippuzzle::amd {
namespace {

using Kind = MemoryAccess::Kind;

}  // namespace

void LdsCheck::start(const LaunchFacts& launch, size_t waves) {
  bytes_ = launch.lds_bytes;
  words_.assign((bytes_ + 3) / 4, {});
  order_.start(waves);
}

void LdsCheck::report(Finding::Kind kind, const Wave& wave, const Instruction& i, unsigned lane,
                      uint32_t address, Reporter& reporter) const {
  Finding f;
  f.kind = kind;
  f.is_local = true;
  f.bytes = i.effects->memory.bytes;
  f.array_bytes = bytes_;
  f.offset = static_cast<int32_t>(address);
  f.address = address;
  reporter.report(std::move(f), wave, lane, i);
}

void LdsCheck::access(const Wave& wave, const Instruction& i, unsigned lane, uint32_t address,
                      uint16_t data_row, Reporter& reporter) {
  const MemoryAccess& m = i.effects->memory;
  if (uint64_t{address} + m.bytes > bytes_)
    return report(Finding::Kind::out_of_bounds, wave, i, lane, address, reporter);
  const uint32_t unit = m.kind == Kind::atomic ? m.bytes : std::min<uint32_t>(m.bytes, 4);
  if (address % unit != 0) report(Finding::Kind::misaligned, wave, i, lane, address, reporter);
  const Accessor now{&i, wave.number, now_, wave.number * wave.lanes + lane};
  for (uint32_t at = address; at < address + m.bytes;) {
    const uint32_t in_word = at % 4, part = std::min(4 - in_word, address + m.bytes - at);
    ShadowWord& word = words_[at / 4];
    if (part == 4 && (m.kind == Kind::write || word.written == 15) &&
        access_quietly(word, now, m, order_)) {
      word.written = 15;
      at += 4;
      continue;
    }
    const auto mask = static_cast<uint8_t>(((1u << part) - 1) << in_word);
    if (m.kind != Kind::write && (word.written & mask) != mask)
      report(Finding::Kind::uninitialised, wave, i, lane, at, reporter);
    word.written |= mask;
    LastAccess earlier;
    if (access_word(word, now, m, mask, order_, earlier) != nullptr) {
      Finding f;
      f.kind = Finding::Kind::race;
      if (m.kind == Kind::write && earlier.by->effects->memory.kind == Kind::write) {
        const uint32_t value = wave.rows[data_row + (at - address) / 4].lane[lane];
        if (std::memcmp(wave.workgroup->lds.data() + at, &value, part) == 0)
          f.kind = Finding::Kind::race_same_value;
      }
      f.is_local = true;
      f.bytes = part;
      f.array_bytes = bytes_;
      f.offset = f.address = at;
      f.sides.resize(2);
      f.sides[1].access = earlier.by->effects->memory.kind;
      f.sides[1].address = earlier.by->address;
      f.sides[1].text = earlier.by->effects->text;
      f.sides[1].thread[0] = earlier.thread;
      reporter.report(std::move(f), wave, lane, i);
    }
    at += part;
  }
}

}  // namespace hippuzzle::amd
