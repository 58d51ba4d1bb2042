// The states of bytes are the states that were set, whichever neighbours they have.
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <vector>

#include "hip_cpu/check/shadow/byte_states.hpp"

namespace hip_cpu::check {
namespace byte_states_test {

constexpr std::size_t count = 200;

void expect_same(const ByteStates& states, const std::vector<State>& wanted) {
  for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(states.at(i), wanted[i]) << i;
  for (std::size_t word = 0; word < count / 4; ++word) {
    bool all = true;
    for (std::size_t i = 4 * word; i < 4 * word + 4; ++i) all &= wanted[i] == written;
    ASSERT_EQ(states.is_plain(word), all && !states.is_split(word)) << word;
    ASSERT_EQ(states.are_written(word, 1), all) << word;
  }
}

TEST(ByteStatesOfWords, AreThoseOfTheirBytes) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    ByteStates states(count);
    std::vector<State> wanted(count, outside);
    for (int step = 0; step < 300; ++step) {
      const std::size_t begin = random() % count, bytes = random() % (count - begin) % 24;
      const auto state = static_cast<State>(random() % 4);
      const auto fill = [&] {
        for (std::size_t i = begin; i < begin + bytes; ++i) wanted[i] = state;
      };
      switch (random() % 5) {
        case 0:
          states.set(begin, bytes, state);
          fill();
          break;
        case 1:
          states.mark(begin, bytes, state, [](std::size_t) {});
          fill();
          break;
        case 2:
          if (!states.is_split(begin / 4)) states.split(begin / 4);
          break;
        case 3:
          states.write_unwritten(begin, bytes);
          for (std::size_t i = begin; i < begin + bytes; ++i)
            if (wanted[i] == unwritten) wanted[i] = written;
          break;
        default: {
          const ByteStates::Saved saved = states.save(begin, bytes);
          states.set(begin, bytes, state);
          states.restore(begin, bytes, saved);
        }
      }
      ASSERT_NO_FATAL_FAILURE(expect_same(states, wanted));
    }
  }
}

// Two bytes of a word that arrive, and two between them that are in no array, look like the mark.
TEST(ByteStatesOfWords, ThatLookSplitBecomeIt) {
  ByteStates states(count);
  std::vector<std::size_t> split;
  const auto note = [&](std::size_t word) { split.push_back(word); };
  states.mark(8, 1, arriving, note);
  EXPECT_TRUE(split.empty());
  states.mark(10, 1, arriving, note);
  EXPECT_EQ(split, std::vector<std::size_t>{2});
  EXPECT_TRUE(states.is_split(2));
  EXPECT_EQ(states.at(8), arriving);
  EXPECT_EQ(states.at(9), outside);
}

}  // namespace byte_states_test
}  // namespace hip_cpu::check
