// The states of a range of memory: whether each byte belongs to an array and was written (two
// bits), and whether the bytes of each word of four were touched separately.
//
// A word has one byte. A word that is split, and so every word whose states would look like that,
// has its states in a second byte. So one comparison recognises the words of most accesses, which
// are whole and all written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hip_cpu::check {

// arriving: a copy that nobody has waited for writes it, or the launch must not touch it.
enum State : std::uint8_t { outside = 0, unwritten = 1, written = 2, arriving = 3 };

// Bytes are meant by their distance from the range's begin.
class ByteStates {
 public:
  static constexpr std::size_t word = 4;

  // Throws std::bad_alloc when there is no address space for it. An access by one instruction may
  // begin at the range's end.
  explicit ByteStates(std::size_t bytes);
  ~ByteStates();
  ByteStates(const ByteStates&) = delete;
  ByteStates& operator=(const ByteStates&) = delete;

  State at(std::size_t byte) const {
    return static_cast<State>(of_word(byte / word) >> shift(byte) & 3);
  }
  bool is_plain(std::size_t number) const { return words_[number] == all_written; }
  bool is_split(std::size_t number) const { return words_[number] == split_mark; }
  void split(std::size_t number) { put_split(number, words_[number]); }

  // Whether `count` words are all written.
  bool are_written(std::size_t first_word, std::size_t count) const;

  // A word with a byte set here is no longer split.
  void set(std::size_t begin, std::size_t bytes, State state);

  // Words stay split, or whole. become_split(number) is called before a whole word is split after
  // all, because its states would look like the mark.
  template <typename BecomeSplit>
  void mark(std::size_t begin, std::size_t bytes, State state, BecomeSplit&& become_split) {
    for (std::size_t byte = begin; byte < begin + bytes;) {
      const std::size_t number = byte / word;
      const std::uint8_t before = of_word(number);
      std::uint8_t states = before;
      for (; byte < begin + bytes && byte / word == number; ++byte)
        states = with(states, byte, state);
      if (!is_split(number) && states == split_mark) {
        become_split(number);
        put_split(number, states);
      } else {
        replace(number, states);
      }
    }
  }

  // Marks unwritten bytes as written.
  void write_unwritten(std::size_t begin, std::size_t bytes);

  // Two bits a byte, from the lowest on.
  using Saved = std::vector<std::uint8_t>;
  static State state_in(const Saved& saved, std::size_t byte) {
    return static_cast<State>(saved[byte / word] >> shift(byte) & 3);
  }
  Saved save(std::size_t begin, std::size_t bytes) const;
  void restore(std::size_t begin, std::size_t bytes, const Saved& saved);  // as set() does

 private:
  static constexpr std::uint8_t every_byte = 0x55;  // times a state: the state of all four bytes
  static constexpr std::uint8_t all_written = written * every_byte;
  static constexpr std::uint8_t split_mark = 0x33;  // alternating bytes: arriving and outside

  static unsigned shift(std::size_t byte) { return 2 * (byte % word); }
  static std::uint8_t with(std::uint8_t states, std::size_t byte, State state) {
    return static_cast<std::uint8_t>((states & ~(3u << shift(byte))) | state << shift(byte));
  }
  std::uint8_t of_word(std::size_t number) const {
    return is_split(number) ? of_split_[number] : words_[number];
  }
  // The word stays split, or whole.
  void replace(std::size_t number, std::uint8_t states) {
    (is_split(number) ? of_split_ : words_)[number] = states;
  }
  void put_split(std::size_t number, std::uint8_t states) {
    of_split_[number] = states;
    words_[number] = split_mark;
  }
  void put(std::size_t number, std::uint8_t states) {
    states == split_mark ? put_split(number, states) : void(words_[number] = states);
  }

  std::size_t count_;  // of words
  std::uint8_t* words_;
  std::uint8_t* of_split_;
};

}  // namespace hip_cpu::check
