// Outcomes: their exit codes, their names, and which one of several is reported.
#include "support/outcome.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace hippuzzle {
namespace outcome_test {

constexpr Outcome all[] = {Outcome::passed,      Outcome::wrong_answer, Outcome::usage,
                           Outcome::load_failed, Outcome::findings,     Outcome::timed_out,
                           Outcome::crashed,     Outcome::not_checked,  Outcome::not_built,
                           Outcome::not_started, Outcome::unsupported,  Outcome::not_submitted};

TEST(Outcome, ExitCodesAreThoseOfTheDocumentation) {
  EXPECT_EQ(exit_code(Outcome::passed), 0);
  EXPECT_EQ(exit_code(Outcome::wrong_answer), 1);
  EXPECT_EQ(exit_code(Outcome::usage), 2);
  EXPECT_EQ(exit_code(Outcome::load_failed), 3);
  EXPECT_EQ(exit_code(Outcome::findings), 4);
  EXPECT_EQ(exit_code(Outcome::timed_out), 5);
  EXPECT_EQ(exit_code(Outcome::crashed), 6);
  EXPECT_EQ(exit_code(Outcome::not_checked), 7);
  EXPECT_EQ(exit_code(Outcome::not_started), 8);
  EXPECT_EQ(exit_code(Outcome::not_built), 8);
  EXPECT_EQ(exit_code(Outcome::not_submitted), 8);
  EXPECT_EQ(exit_code(Outcome::unsupported), 77);
}

TEST(Outcome, KeysAreDistinctSingleWords) {
  std::set<std::string> keys;
  for (Outcome outcome : all) {
    keys.insert(to_key(outcome));
    EXPECT_EQ(to_key(outcome).find_first_of(" \t\n"), std::string::npos) << to_key(outcome);
  }
  EXPECT_EQ(keys.size(), std::size(all));
  EXPECT_EQ(to_key(Outcome::wrong_answer), "wrong-answer");
  EXPECT_EQ(to_string(Outcome::wrong_answer), "wrong answer");
  EXPECT_EQ(to_key(Outcome::not_started), "not-started");
}

TEST(Outcome, IsFoundByItsKeyAndItsExitCode) {
  for (const Outcome outcome : all) {
    EXPECT_EQ(outcome_of_key(to_key(outcome)), outcome);
    const auto of_code = outcome_of_exit_code(exit_code(outcome));
    ASSERT_TRUE(of_code.has_value());
    EXPECT_EQ(exit_code(*of_code), exit_code(outcome));
  }
  EXPECT_EQ(outcome_of_key("unknown"), std::nullopt);
  EXPECT_EQ(outcome_of_exit_code(42), std::nullopt);
}

TEST(Worst, EveryPairFollowsTheDocumentedOrder) {
  // 6 5 3 2 1 4 7 8 0, and unsupported only when nothing else happened.
  const std::vector<Outcome> worst_first = {
      Outcome::crashed,      Outcome::timed_out, Outcome::load_failed, Outcome::usage,
      Outcome::wrong_answer, Outcome::findings,  Outcome::not_checked, Outcome::not_submitted,
      Outcome::not_started,  Outcome::not_built, Outcome::passed,      Outcome::unsupported};
  for (size_t i = 0; i < worst_first.size(); ++i) {
    for (size_t j = i; j < worst_first.size(); ++j) {
      EXPECT_EQ(worst(std::vector{worst_first[i], worst_first[j]}), worst_first[i]);
      EXPECT_EQ(worst(std::vector{worst_first[j], worst_first[i]}), worst_first[i]);
    }
  }
}

TEST(Worst, OfNothingIsPassed) { EXPECT_EQ(worst({}), Outcome::passed); }

TEST(Worst, SkippedOnesCountOnlyWhenAllWereSkipped) {
  using enum Outcome;
  EXPECT_EQ(worst(std::vector{unsupported, unsupported}), unsupported);
  EXPECT_EQ(worst(std::vector{unsupported, passed, unsupported}), passed);
  EXPECT_EQ(worst(std::vector{unsupported, passed, wrong_answer}), wrong_answer);
}

TEST(Error, CarriesItsOutcomeAndSentence) {
  const Error error(Outcome::usage, "there is no puzzle 'p61'; did you mean 'p16'?");
  EXPECT_EQ(error.outcome(), Outcome::usage);
  EXPECT_STREQ(error.what(), "there is no puzzle 'p61'; did you mean 'p16'?");
}

}  // namespace outcome_test
}  // namespace hippuzzle
