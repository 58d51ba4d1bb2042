// One epoch for each word of a large memory, or for each byte of a word that is split: of its last
// write, for example.
//
// An epoch's lower half lies there for each word, and its time, which neighbours share, for lines
// of sixteen words: two times a line, and which of them is each word's. So a line that is swept
// from one time to the next needs no more, and neither does one in which two blocks meet. Where
// there are more times each word has its own. An epoch takes 4.75 bytes a word, or 8.75, and bytes
// of split words four times that. All lies at fixed distances, as in ThreadSanitizer, so there is
// no index to pay for, and its pages come when they are touched.
//
// OS threads may store into different lines at a time, and load from any: of a word that is being
// stored they find what it was, what it becomes, or no access.
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

  // What remains of an access that happened before everything that may still come, where its line
  // is needed for others: nothing, or that there was one, as Epoch::of_the_past().
  enum class Past { is_forgotten, is_known };

  // Throws std::bad_alloc when there is no address space for it.
  EpochColumn(std::size_t words, Past past, const ByteStates& states);
  ~EpochColumn();
  EpochColumn(const EpochColumn&) = delete;
  EpochColumn& operator=(const EpochColumn&) = delete;

  // byte: 0 for a word that is not split. An access that has given way to others is none.
  Epoch load(std::size_t word, unsigned byte) const {
    const Time time = time_of(word, byte);
    const std::uint32_t low = acquire(lows_[byte * words_ + word]);
    if (low != 0 && low != low_of_the_past) return {time, low};
    return low == low_of_the_past || time == collapsed ? Epoch::of_the_past() : Epoch();
  }

  void store(std::size_t word, unsigned byte, const Epoch& epoch) {
    if (epoch.time() != 0 && acquire(time_at(word)) != epoch.time())
      make_room(word, byte, epoch.time());
    release(lows_[byte * words_ + word],
            epoch.time() == 0 || epoch.low() != 0 ? epoch.low() : Epoch::low_of(0, unknown_site));
  }

  // The word's epoch becomes that of each of its bytes.
  void split(std::size_t word);

  // From now on accesses before that time are of the past.
  void set_past(Time time) { past_ = time; }

  // Give back memory. collapse: of words whose accesses are all of the past; those around which not
  // all is written keep what they know. forget: of words that are in no array.
  void collapse(std::size_t first, std::size_t count);
  void forget(std::size_t first, std::size_t count);

  // Lines that came into use so far.
  std::size_t lines_used() const { return used_.load(std::memory_order_relaxed); }

  std::size_t footprint(std::size_t words) const;  // bytes, for the first of them

 private:
  struct Line {
    Time times[2];
    std::uint32_t chosen;  // a bit a word: which of the times is its
  };
  static constexpr Time mixed =
      ~Time{0};                         // the first: words have their own; the second: the latest
  static constexpr Time collapsed = 1;  // with no word: each of the line is of the past
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
  std::uint32_t* lows_;  // of words, and of the other three bytes of each
  Time* own_times_;      // in the same order, where the line's are mixed
  Time past_ = 0;
  std::atomic<std::size_t> used_{0};
};

}  // namespace hip_cpu::check
