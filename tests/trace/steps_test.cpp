// `hippuzzle trace --steps`: each sentence is held to the trace that it tells, for every puzzle.
#include <fmt/format.h>

#include <regex>
#include <set>
#include <tuple>

#include "tests/trace/traced.hpp"

namespace hippuzzle::testing {
namespace steps_test {

using Cell = std::tuple<std::string, std::string, std::string>;  // array, index, value

std::string value_text(const json& value, const std::string& type) {
  if (value.is_null()) return "·";
  if (value.is_string()) return value.get<std::string>();
  if (type == "f32" || type == "bf16") return ::fmt::format("{}", value.get<float>());
  return ::fmt::format("{}", value.get<double>());
}

std::string index_text(uint64_t flat, const json& shape) {
  std::string text;
  for (size_t i = shape.size(); i-- > 0;) {
    const uint64_t extent = shape[i];
    text = std::to_string(flat % extent) + (text.empty() ? "" : ", ") + text;
    flat /= extent;
  }
  return text;
}

// All values that an element of an array had when it was accessed.
std::set<Cell> accessed(const json& trace) {
  std::set<Cell> cells;
  for (const json& launch : trace["launches"]) {
    for (const json& phase : launch["phases"]) {
      for (const json& a : phase["accesses"]) {
        const json& array = launch["arrays"][a["array"].get<size_t>()];
        for (size_t i = 0; i < a["values"].size(); ++i) {
          const uint64_t element = a["element"].get<uint64_t>() + i;
          cells.emplace(array["name"], index_text(element, array["shape"]),
                        value_text(a["values"][i], array["type"]));
        }
      }
    }
  }
  return cells;
}

std::string one_line(const std::string& text) {
  return std::regex_replace(text, std::regex("\\s+"), " ");
}

// Expects each claim such as "`shared[3]` = 9" to be true, and returns the number of claims.
size_t expect_claims(const std::string& told, const std::set<Cell>& cells) {
  static const std::regex claim(
      R"re(`(\w+)\[([\d, ]+)\]` = (-?(?:[\d.]+(?:e[-+]\d+)?|nan|inf|·)))re");
  size_t claims = 0;
  for (std::sregex_iterator i(told.begin(), told.end(), claim), end; i != end; ++i, ++claims) {
    std::string value = (*i)[3];
    if (value.ends_with('.')) value.pop_back();  // the sentence's
    EXPECT_TRUE(cells.contains({(*i)[1], (*i)[2], value})) << (*i)[0];
  }
  return claims;
}

class EachPuzzlesSteps : public ::testing::TestWithParam<std::string> {};

TEST_P(EachPuzzlesSteps, SayWhatItsTraceHas) {
  if (!std::filesystem::exists(shipped() / "cpu" / (GetParam() + ".check.so")))
    GTEST_SKIP() << "kernels cannot be checked in this build";
  const json list = parse_json(hippuzzle({"list", GetParam(), "--json"}).out);
  json variants = list["puzzles"][0]["variants"];
  if (variants.empty()) variants.push_back("");
  for (const std::string variant : variants) {
    SCOPED_TRACE(variant);
    const auto run_with = [&](const char* option) {
      std::vector<std::string> words = {"trace", GetParam(), option};
      if (!variant.empty()) words.push_back("--" + variant);
      const CommandResult r = hippuzzle(words);
      EXPECT_EQ(r.code, 0) << r.err;
      return r.out;
    };
    const std::string document = run_with("--json");
    const json trace = parse_json(document.substr(document.find("{\"")));
    const std::string told = one_line(run_with("--steps"));
    EXPECT_GT(expect_claims(told, accessed(trace)), 0u) << told;
    // Each phase has its heading and its end, and numbers go on from one to the next.
    size_t phases = 0, step = 0, headings = 0;
    for (const json& launch : trace["launches"]) phases += launch["phases"].size();
    for (size_t at = 0; (at = told.find(" Phase ", at)) != told.npos; ++at) ++headings;
    EXPECT_EQ(headings, phases);
    static const std::regex number(R"( (\d+)\. (?:All |Line |The block |\d+ of ))");
    for (std::sregex_iterator i(told.begin(), told.end(), number), end; i != end; ++i) {
      ASSERT_EQ(std::stoul((*i)[1]), ++step) << told;
    }
    EXPECT_GE(step, phases);
  }
}

INSTANTIATE_TEST_SUITE_P(Shipped, EachPuzzlesSteps,
                         ::testing::Values("p01", "p02", "p03", "p04", "p05", "p06", "p07", "p08",
                                           "p09", "p10", "p11", "p12", "p13", "p14", "p15", "p16",
                                           "bank_conflicts", "fusion", "layouts", "roofline"),
                         [](const auto& tested) { return tested.param; });

class TraceSteps : public TracedPuzzle {};

TEST_F(TraceSteps, TellTheWalkThroughWithItsValues) {
  const std::string told = one_line(run_traced({"--tiled", "--steps"}).out);
  for (const char* sentence :
       {"`tiled_matmul`: block (0, 0, 0), one of 2 x 2, of 16 threads.", "Phase 5 of 5",
        "All 16 threads read 16 elements of `a`, from `a[0, 0]` to `a[3, 3]`, (1, 2, 3, …, 16) and "
        "write `a_shared[0, 0]` to `a_shared[3, 3]` (1, 2, 3, …, 16). Thread 8 at (0, 2): reads "
        "`a[2, 0]` = 9, writes `a_shared[2, 0]` = 9.",
        "`sum` of the threads: 30, 70, 110, …, 846.",
        "The block ends. It has written 16 elements of `output`, from `output[0, 0]` to "
        "`output[3, 3]`, (1404, 1740, 2076, …, 4572)."}) {
    EXPECT_NE(told.find(sentence), told.npos) << sentence << "\n" << told;
  }
}

TEST_F(TraceSteps, NameWhatRequestsCostTooMuch) {
  const std::string told = one_line(run_traced({"--conflicts", "--steps"}).out);
  EXPECT_NE(told.find("takes 32 wavefronts, as lanes meet at a bank, where 1 would do."), told.npos)
      << told;
  EXPECT_NE(told.find("takes 32 sectors, where 4 would do."), told.npos) << told;
}

}  // namespace steps_test
}  // namespace hippuzzle::testing
