#include "hip_cpu/check/detectors/unset_values.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <map>

#include "hip_cpu/check/execution/reports.hpp"

namespace hip_cpu::check {
namespace {

constexpr unsigned word = ShadowMemory::word;

// An integer to which so much was added, or from which it was taken, counts as near.
constexpr std::uint32_t far = 1u << 20;

bool is_near(std::uint32_t value) { return value - unset_pattern + far < 2 * far; }

// A float that is the pattern's number negated, doubled, or divided by a whole number, as in a
// mean: adding to such a number does not change it.
bool is_multiple_or_part(std::uint32_t value) {
  if ((value >> 23 & 0xff) < 0xf1) return false;  // below 2^114
  const double number = std::bit_cast<float>(value);
  if (!std::isfinite(number)) return false;
  constexpr double most_parts = 4096, precision = 1.3e-7;  // of a quotient of two floats
  const double quotient = std::abs(std::bit_cast<float>(unset_pattern) / number);
  const double parts = quotient < 0.75 ? 2 * quotient : quotient;
  return parts < most_parts && std::abs(parts - std::round(parts)) <= parts * precision;
}

// A sum of such numbers that lanes added up for each other.
bool is_sum_of_lanes(std::uint32_t value) {
  return value == std::bit_cast<std::uint32_t>(-std::numeric_limits<float>::infinity());
}

bool looks_unset(const Machine& machine, std::uint32_t value) {
  return is_near(value) || is_multiple_or_part(value) ||
         (machine.launch.has_shuffled_pattern && is_sum_of_lanes(value));
}

std::uint32_t value_at(Address address) {
  std::uint32_t value;
  std::memcpy(&value, reinterpret_cast<const void*>(address), sizeof value);
  return value;
}

void report_store(Machine& machine, ShadowMemory& memory, Address at, const Epoch& store) {
  Report report = report_of(machine, HIP_CPU_UNINITIALISED);
  report.array = array_at(machine, memory, at);
  report.address = at;
  report.bytes = word;
  report.detail = "unset";
  report.side_count = 1;
  report.sides[0] = side_of(machine, store, HIP_CPU_WRITE);
  machine.findings.add(report);
}

// Calls visit(address, value) for each word of device memory's arrays.
template <typename Visit>
void for_each_word(const Machine& machine, const Visit& visit) {
  for (const auto& [begin, array] : machine.memory.arrays()) {
    if (array.freed) continue;
    const Address end = array.begin + array.bytes / word * word;
    for (Address at = (array.begin + word - 1) / word * word; at < end; at += word)
      visit(at, value_at(at));
  }
}

// For arrays that are large compared with the launch, the search would take longer than the launch.
bool is_worthwhile(const Machine& machine) {
  constexpr std::uint64_t bytes_a_thread = 256, least = 1u << 20;
  const std::uint64_t threads = machine.launch.block_count() * machine.launch.thread_count;
  return machine.memory.live_bytes() <= std::max(threads * bytes_a_thread, least);
}

// The store of this launch that wrote the word.
Epoch store_of(const Machine& machine, Address at) {
  ShadowMemory& memory = machine.memory.shadow();
  if (!memory.is_plain(at)) return {};
  const Epoch store = memory.last_write(at);
  return store.is_before(machine.launch.begin) ? Epoch() : store;
}

// Half of an address, or of another number of 64 bits, may look near by chance: the other half,
// which the same store wrote, does not.
bool is_half_of_a_set_value(const Machine& machine, Address at, const Epoch& store) {
  const Address other = at ^ word;
  return store_of(machine, other) == store && !is_near(value_at(other));
}

struct Stores {
  std::uint64_t all = 0, near = 0, exact = 0;
  Address first = 0;
  Epoch store;

  void add(Address at, std::uint32_t value, bool is_unset, const Epoch& by) {
    ++all;
    if (!is_unset) return;
    if (near++ == 0) {
      first = at;
      store = by;
    }
    exact += value == unset_pattern;
  }
};

// Stores by their place in the source, and of the words of a struct that it stores one by one:
// which of them are set is the same in each.
struct StoresOfSite {
  static constexpr std::size_t most_words = 16;

  Stores whole;
  std::array<Stores, most_words> words;

  // The stores to the words that have no value; null: all have one.
  const Stores* unset() const {
    if (whole.exact != 0 || (whole.near != 0 && whole.near * 2 >= whole.all)) return &whole;
    for (const Stores& word : words)  // a single number may look like that by chance
      if (word.near >= 2 && word.near * 2 >= word.all) return &word;
    return nullptr;
  }
};

std::map<SiteId, StoresOfSite> stores_of(const Machine& machine) {
  std::map<SiteId, StoresOfSite> stores;
  Epoch last;
  Address next = 0;
  std::size_t number = 0;  // of the word within the store
  for_each_word(machine, [&](Address at, std::uint32_t value) {
    const Epoch store = store_of(machine, at);
    number = at == next && store == last ? number + 1 : 0;
    last = store;
    next = at + word;
    if (store.time() == 0) return;
    const bool is_unset = looks_unset(machine, value) &&
                          (value == unset_pattern || !is_half_of_a_set_value(machine, at, store));
    StoresOfSite& of_site = stores[store.site()];
    of_site.whole.add(at, value, is_unset, store);
    if (number < StoresOfSite::most_words) of_site.words[number].add(at, value, is_unset, store);
  });
  return stores;
}

bool has_any_near(const Machine& machine) {
  bool any = false;
  for_each_word(machine, [&](Address, std::uint32_t value) { any |= looks_unset(machine, value); });
  return any;
}

}  // namespace

void read_unset_pattern(Machine& machine, ShadowMemory& memory, Address at) {
  LaunchState& launch = machine.launch;
  if (launch.has_read_pattern) return;
  launch.has_read_pattern = true;
  const Epoch store = memory.last_write(at);
  const Time begin = memory.shared() ? machine.block.begin : launch.begin;
  if (!store.is_before(begin)) report_store(machine, memory, at, store);
}

bool has_left_unset_values(const Machine& machine) {
  if (!is_worthwhile(machine) || !has_any_near(machine)) return false;
  const auto stores = stores_of(machine);
  return std::any_of(stores.begin(), stores.end(),
                     [](const auto& entry) { return entry.second.unset() != nullptr; });
}

void find_unset_values(Machine& machine) {
  if (machine.launch.has_read_pattern || !is_worthwhile(machine) || !has_any_near(machine)) return;
  for (const auto& [site, stores] : stores_of(machine))
    if (const Stores* const unset = stores.unset())
      report_store(machine, machine.memory.shadow(), unset->first, unset->store);
}

}  // namespace hip_cpu::check
