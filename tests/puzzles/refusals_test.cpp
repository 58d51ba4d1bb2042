// Every wrong kernel is refused, in the way that its puzzle's table states (refusals.hpp).
#include <fstream>
#include <set>

#include "tests/puzzles/refusals.hpp"

namespace hippuzzle::testing {
namespace refusals_test {

// The variants that line 2 of a wrong kernel, "// variants: naive, tiled", names; none when there
// is no such line.
std::set<std::string> mistaken_variants(const std::string& id, const std::string& kernel) {
  std::ifstream in(puzzle_folders().at(id) / "wrong" / (kernel + ".hip"));
  std::string line;
  std::getline(in, line);
  std::getline(in, line);
  std::set<std::string> variants;
  static const std::string start = "// variants:";
  if (!line.starts_with(start)) return variants;
  std::istringstream names(line.substr(start.size()));
  for (std::string name; std::getline(names, name, ',');) variants.insert(trimmed(name));
  return variants;
}

std::string first_failing_case(const nlohmann::json& variant) {
  for (const auto& c : variant["cases"]) {
    if (!c["passed"]) return c["name"];
  }
  return "none";
}

bool crossed_a_guard_zone(const nlohmann::json& variant) {
  for (const auto& c : variant["cases"]) {
    for (const std::string fault : c["faults"]) {
      if (fault.find("the kernel wrote ") == 0) return true;
    }
  }
  return false;
}

// The variant's result equals the table's; "" in the table: it is right.
void expect_refused(const nlohmann::json& variant, const std::string& what) {
  SCOPED_TRACE("variant '" + variant["variant"].get<std::string>() +
               "': " + variant["reason"].get<std::string>());
  const std::string outcome = variant["outcome"];
  if (what.empty() || what == "passes-fast-mode" || what == "right") {
    EXPECT_EQ(outcome, "passed");
  } else if (what == "flaky") {
    EXPECT_TRUE(outcome == "passed" || outcome == "wrong-answer") << outcome;
  } else if (what == "crashed" || what == "timed-out") {
    EXPECT_EQ(outcome, what);
  } else if (outcome == "crashed") {
    const std::string reason = variant["reason"];
    EXPECT_NE(reason.find("in the case '" + what + "'"), reason.npos);
  } else {
    EXPECT_EQ(outcome, "wrong-answer");
    if (what == "guard zone") {
      EXPECT_TRUE(crossed_a_guard_zone(variant));
    } else {
      EXPECT_EQ(first_failing_case(variant), what);
    }
  }
}

struct WrongKernel {
  std::string id, name;
};

std::ostream& operator<<(std::ostream& out, const WrongKernel& k) {
  return out << k.id << " " << k.name;
}

std::vector<WrongKernel> all_wrong_kernels() {
  std::vector<WrongKernel> all;
  for (const auto& [id, folder] : puzzle_folders()) {
    for (const std::string& name : wrong_kernels(id)) all.push_back({id, name});
    if (has_planted_stub(id)) all.push_back({id, "stub"});
  }
  return all;
}

class EveryWrongKernel : public ::testing::TestWithParam<WrongKernel> {
 protected:
  // The table's entries for this kernel, by variant.
  std::map<std::string, std::string> refusals(const std::string& platform) const {
    std::map<std::string, std::string> by_variant;
    for (const Refusal& r : table_of(GetParam().id)) {
      if (r.kernel == GetParam().name && r.platform == platform) by_variant[r.variant] = r.what;
    }
    return by_variant;
  }

  // The entries for GPUs, except where AMD's behave otherwise.
  std::map<std::string, std::string> refusals_on_amd() const {
    auto by_variant = refusals("amd");
    by_variant.merge(refusals("gpu"));
    return by_variant;
  }

  std::filesystem::path root() const {
    const std::string& name = GetParam().name;
    return test_modules(name == "stub" ? name : "wrong/" + name);
  }

  // All variants.
  JsonReport report(const std::string& platform) const {
    std::vector<std::string> words = all_variants_of(GetParam().id);
    for (const std::string& word : {std::string("--backend"), platform, std::string("--json"),
                                    std::string("--plugin-path"), root().string()}) {
      words.push_back(word);
    }
    return JsonReport(hippuzzle(words));
  }

  // The wrong variants alone, since an emulated GPU is slow; the others are as in the solution.
  JsonReport emulated(const std::string& target,
                      const std::map<std::string, std::string>& expected) const {
    std::vector<std::string> words = {
        GetParam().id,   "--backend",          "amd", "--json", "--plugin-path",
        root().string(), "--emulate=" + target};
    for (const auto& [variant, what] : expected) {
      if (!variant.empty()) words.push_back("--" + variant);
    }
    return JsonReport(hippuzzle(words));
  }

  // Checks the wrong variants; the others are as in the solution.
  JsonReport checked(const std::vector<std::string>& words = {}) const {
    std::vector<std::string> arguments = {"check", GetParam().id, "--json", "--plugin-path",
                                          root().string()};
    arguments.insert(arguments.end(), words.begin(), words.end());
    for (const auto& [variant, what] : refusals("cpu")) {
      if (!variant.empty()) arguments.push_back("--" + variant);
    }
    return JsonReport(hippuzzle(arguments));
  }

  // "race shared, uninitialised output", by variant.
  static std::map<std::string, std::string> findings(const JsonReport& report) {
    std::map<std::string, std::string> found;
    for (const auto& variant : report.variants) {
      if (!variant.contains("findings")) continue;  // the device lacks a capability
      std::set<std::string> all;
      for (const auto& f : variant["findings"]) {
        const std::string array = f["array"];
        all.insert(f["rule"].get<std::string>() + " " + (array.empty() ? "-" : array));
      }
      for (const std::string& finding : all) {
        std::string& text = found[variant["variant"]];
        text += (text.empty() ? "" : ", ") + finding;
      }
    }
    return found;
  }

  void expect_the_findings_of_its_table() const {
    if (!std::filesystem::exists(root() / "cpu" / (GetParam().id + ".check.so")))
      GTEST_SKIP() << "kernels cannot be checked in this build";
    const JsonReport report = checked();
    EXPECT_EQ(findings(report), refusals("check"));
    expect_the_advice_of_its_table(report);
  }

  // Each finding's advice is in advice.table, and each row of this kernel occurs.
  void expect_the_advice_of_its_table(const JsonReport& report) const {
    const auto& [id, name] = GetParam();
    std::map<std::string, std::string> of_rules;
    std::multimap<std::string, std::string> own;  // a kernel may break several claims
    for (const AdviceRow& row : advice_table()) {
      if (row.puzzle == "*") of_rules[row.finding] = row.advice;
      if (row.puzzle == id && row.kernel == name) own.insert({row.finding, row.advice});
    }
    std::set<std::pair<std::string, std::string>> met;
    for (const auto& variant : report.variants) {
      for (const auto& f : variant["findings"]) {
        const std::string rule = f["rule"], array = f["array"], why = f["why"];
        const std::string finding = rule + " " + (array.empty() ? "-" : array);
        SCOPED_TRACE(finding + ": " + why);
        const auto is_given = [&](const auto& row) { return why.find(row.second) != why.npos; };
        const auto [first, last] = own.equal_range(finding);
        if (first == last) {
          const auto of_rule = of_rules.find(rule);
          ASSERT_NE(of_rule, of_rules.end()) << "advice.table has no row";
          EXPECT_TRUE(is_given(*of_rule)) << "expected: " << of_rule->second;
          continue;
        }
        const auto row = std::find_if(first, last, is_given);
        ASSERT_NE(row, last) << "no row of advice.table has this advice";
        met.insert(*row);
      }
    }
    for (const auto& row : own)
      EXPECT_TRUE(met.contains(row)) << "not found: " << row.first << " | " << row.second;
  }

  // The compiler gives no line to barriers that it merges, and to the loop that stands for an
  // atomic addition of floats on GPUs without one.
  bool has_instructions_without_lines() const {
    static const std::set<std::string> kernels = {"p21 zeroed_by_block_0", "p22 plain_add",
                                                  "p31 barrier_in_the_guard"};
    return kernels.contains(GetParam().id + " " + GetParam().name);
  }

  // Its threads wait for ever, which an emulated GPU does until its time limit.
  bool never_ends() const {
    return std::ranges::any_of(refusals("check"), [](const auto& row) {
      return row.second.find("runaway") != std::string::npos;
    });
  }

  // The emulated GPUs for which it was compiled.
  std::vector<std::string> amd_targets() const {
    if (never_ends()) return {};
    if (!std::filesystem::exists(root() / "amd" / (GetParam().id + ".so"))) return {};
    return emulated_targets();
  }
};

TEST_P(EveryWrongKernel, IsRefusedOnTheCpuByWhatItsTableSays) {
  auto expected = refusals("cpu");
  for (const auto& variant : report("cpu").variants) {
    const std::string name = variant["variant"];
    expect_refused(variant, expected.contains(name) ? expected[name] : "");
    expected.erase(name);
  }
  EXPECT_TRUE(expected.empty()) << "the puzzle has no variant '" << expected.begin()->first << "'";
}

using KernelRefusedByARun = EveryWrongKernel;
TEST_P(KernelRefusedByARun, GivesTheFindingsThatItsTableNames) {
  expect_the_findings_of_its_table();
}

// Only the check refuses these, at least in one variant.
using KernelThatPasses = EveryWrongKernel;
TEST_P(KernelThatPasses, IsRefusedByTheFindingsThatItsTableNames) {
  expect_the_findings_of_its_table();
}

TEST_P(EveryWrongKernel, GivesTheFindingsThatItsTableNamesOnEmulatedGpusOfAmd) {
  const std::vector<std::string> targets = amd_targets();
  if (targets.empty()) GTEST_SKIP() << "no GPU of AMD's is emulated in this build";
  for (const std::string& target : targets) {
    SCOPED_TRACE(target);
    const JsonReport report = checked({"--emulate=" + target});
    auto expected = refusals("amd-check " + target);
    expected.merge(refusals("amd-check"));
    EXPECT_EQ(findings(report), expected);
    if (has_instructions_without_lines()) continue;
    // Lines belong to the kernel's source, and instructions are shown.
    for (const auto& variant : report.variants) {
      if (!variant.contains("findings")) continue;
      for (const auto& finding : variant["findings"]) {
        for (const auto& side : finding["sides"]) {
          EXPECT_GT(side["line"], 0) << finding;
          const std::string file = side["file"];
          EXPECT_TRUE(file.ends_with(".hip")) << finding;
          EXPECT_NE(side["instruction"], "") << finding;
        }
      }
    }
  }
}

TEST_P(EveryWrongKernel, IsRefusedOnAGpuByWhatItsTableSays) {
  if (refusals("gpu").empty()) GTEST_SKIP() << "the table says nothing about GPUs";
  bool ran = false;
  std::string why;
  for (const char* platform : {"nvidia", "amd"}) {
    const std::string not_here = why_not(platform, root(), GetParam().id);
    why += not_here.empty() ? "" : (why.empty() ? "" : "; ") + not_here;
    if (!not_here.empty()) continue;
    ran = true;
    const auto expected = platform == std::string("amd") ? refusals_on_amd() : refusals("gpu");
    for (const auto& variant : report(platform).variants) {
      const auto found = expected.find(variant["variant"]);
      if (found != expected.end()) expect_refused(variant, found->second);
    }
  }
  if (!ran) GTEST_SKIP() << why;
}

TEST_P(EveryWrongKernel, IsRefusedOnEmulatedGpusOfAmdByWhatItsTableSays) {
  const auto expected = refusals_on_amd();
  if (expected.empty()) GTEST_SKIP() << "the table says nothing about GPUs";
  const std::vector<std::string> targets = amd_targets();
  if (targets.empty()) GTEST_SKIP() << "no GPU of AMD's is emulated in this build";
  for (const std::string& target : targets) {
    SCOPED_TRACE(target);
    const JsonReport report = emulated(target, expected);
    EXPECT_EQ(report.variants.size(), expected.size());
    for (const auto& variant : report.variants)
      expect_refused(variant, expected.at(variant["variant"]));
  }
}

class EveryPlantedStub : public EveryWrongKernel {};

// A learner who changes nothing has solved only the variants that need no repair: the run refuses
// each other one, or else the check.
TEST_P(EveryPlantedStub, IsRefusedInEveryVariant) {
  auto by_run = refusals("cpu"), by_check = refusals("check");
  for (const auto& variant : report("cpu").variants) {
    const std::string name = variant["variant"];
    EXPECT_TRUE(by_run.contains(name)) << name;
    EXPECT_TRUE(by_run[name] != "passes-fast-mode" || by_check.contains(name)) << name;
    EXPECT_FALSE(by_run[name] == "right" && by_check.contains(name)) << name;
  }
  const auto is_right = [](const auto& row) { return row.second == "right"; };
  EXPECT_FALSE(std::ranges::all_of(by_run, is_right)) << "nothing is to be repaired";
}

// The wrong kernels that a run lets pass in a variant, or all others.
std::vector<WrongKernel> wrong_kernels_that_pass(bool passing) {
  std::vector<WrongKernel> all = all_wrong_kernels();
  std::erase_if(all, [&](const WrongKernel& kernel) {
    return passing != std::ranges::any_of(table_of(kernel.id), [&](const Refusal& r) {
             return r.kernel == kernel.name && r.platform == "cpu" && r.what == "passes-fast-mode";
           });
  });
  return all;
}

std::vector<WrongKernel> all_planted_stubs() {
  std::vector<WrongKernel> all = all_wrong_kernels();
  std::erase_if(all, [](const WrongKernel& kernel) { return kernel.name != "stub"; });
  return all;
}

std::string name_of(const ::testing::TestParamInfo<WrongKernel>& info) {
  return camel_case(info.param.id + " " + info.param.name);
}

INSTANTIATE_TEST_SUITE_P(Puzzles, EveryPlantedStub, ::testing::ValuesIn(all_planted_stubs()),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Puzzles, KernelThatPasses,
                         ::testing::ValuesIn(wrong_kernels_that_pass(true)), name_of);
INSTANTIATE_TEST_SUITE_P(Puzzles, KernelRefusedByARun,
                         ::testing::ValuesIn(wrong_kernels_that_pass(false)), name_of);
INSTANTIATE_TEST_SUITE_P(Puzzles, EveryWrongKernel, ::testing::ValuesIn(all_wrong_kernels()),
                         name_of);

TEST(Refusals, EveryWrongKernelSaysInItsFirstLineWhatIsWrongAndHasItsLinesInTheTable) {
  for (const auto& [id, name] : all_wrong_kernels()) {
    if (name == "stub") continue;
    SCOPED_TRACE(id + " " + name);
    std::ifstream in(puzzle_folders().at(id) / "wrong" / (name + ".hip"));
    std::string first;
    std::getline(in, first);
    EXPECT_TRUE(first.starts_with("// ") && first.ends_with(".")) << first;

    std::set<std::string> in_table;
    for (const Refusal& r : table_of(id)) {
      if (r.kernel == name && r.platform == "cpu") in_table.insert(r.variant);
    }
    EXPECT_FALSE(in_table.empty()) << name << " is not in tests/puzzles/" << id << ".refusals";
    const auto in_file = mistaken_variants(id, name);
    if (in_file.empty()) continue;  // the puzzle's only variant
    EXPECT_EQ(in_table, in_file);
  }
}

TEST(Refusals, TablesNameOnlyWhatThereIs) {
  for (const auto& file :
       std::filesystem::directory_iterator(source_tree() / "tests" / "puzzles")) {
    if (file.path().extension() != ".refusals") continue;
    const std::string id = file.path().stem().string();
    ASSERT_TRUE(puzzle_folders().contains(id)) << file.path();
    const auto kernels = wrong_kernels(id);
    std::set<std::string> seen;
    for (const Refusal& r : table_of(id)) {
      SCOPED_TRACE(id + ": " + r.kernel + " | " + r.platform + " | " + r.variant);
      EXPECT_TRUE(std::ranges::binary_search(kernels, r.kernel) ||
                  (r.kernel == "stub" && has_planted_stub(id)))
          << "there is no such kernel";
      EXPECT_TRUE(r.platform == "cpu" || r.platform == "gpu" || r.platform == "amd" ||
                  r.platform == "check" || r.platform.starts_with("amd-check"));
      EXPECT_FALSE(r.what.empty());
      EXPECT_TRUE(seen.insert(r.kernel + "|" + r.platform + "|" + r.variant).second) << "repeated";
    }
  }
}

TEST(Refusals, TheTableOfAdviceNamesOnlyWhatThereIs) {
  std::set<std::string> seen;
  for (const AdviceRow& row : advice_table()) {
    SCOPED_TRACE(row.puzzle + " | " + row.kernel + " | " + row.finding);
    EXPECT_FALSE(row.advice.empty());
    EXPECT_TRUE(
        seen.insert(row.puzzle + "|" + row.kernel + "|" + row.finding + "|" + row.advice).second)
        << "repeated";
    if (row.puzzle == "*") continue;
    ASSERT_TRUE(puzzle_folders().contains(row.puzzle));
    EXPECT_TRUE(std::ranges::any_of(table_of(row.puzzle), [&](const Refusal& r) {
      return r.kernel == row.kernel && r.platform == "check" &&
             r.what.find(row.finding) != r.what.npos;
    })) << "no table of refusals has this finding";
  }
}

TEST(Refusals, EveryPuzzleHasAtLeastThreeWrongKernels) {
  for (const auto& [id, folder] : puzzle_folders()) {
    EXPECT_GE(wrong_kernels(id).size(), id == "p16" ? 5u : 3u) << id;
  }
}

}  // namespace refusals_test
}  // namespace hippuzzle::testing
