// A recorded mistake is recognised by its results, and nothing else is.
#include "engine/judge/known_mistakes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "tests/support/temporary_directory.hpp"

namespace hippuzzle {
namespace mistakes_test {

CaseResult wrong_case(const std::string& name, std::vector<double> output) {
  CaseResult result;
  result.name = name;
  result.output = std::move(output);
  return result;
}

CaseResult right_case(const std::string& name) {
  CaseResult result;
  result.name = name;
  result.passed = true;
  return result;
}

VariantResult wrong_result(std::vector<CaseResult> cases, uint64_t seed = recorded_seed) {
  VariantResult result;
  result.variant = "tiled";
  result.outcome = Outcome::wrong_answer;
  result.seed = seed;
  result.cases = std::move(cases);
  return result;
}

const VariantResult transposed =
    wrong_result({wrong_case("the example", {1, 3, 2, 4}), right_case("random 1 x 1 in one block"),
                  wrong_case("random 2 x 2 in one block", {0.1, std::nan(""), 1.0 / 3, 5})});

KnownMistakes recorded() {
  KnownMistakes mistakes;
  mistakes.record("Rows and columns are swapped.", transposed);
  return mistakes;
}

using Sentences = std::vector<std::string>;

TEST(KnownMistakes, RecognisesTheSameOutputs) {
  EXPECT_EQ(recorded().recognise(transposed), Sentences{"Rows and columns are swapped."});
}

TEST(KnownMistakes, NamesAllThatShowTheSame) {
  KnownMistakes mistakes = recorded();
  mistakes.record("The result is transposed.", transposed);
  EXPECT_EQ(mistakes.recognise(transposed),
            (Sentences{"Rows and columns are swapped.", "The result is transposed."}));
}

TEST(KnownMistakes, RecognisesAfterSavingAndReading) {
  const testing::TemporaryDirectory folder;
  recorded().save(folder.path() / "p16.json");
  EXPECT_EQ(KnownMistakes(folder.path() / "p16.json").recognise(transposed),
            Sentences{"Rows and columns are swapped."});
}

TEST(KnownMistakes, AllowsForRoundingOfAnotherPlatform) {
  VariantResult rounded = transposed;
  rounded.cases[2].output[2] *= 1 + 1e-6;
  EXPECT_FALSE(recorded().recognise(rounded).empty());
}

TEST(KnownMistakes, DoesNotRecogniseAnotherOutput) {
  VariantResult other = transposed;
  other.cases[0].output[1] = 3.5;
  EXPECT_TRUE(recorded().recognise(other).empty());
}

TEST(KnownMistakes, DoesNotRecogniseAnotherVariant) {
  VariantResult other = transposed;
  other.variant = "naive";
  EXPECT_TRUE(recorded().recognise(other).empty());
}

TEST(KnownMistakes, DoesNotRecogniseACrossedGuardZone) {
  VariantResult other = transposed;
  other.cases[0].faults = {"the kernel wrote 1 element past the end"};
  EXPECT_TRUE(recorded().recognise(other).empty());
}

TEST(KnownMistakes, ComparesOnlyTheExamplesUnderAnotherSeed) {
  VariantResult other = transposed;
  other.seed = recorded_seed + 1;
  other.cases[2].output = {9, 9, 9, 9};
  EXPECT_FALSE(recorded().recognise(other).empty());
}

TEST(KnownMistakes, RefusesAFileThatHoldsNone) {
  const testing::TemporaryDirectory folder;
  std::ofstream(folder.path() / "p16.json") << "{\"mistakes\": [{";
  EXPECT_THROW(KnownMistakes(folder.path() / "p16.json"), Error);
}

TEST(KnownMistakes, TakesTheSentenceFromTheFirstLine) {
  const testing::TemporaryDirectory folder;
  std::ofstream(folder.path() / "good.hip") << "// The guard is missing.\n// variants: naive\n";
  std::ofstream(folder.path() / "bad.hip") << "#include \"solution.hip\"\n";
  EXPECT_EQ(mistake_sentence(folder.path() / "good.hip"), "The guard is missing.");
  EXPECT_THROW(mistake_sentence(folder.path() / "bad.hip"), Error);
}

}  // namespace mistakes_test
}  // namespace hippuzzle
