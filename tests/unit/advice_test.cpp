// Advice reads as a part of the sentence that it helps against.
#include "cli/report/advice_text.hpp"

#include <gtest/gtest.h>

namespace hippuzzle {
namespace advice_test {

TEST(Advice, FollowsItsSentence) {
  EXPECT_EQ(in_words(Error(Outcome::timed_out, "not measured within 60 s",
                           Advice{Advice::allow_more_time})),
            "not measured within 60 s; give it longer with --timeout");
  EXPECT_EQ(in_words("p00 has nothing to fill in", Advice{Advice::read_lesson, "p00"}),
            "p00 has nothing to fill in; `hippuzzle show p00` is its lesson, `hippuzzle p00` runs "
            "its kernels");
}

TEST(Advice, IsTheOtherWayOutWhereTheSentenceHasOne) {
  EXPECT_EQ(in_words("not finished within 10 s; look for a loop that does not end",
                     Advice{Advice::allow_more_time}),
            "not finished within 10 s; look for a loop that does not end, or give it longer with "
            "--timeout");
}

TEST(Advice, IsLeftOutWhereThereIsNone) {
  EXPECT_EQ(in_words(Error(Outcome::crashed, "signal 11")), "signal 11");
}

// A kind that has no words would leave the sentence ending in a semicolon.
TEST(Advice, HasWordsOfEveryKind) {
  for (int kind = 0; kind <= static_cast<int>(Advice::read_lesson); ++kind) {
    EXPECT_FALSE(in_words("x", Advice{static_cast<Advice::Kind>(kind), "p00"}).ends_with("; "));
  }
}

}  // namespace advice_test
}  // namespace hippuzzle
