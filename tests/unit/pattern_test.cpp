// Regular expressions, as reports of tools and comments of kernels are searched by them.
#include "support/text/pattern.hpp"

#include <gtest/gtest.h>

namespace hippuzzle {
namespace pattern_test {

using Groups = std::vector<std::string>;

TEST(Pattern, FindsTheFirstPlaceAndItsGroups) {
  const Pattern version("Version ([0-9]+)\\.([0-9]+)");
  EXPECT_EQ(version.find_in("tool\nVersion 12.4 of Version 13.0"),
            (Groups{"Version 12.4", "12", "4"}));
}

TEST(Pattern, AGroupThatTookNoPartIsEmpty) {
  const Pattern reason("allow ([a-z]+)(: (.+))?");
  EXPECT_EQ(reason.find_in("allow race"), (Groups{"allow race", "race", "", ""}));
  EXPECT_EQ(reason.find_in("allow race: why"), (Groups{"allow race: why", "race", ": why", "why"}));
}

TEST(Pattern, WhereNothingMatchesNothingIsFound) {
  EXPECT_TRUE(Pattern("a+b").find_in("ac").empty());
}

TEST(Pattern, AnExpressionThatIsNoneIsTheProgrammersFault) {
  EXPECT_THROW(Pattern("(a"), std::logic_error);
}

}  // namespace pattern_test
}  // namespace hippuzzle
