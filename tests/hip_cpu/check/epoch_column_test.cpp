// A column of epochs gives back the last stored epoch, for words and for bytes, however the times
// of neighbours change; epochs of the past may be forgotten, or be known only as past.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <random>
#include <vector>

#include "hip_cpu/check/shadow/epoch_column.hpp"

namespace hip_cpu::check {
namespace epoch_column_test {

using Past = EpochColumn::Past;

// 64 words, some of which become split, and the expected epoch of each of their bytes.
class Model {
 public:
  Model(Past past, bool all_written) : column_(words, past, states_), past_is_(past) {
    states_.set(0, 4 * words, written);
    if (!all_written) states_.set(4 * 20, 4, unwritten);
  }

  void store(std::size_t word, unsigned byte, const Epoch& epoch) {
    if (byte != 0) split(word);
    column_.store(word, byte, epoch);
    for (unsigned i = 0; i < 4; ++i)
      if (!states_.is_split(word) || i == byte) known_[word][i] = epoch;
  }

  void split(std::size_t word) {
    if (states_.is_split(word)) return;
    column_.split(word);
    states_.split(word);
  }

  void set_past(Time time) { column_.set_past(past_ = time); }

  void expect_all() const {
    for (std::size_t word = 0; word < words; ++word)
      for (unsigned byte = 0; byte < 4; ++byte) {
        const Epoch found = column_.load(word, states_.is_split(word) ? byte : 0);
        const Epoch& wanted = known_[word][byte];
        if (found == wanted) continue;
        ASSERT_TRUE(wanted.is_before(past_)) << word << "." << byte << " at " << wanted.time();
        ASSERT_EQ(found, past_is_ == Past::is_known && wanted.time() != 0 ? Epoch::of_the_past()
                                                                          : Epoch());
      }
  }

  static constexpr std::size_t words = 64;

 private:
  ByteStates states_{4 * words};
  EpochColumn column_;
  const Past past_is_;
  Time past_ = 0;
  std::array<std::array<Epoch, 4>, words> known_{};
};

class Columns : public ::testing::TestWithParam<std::tuple<Past, bool>> {};

TEST_P(Columns, HoldWhatWasStoredLast) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    const auto below = [&](unsigned n) { return random() % n; };
    Model model(std::get<0>(GetParam()), std::get<1>(GetParam()));
    Time now = 20;
    for (int step = 0; step < 400; ++step) {
      now += below(3);
      const unsigned first = below(Model::words), count = 1 + below(20);
      const bool by_bytes = seed % 3 != 0 && below(8) == 0;
      const bool is_regular = below(3) != 0;  // as a sweep over memory, by vectors perhaps
      const unsigned shift = below(5), stride = below(2) == 0 ? 1 : below(1024), site = below(3);
      for (unsigned i = first; i < first + count && i < Model::words; ++i) {
        const Epoch epoch = is_regular
                                ? Epoch(now, (i >> shift) * stride % 1024, 1 + site, false)
                                : Epoch(now - below(seed % 5 + 1), i, 1 + below(3), below(9) == 0);
        const bool is_none = std::get<0>(GetParam()) == Past::is_forgotten && below(20) == 0;
        model.store(i, by_bytes ? below(4) : 0, is_none ? Epoch() : epoch);
      }
      if (below(30) == 0) model.set_past(now += 5);
      ASSERT_NO_FATAL_FAILURE(model.expect_all());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Of, Columns,
                         ::testing::Combine(::testing::Values(Past::is_forgotten, Past::is_known),
                                            ::testing::Bool()));

// Like kernels that sweep their arrays in each phase between barriers, one word a thread or some,
// whichever thread begins.
class SweptColumn : public ::testing::TestWithParam<std::tuple<unsigned, unsigned>> {};

TEST_P(SweptColumn, TakesNoLowerHalves) {
  const auto [shift, stride] = GetParam();
  constexpr std::size_t words = 1 << 16;
  ByteStates states(4 * words);
  states.set(0, 4 * words, written);
  EpochColumn column(words, Past::is_known, states);
  const auto epoch = [&](std::size_t word, Time time) {
    return Epoch(time, static_cast<unsigned>((word >> shift) * stride % 1024), 1 + time % 3, false);
  };
  for (Time time = 2; time < 9; ++time) {
    for (std::size_t word = 0; word < words; ++word) column.store(word, 0, epoch(word, time));
    for (std::size_t word = 0; word < words; ++word)
      ASSERT_EQ(column.load(word, 0), epoch(word, time)) << word << " at " << time;
  }
  EXPECT_EQ(column.footprint(words), words / 16 * 24);
}

INSTANTIATE_TEST_SUITE_P(Of, SweptColumn,
                         ::testing::Combine(::testing::Values(0u, 1u, 2u, 3u, 4u),
                                            ::testing::Values(0u, 1u, 1023u, 16u, 511u)));

TEST(EpochColumns, TakeMemoryOnlyForWhatDiffers) {
  constexpr std::size_t words = 1 << 16;
  ByteStates states(4 * words);
  states.set(0, 4 * words, written);
  EpochColumn column(words, Past::is_known, states);
  const auto sweep = [&](Time time, std::size_t first) {
    for (std::size_t word = first; word < words; word += 4)
      column.store(word, 0, {time, 0, 1, false});
  };
  for (std::size_t first = 0; first < 4; ++first) sweep(7, first);
  EXPECT_EQ(column.footprint(words), words / 16 * 24);
  sweep(8, 0);
  EXPECT_EQ(column.footprint(words), words / 16 * 24) << "two times a line";
  sweep(9, 1);
  EXPECT_EQ(column.footprint(words), words * 4 + words / 16 * 24) << "each word its own";
  for (std::size_t word = 0; word < words; word += 16) column.store(word + 5, 0, {9, 77, 2, false});
  EXPECT_EQ(column.footprint(words), words * 8 + words / 16 * 24);
  column.set_past(20);
  for (std::size_t word = 0; word < words; word += 16) column.store(word, 0, {21, 3, 1, false});
  // All but the last line, which borders the memory's end, where nothing is known.
  EXPECT_EQ(column.footprint(words - 16), (words - 16) / 16 * 24) << "all others are of the past";
  EXPECT_EQ(column.load(5, 0), Epoch::of_the_past());
}

// Bytes that a struct's padding may be: the checker inspects the writes around them later.
TEST(EpochColumns, KeepEarlierWritesAroundWhatIsUnwritten) {
  constexpr std::size_t words = 8192;
  ByteStates states(4 * words);
  states.set(0, 4 * words, written);
  states.set(4 * 5001, 4, unwritten);
  EpochColumn column(words, Past::is_known, states);
  const Epoch write(7, 3, 9, false);
  for (std::size_t word = 0; word < words; ++word) column.store(word, 0, write);
  column.set_past(20);
  column.collapse(0, words);
  EXPECT_EQ(column.load(5000, 0), write);
  EXPECT_EQ(column.load(100, 0), Epoch::of_the_past());
  column.store(5004, 0, {21, 0, 1, false});
  EXPECT_EQ(column.load(5000, 0), write);
  EXPECT_LT(column.footprint(words), words * 2);
}

TEST(EpochColumns, ThatAreForgottenHoldNothing) {
  constexpr std::size_t words = 1 << 16;
  const ByteStates states(4 * words);
  EpochColumn column(words, Past::is_known, states);
  for (std::size_t word = 0; word < words; ++word) column.store(word, 0, {7, 0, 1, false});
  column.forget(0, words);
  for (std::size_t word = 0; word < words; ++word) ASSERT_EQ(column.load(word, 0).time(), 0u);
  column.store(17, 0, {8, 0, 1, false});
  EXPECT_EQ(column.load(17, 0).time(), 8u);
  EXPECT_EQ(column.load(18, 0).time(), 0u);
}

}  // namespace epoch_column_test
}  // namespace hip_cpu::check
