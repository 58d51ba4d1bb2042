// One epoch for each word of a large memory, or for each byte of a word that is split: of its last
// write, for example.
//
// Values common to neighbours are stored once, for lines of sixteen words: two times a line, and a
// choice between the two for each word. Each time also has the rule by which the lower halves of
// epochs go on from word to word, if they do: a kernel's threads mostly sweep its arrays, one word
// or some after the other. A swept line takes 24 bytes. The lower half of any other epoch takes
// four, and so does its time where a line has more than two; bytes of split words take four times
// that. All parts have fixed distances, as in ThreadSanitizer, so there is no index to pay for, and
// pages are allocated when they are touched.
//
// OS threads may store into different lines at a time, and load from any: of a word that is being
// stored, or whose line changes its sweep, they find the old value, the new value, or no access.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "hip_cpu/check/shadow/byte_states.hpp"
#include "hip_cpu/check/shadow/happens_before.hpp"

namespace hip_cpu::check {

class EpochColumn {
 public:
  static constexpr std::size_t line = 16;  // words

  // The remains of an access that happened before everything that may still come, where its line is
  // needed for others: nothing, or that there was one, as Epoch::of_the_past().
  enum class Past { is_forgotten, is_known };

  // Throws std::bad_alloc when there is no address space for it.
  EpochColumn(std::size_t words, Past past, const ByteStates& states);
  ~EpochColumn();
  EpochColumn(const EpochColumn&) = delete;
  EpochColumn& operator=(const EpochColumn&) = delete;

  // byte: 0 for a word that is not split. An access that has given way to others is none.
  Epoch load(std::size_t word, unsigned byte) const {
    const Time time = time_of(word, byte);
    const std::uint32_t low = low_at(word, byte);
    if (low != 0 && low != low_of_the_past) return {time, low};
    return low == low_of_the_past ? Epoch::of_the_past() : Epoch();
  }

  void store(std::size_t word, unsigned byte, const Epoch& epoch) {
    if (epoch.time() != 0 && acquire(time_at(word)) != epoch.time())
      make_room(word, byte, epoch.time());
    const std::uint32_t low =
        epoch.time() == 0 || epoch.low() != 0 ? epoch.low() : Epoch::low_of(0, unknown_site);
    if (byte != 0 || !is_swept(word) || low_at(word, 0) != low) put_low(word, byte, low);
  }

  // Each byte of the word gets the word's epoch.
  void split(std::size_t word);

  // Makes accesses before that time ones of the past.
  void set_past(Time time) { past_ = time; }

  // Give back memory. collapse: of words whose accesses are all of the past; words with unwritten
  // bytes around them keep their state. forget: of words that are in no array.
  void collapse(std::size_t first, std::size_t count);
  void forget(std::size_t first, std::size_t count);

  // Lines that came into use so far.
  std::size_t lines_used() const { return used_.load(std::memory_order_relaxed); }

  std::size_t footprint(std::size_t words) const;  // bytes, for the first of them

 private:
  // The shape of threads' numbers from word to word: they grow by `step` every 1 << shift words,
  // modulo the greatest. It stands in the numbers' place of an epoch's lower half.
  struct Shape {
    std::uint16_t bits = 0;

    Shape() = default;
    Shape(unsigned step, unsigned shift)
        : bits(static_cast<std::uint16_t>(step << shift_bits | shift)) {}
    std::uint32_t at(unsigned word) const {
      const std::uint32_t step = bits >> shift_bits, shift = bits & ((1u << shift_bits) - 1);
      return (word >> shift) * step << Epoch::thread_shift;
    }
    static constexpr unsigned shift_bits = 2;
  };

  // A bit a word. chosen: which of the times is its. past: Epoch::of_the_past(). swept: its lower
  // half is the first word's for that time plus the shape's step. Without both, lows_ has it.
  struct Line {
    Time times[2];
    std::uint32_t firsts[2];
    std::uint16_t chosen, swept, past;
    Shape shape;
  };
  static constexpr Time mixed =
      ~Time{0};  // the first: words have their own; the second: the latest
  static constexpr std::uint32_t low_of_the_past = Epoch::low_of(0, unknown_site - 1);

  template <typename T>
  static T acquire(const T& value) {
    return __atomic_load_n(&value, __ATOMIC_ACQUIRE);
  }
  template <typename T>
  static void release(T& place, T value) {
    __atomic_store_n(&place, value, __ATOMIC_RELEASE);
  }

  const Time& time_at(std::size_t word) const {
    const Line& there = lines_[word / line];
    return there.times[acquire(there.chosen) >> word % line & 1];
  }
  Time time_of(std::size_t word, unsigned byte) const {
    const Time time = acquire(time_at(word));
    return time != mixed ? time : acquire(own_times_[byte * words_ + word]);
  }

  bool is_swept(std::size_t word) const {
    return (acquire(lines_[word / line].swept) >> word % line & 1) != 0;
  }
  static Shape shape_of(const Line& there) {
    Shape shape;
    shape.bits = acquire(there.shape.bits);
    return shape;
  }

  std::uint32_t low_at(std::size_t word, unsigned byte) const {
    const Line& there = lines_[word / line];
    const unsigned i = word % line;
    if (byte == 0 && is_swept(word))
      return acquire(there.firsts[acquire(there.chosen) >> i & 1]) + shape_of(there).at(i);
    const std::uint32_t low = acquire(lows_[byte * words_ + word]);
    return low == 0 && (acquire(there.past) >> i & 1) != 0 ? low_of_the_past : low;
  }

  [[gnu::noinline]] void put_low(std::size_t word, unsigned byte, std::uint32_t low);
  bool sweep(std::size_t word, std::uint32_t low);
  void take_low(std::size_t word, unsigned byte, bool is_past);
  void spread_past(std::size_t word);
  bool fits(const Line& there, unsigned words, Shape shape, std::uint32_t (&firsts)[2]) const;
  [[gnu::noinline]] void make_room(std::size_t word, unsigned byte, Time time);
  void mix(std::size_t first);
  bool drop(std::size_t first, unsigned slot);
  bool is_used(std::size_t first, unsigned slot, std::size_t except) const;
  bool holds_value(std::size_t word, unsigned byte) const;
  bool other_bytes_hold_value(std::size_t word, unsigned byte) const;
  bool may_drop(std::size_t first) const;
  unsigned bytes_of(std::size_t word) const {
    return states_.is_split(word) ? ByteStates::word : 1;
  }

  const std::size_t words_;  // whole lines
  const Past past_is_;
  const ByteStates& states_;
  Line* lines_;
  std::uint32_t* lows_;  // of words that are not swept, and of the other three bytes of each
  Time* own_times_;      // in the same order, where the line's are mixed
  Time past_ = 0;
  std::atomic<std::size_t> used_{0};
};

}  // namespace hip_cpu::check
