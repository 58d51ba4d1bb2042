#include "amd_emulator/check/global_check.hpp"

#include <algorithm>
#include <cstring>

namespace hippuzzle::amd {
namespace {

using Kind = MemoryAccess::Kind;

}  // namespace

void GlobalCheck::start(const LaunchFacts& launch) {
  launch_ = launch;
  shadow_.clear();
  order_.start(size_t{launch.grid[0]} * launch.grid[1] * launch.grid[2]);
  latest_.fill(nullptr);
}

uint32_t GlobalCheck::begin(uint32_t workgroup) {
  workgroup_ = workgroup;
  return released_ = now_ = order_.tick(workgroup);
}

bool GlobalCheck::read_quietly(const Wave& wave, const Instruction& i,
                               const AddressPattern& pattern, uint64_t base) {
  const auto address = [&](int32_t word) {
    return base + static_cast<uint64_t>(int64_t{4} * word);
  };
  const auto bytes = static_cast<uint64_t>(int64_t{4} * (pattern.end - pattern.least));
  if (!is_in_array(address(pattern.least), bytes)) return false;
  const uint32_t mine = workgroup_ + 1;
  for (const AddressPattern::Run& run : pattern.runs) {
    for (size_t done = 0; done < run.count;) {
      const GlobalShadow::Words part =
          shadow_.words(address(run.first) + 4 * done, run.count - done);
      uint32_t others = 0;
      for (const uint32_t reader : part.readers)
        others |= static_cast<uint32_t>((reader != mine) & (reader != anyone));
      for (size_t k = 0; others != 0 && k < part.accesses.size(); ++k) {
        const uint8_t lane = pattern.lanes[run.lanes_at + done + k];
        const Accessor now{&i, workgroup_, now_, wave.number * wave.lanes + lane, released_};
        if (!access_quietly(part.accesses[k], now, i.effects->memory, order_)) return false;
        part.readers[k] = is_for_all(part.accesses[k], order_) ? anyone : mine;
      }
      done += part.readers.size();
    }
  }
  return true;
}

void GlobalCheck::describe(Finding& f, uint64_t address, const Array* array) const {
  f.address = address;
  if (array == nullptr) return;
  f.array = array->name;
  f.array_bytes = array->end - array->begin;
  f.offset = static_cast<int64_t>(address - array->begin);
}

// Whether there is memory at all. Around arrays lies memory that belongs to no array.
bool GlobalCheck::check_bounds(const Wave& wave, const Instruction& i, unsigned lane,
                               uint64_t address, uint32_t bytes, Reporter& reporter) {
  if (is_in_array(address, bytes)) return true;
  const Memory::Range* range = wave.memory->find(address, 1);
  const Array* const array =
      range != nullptr ? arrays.nearest(address, range->begin, range->end) : nullptr;
  // A scalar load takes whole dwords.
  const uint64_t rounding = i.effects->counters.scalar_memory ? 3 : 0;
  if (array != nullptr && array->holds(address, bytes)) {
    latest_[next_latest_++ % latest_.size()] = array;
    return true;
  }
  if (range != nullptr && array == nullptr && range->holds(address, bytes)) return true;
  if (array != nullptr && address >= array->begin &&
      address + bytes <= ((array->end + rounding) & ~rounding))
    return true;
  Finding f;
  f.kind = array != nullptr ? Finding::Kind::out_of_bounds : Finding::Kind::wild;
  f.bytes = bytes;
  describe(f, address, array);
  reporter.report(std::move(f), wave, lane, i);
  return range != nullptr;
}

void GlobalCheck::look_at(const Wave& wave, const Instruction& i, unsigned lane, uint64_t address,
                          uint32_t bytes, uint16_t data_row, Reporter& reporter) {
  if (!check_bounds(wave, i, lane, address, bytes, reporter)) return;
  const MemoryAccess& m = i.effects->memory;
  // A power of 2.
  const uint32_t unit = m.kind == Kind::atomic ? bytes : std::min(bytes, 4u);
  const auto found = [&](Finding f) {
    const Memory::Range* range = wave.memory->find(address, 1);
    describe(f, address,
             range != nullptr ? arrays.nearest(address, range->begin, range->end) : nullptr);
    f.bytes = bytes;
    reporter.report(std::move(f), wave, lane, i);
  };
  if ((address & (unit - 1)) != 0) {
    Finding f;
    f.kind = Finding::Kind::misaligned;
    found(std::move(f));
  }
  const Accessor now{&i, workgroup_, now_, wave.number * wave.lanes + lane, released_};
  for (uint64_t at = address; at < address + bytes;) {
    const uint64_t in_word = at % 4, part = std::min(4 - in_word, address + bytes - at);
    const auto [word, reader] = shadow_.at(at);
    if (part == 4 && access_quietly(word, now, m, order_)) {
      reader = m.kind != Kind::read ? 0 : is_for_all(word, order_) ? anyone : workgroup_ + 1;
      at += 4;
      continue;
    }
    reader = 0;
    const auto mask = static_cast<uint8_t>(((1u << part) - 1) << in_word);
    const Conflict conflict = access_word(word, now, m, mask, order_);
    if (const LastAccess& earlier = conflict.earlier; earlier.by != nullptr) {
      Finding f;
      f.kind = Finding::Kind::race;
      f.doubt = doubt_of(conflict, now, wave.lanes);
      if (m.kind == Kind::write && earlier.by->effects->memory.kind == Kind::write) {
        const uint32_t value = wave.rows[data_row + (at - address) / 4].lane[lane];
        if (std::memcmp(reinterpret_cast<const void*>(at), &value, part) == 0)
          f.kind = Finding::Kind::race_same_value;
      }
      f.between_blocks = true;
      f.sides.resize(2);
      f.sides[1].access = earlier.by->effects->memory.kind;
      f.sides[1].address = earlier.by->address;
      f.sides[1].text = earlier.by->effects->text;
      f.sides[1].thread[0] = earlier.thread;
      f.sides[1].block[0] = earlier.who;
      found(std::move(f));
    }
    at += part;
  }
}

}  // namespace hippuzzle::amd
