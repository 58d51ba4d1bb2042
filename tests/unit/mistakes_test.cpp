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

// Right answers, and bank conflicts that the variant does not allow.
VariantResult conflicting_result(uint64_t conflicts) {
  VariantResult result = wrong_result({right_case("the example")});
  result.outcome = Outcome::findings;
  Finding claim;
  claim.kind = FindingKind::claim;
  LimitPart part;
  part.limit.what = Counted::bank_conflicts;
  part.counted = conflicts;
  claim.part = part;
  result.findings = {claim};
  return result;
}

Finding race_on(const std::string& array, Access first, Access second) {
  Finding race;
  race.kind = FindingKind::race;
  race.array = array;
  race.part = RacePart{};
  race.sides.resize(2);
  race.sides[0].access = first;
  race.sides[1].access = second;
  return race;
}

TEST(KnownMistakes, RecognisesTheSameFindingsBesideRightAnswers) {
  KnownMistakes mistakes;
  mistakes.record("The tile has a row more.", conflicting_result(8308));
  mistakes.record("Rows of 34 words.", conflicting_result(1024));
  const testing::TemporaryDirectory folder;
  mistakes.save(folder.path() / "p16.json");
  const KnownMistakes read(folder.path() / "p16.json");
  EXPECT_EQ(read.recognise(conflicting_result(8308)), Sentences{"The tile has a row more."});
  EXPECT_TRUE(read.recognise(conflicting_result(8309)).empty());
  EXPECT_TRUE(recorded().recognise(conflicting_result(8308)).empty());
}

TEST(KnownMistakes, NamesAMistakeOnceThatWasCheckedTwice) {
  KnownMistakes mistakes;
  for (const uint64_t conflicts : {8308, 512})
    mistakes.record("The tile has a row more.", conflicting_result(conflicts));
  EXPECT_EQ(mistakes.recognise(conflicting_result(512)), Sentences{"The tile has a row more."});
}

TEST(KnownMistakes, TellsRacesApartByArrayAndAccesses) {
  const auto racing = [](const Finding& race) {
    VariantResult result = conflicting_result(0);
    result.findings = {race};
    return result;
  };
  KnownMistakes mistakes;
  mistakes.record("The barrier is missing.",
                  racing(race_on("shared", Access::read, Access::write)));
  // Which of the two comes first is an accident.
  EXPECT_FALSE(mistakes.recognise(racing(race_on("shared", Access::write, Access::read))).empty());
  EXPECT_TRUE(mistakes.recognise(racing(race_on("shared", Access::write, Access::write))).empty());
  EXPECT_TRUE(mistakes.recognise(racing(race_on("output", Access::read, Access::write))).empty());
}

TEST(KnownMistakes, IgnoresFindingsThatASourceAllows) {
  KnownMistakes mistakes;
  mistakes.record("The tile has a row more.", conflicting_result(8308));
  VariantResult allowed = conflicting_result(8308);
  allowed.findings[0].suppressed = "because";
  EXPECT_TRUE(mistakes.recognise(allowed).empty());
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
