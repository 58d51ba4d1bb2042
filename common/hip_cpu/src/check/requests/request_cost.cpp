#include "hip_cpu/check/requests/request_cost.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace hip_cpu::check {
namespace {

constexpr unsigned sector_bytes = 32, bank_count = 32, word_bytes = 4;

// The words that lanes want of each bank.
class Banks {
 public:
  void want(std::uintptr_t word, bool alone) {
    const std::size_t bank = word % bank_count;
    auto* const begin = words_[bank].data();
    auto* const end = begin + used_[bank];
    if (!alone && std::find(begin, end, word) != end) return;
    *end = word;
    most_ = std::max<unsigned>(most_, ++used_[bank]);
  }

  // The longest queue; the banks are empty then.
  unsigned serve() {
    used_.fill(0);
    return std::exchange(most_, 0u);
  }

 private:
  std::array<std::uint8_t, bank_count> used_{};
  // 32 lanes want at most two words each: one of four bytes that lie across two words.
  std::array<std::array<std::uintptr_t, 64>, bank_count> words_;
  unsigned most_ = 0;
};

// The turns of atomic operations: of each sector as many as lanes want one and the same address in
// it, as the operations on an address come one after the other.
unsigned sectors_of_atomics(const Request& request) {
  std::array<std::uintptr_t, 64> addresses;
  std::size_t count = 0;
  request.for_each_lane([&](unsigned, std::uintptr_t address) { addresses[count++] = address; });
  std::sort(addresses.data(), addresses.data() + count);
  unsigned total = 0, most = 0;
  for (std::size_t first = 0, next = 0; first < count; first = next) {
    const std::uintptr_t address = addresses[first];
    while (next < count && addresses[next] == address) ++next;
    most = std::max(most, static_cast<unsigned>(next - first));
    if (next < count && addresses[next] / sector_bytes == address / sector_bytes) continue;
    total += most;
    most = 0;
  }
  return total;
}

// Whether each two lanes whose numbers differ by `apart`, a power of two, want the same address, as
// far as both take part.
bool are_alike(const Request& request, unsigned apart) {
  bool alike = true;
  request.for_each_lane([&](unsigned lane, std::uintptr_t address) {
    const unsigned other = lane ^ apart;
    const bool takes_part = (request.lanes >> other & 1) != 0;
    alike = alike && (!takes_part || request.addresses[other] == address);
  });
  return alike;
}

// Lanes are served in turns: the turn of a lane, and the largest number of turns.
class Turns {
 public:
  explicit Turns(const Request& request)
      : lanes_(bank_count * word_bytes / std::max(request.bytes, word_bytes)) {
    const bool is_wide_read = request.bytes > word_bytes && request.access == HIP_CPU_READ;
    if (request.width == 64) {
      crossed_ = request.bytes == 16 && is_wide_read;
    } else if (is_wide_read && (are_alike(request, 1) || are_alike(request, 2))) {
      lanes_ *= 2;
    }
    count_ = (request.width + lanes_ - 1) / lanes_;
  }

  unsigned count() const { return count_; }

  // AMD's reads of 16 bytes: of 32 lanes 0-3 go with 20-23, 4-7 with 16-19, 8-11 with 28-31 and
  // 12-15 with 24-27.
  unsigned of(unsigned lane) const {
    if (!crossed_) return lane / lanes_;
    const unsigned four = lane % 32 / 4;
    return lane / 32 * 4 + (four < 4 ? four : (four - 4) ^ 1);
  }

 private:
  unsigned lanes_;  // of a turn
  unsigned count_ = 0;
  bool crossed_ = false;
};

}  // namespace

unsigned sectors(const Request& request) {
  if (request.access == HIP_CPU_ATOMIC) return sectors_of_atomics(request);
  std::array<std::uintptr_t, 2 * 64> touched;
  std::size_t count = 0;
  bool ascending = true;
  request.for_each_lane([&](unsigned, std::uintptr_t address) {
    const std::uintptr_t first = address / sector_bytes;
    const std::uintptr_t last = (address + request.bytes - 1) / sector_bytes;
    for (std::uintptr_t sector = first; sector <= last; ++sector) {
      if (count > 0 && touched[count - 1] == sector) continue;
      ascending = ascending && (count == 0 || touched[count - 1] < sector);
      touched[count++] = sector;
    }
  });
  auto* const end = touched.data() + count;
  if (!ascending) std::sort(touched.data(), end);
  return static_cast<unsigned>(std::unique(touched.data(), end) - touched.data());
}

Wavefronts wavefronts(const Request& request) {
  const Turns turns(request);
  const bool alone = request.access == HIP_CPU_ATOMIC;
  Banks banks;
  Wavefronts wavefronts{0, 0};
  for (unsigned turn = 0; turn < turns.count(); ++turn) {
    bool is_taken = false;
    request.for_each_lane([&](unsigned lane, std::uintptr_t address) {
      if (turns.of(lane) != turn) return;
      is_taken = true;
      const std::uintptr_t last = (address + request.bytes - 1) / word_bytes;
      for (std::uintptr_t word = address / word_bytes; word <= last; ++word)
        banks.want(word, alone);
    });
    if (!is_taken) continue;
    wavefronts.count += banks.serve();
    ++wavefronts.least;
  }
  return wavefronts;
}

bool KnownCosts::Pattern::matches(const Request& request, unsigned first) const {
  if (request.lanes != lanes) return false;
  const std::uintptr_t shift = request.addresses[first] - addresses[first];
  std::uintptr_t differences = 0;
  if ((lanes & (lanes + 1)) == 0) {  // all that there are
    const auto count = static_cast<unsigned>(std::popcount(lanes));
    for (unsigned lane = 0; lane < count; ++lane)
      differences |= request.addresses[lane] - addresses[lane] - shift;
  } else {
    request.for_each_lane([&](unsigned lane, std::uintptr_t address) {
      differences |= address - addresses[lane] - shift;
    });
  }
  return differences == 0;
}

KnownCosts::Pattern& KnownCosts::pattern_of(const Request& request, unsigned first) {
  const std::size_t count = patterns_.size();
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t at = (last_ + i) % count;
    if (patterns_[at].matches(request, first)) return patterns_[last_ = at];
  }
  if (count < most_patterns) {
    patterns_.emplace_back();
    last_ = count;
  } else {
    last_ = oldest_;
    oldest_ = (oldest_ + 1) % most_patterns;
  }
  Pattern& pattern = patterns_[last_];
  pattern.lanes = request.lanes;
  pattern.costs = {};
  std::copy_n(request.addresses, request.width, pattern.addresses.begin());
  return pattern;
}

Wavefronts KnownCosts::of(const Request& request) {
  const auto first = static_cast<unsigned>(std::countr_zero(request.lanes));
  Wavefronts& cost = pattern_of(request, first).costs[request.addresses[first] % places];
  if (cost.count == 0)
    cost = request.shared ? wavefronts(request) : Wavefronts{sectors(request), 0};
  return cost;
}

}  // namespace hip_cpu::check
