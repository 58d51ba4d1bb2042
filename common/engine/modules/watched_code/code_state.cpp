#include "engine/modules/watched_code/code_state.hpp"

#include <algorithm>

namespace hippuzzle {

void CodeState::store(std::pair<uint32_t, int64_t> slot, unsigned bytes, const CodeValue& value) {
  const auto [base, begin] = slot;
  std::erase_if(slots, [&](const auto& entry) {
    const auto [other, place] = entry.first;
    return other != base || (place < begin + bytes && place + entry.second.bytes > begin);
  });
  slots[slot] = {bytes, value};
}

void CodeState::forget_slots_of(uint32_t base) {
  std::erase_if(slots, [&](const auto& entry) { return entry.first.first == base; });
}

bool CodeState::is_watched(CodeAccess access, const CodeValue& address) const {
  return std::ranges::any_of(watched, [&](const WatchedBytes& bytes) {
    return bytes.access == access && bytes.address.terms == address.terms &&
           address.constant - bytes.address.constant < bytes.bytes;
  });
}

void CodeState::bound(const CodeValue& value, uint64_t most) {
  const auto [found, is_new] = at_most.try_emplace(value, most);
  if (!is_new) found->second = std::min(found->second, most);
}

void CodeState::join(const CodeState& other) {
  const auto keep_equal = [](auto& mine, const auto& others) {
    std::erase_if(mine, [&](const auto& entry) {
      const auto found = others.find(entry.first);
      return found == others.end() || !(found->second == entry.second);
    });
  };
  keep_equal(registers, other.registers);
  keep_equal(slots, other.slots);
  std::erase_if(watched, [&](const WatchedBytes& bytes) {
    return std::ranges::find(other.watched, bytes) == other.watched.end();
  });
  for (auto at = at_most.begin(); at != at_most.end();) {
    const auto found = other.at_most.find(at->first);
    if (found == other.at_most.end()) {
      at = at_most.erase(at);
      continue;
    }
    const uint64_t theirs = found->second;
    if (at->second == reported) {
      at->second = theirs;
    } else if (theirs != reported) {
      at->second = std::max(at->second, theirs);
    }
    ++at;
  }
}

std::optional<uint64_t> greatest_offset(const CodeState& state, CodeValue offset,
                                        uint64_t& constant) {
  constexpr uint64_t most = uint64_t{1} << 32;
  uint64_t greatest = 0;
  for (const auto& [value, bound] : state.at_most) {
    if (value.is_number()) continue;
    const auto [unknown, factor] = value.terms.front();
    const uint64_t wanted = offset.factor_of(unknown);
    if (wanted == 0 || wanted >= most || bound >= most || wanted % factor != 0) continue;
    const uint64_t times = wanted / factor;
    const CodeValue rest = sum(offset, value, -times);
    if (rest.terms.size() >= offset.terms.size()) continue;
    offset = rest;
    greatest += times * bound;
  }
  if (!offset.is_number()) return std::nullopt;
  constant = offset.constant;
  return greatest;
}

}  // namespace hippuzzle
