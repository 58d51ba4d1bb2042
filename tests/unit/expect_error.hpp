// Checks that a call is refused: with which outcome, and in words that say all that they should.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "support/outcome.hpp"

namespace hippuzzle::testing {

// `call` throws an Error of that outcome and with that advice, whose one sentence, a single line,
// has all of the words.
template <class Call>
void expect_error(Call call, Outcome outcome, const std::vector<std::string>& words,
                  const std::optional<Advice>& advice = std::nullopt) {
  try {
    call();
  } catch (const Error& error) {
    const std::string sentence = error.what();
    EXPECT_EQ(error.outcome(), outcome) << sentence;
    for (const std::string& word : words) {
      EXPECT_NE(sentence.find(word), std::string::npos) << "'" << word << "' in: " << sentence;
    }
    EXPECT_TRUE(error.advice() == advice) << sentence;
    EXPECT_EQ(sentence.find('\n'), std::string::npos) << sentence;
    return;
  }
  ADD_FAILURE() << "was not refused";
}

}  // namespace hippuzzle::testing
