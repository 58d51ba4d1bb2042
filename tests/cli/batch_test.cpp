// Batches: workers, selections, and the formats of results, each read by a program of its own.
#include <filesystem>
#include <fstream>

#include "tests/support/hippuzzle_command.hpp"
#include "tests/support/json.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/support/whole_file.hpp"

namespace hippuzzle::testing {
namespace batch_test {

using json = nlohmann::json;

class Formats : public ::testing::Test {
 protected:
  std::string file(const char* name) const { return (directory_.path() / name).string(); }

  // p16 with a kernel that writes nothing: one wrong answer, and a variant without a kernel.
  CommandResult run_into(std::vector<std::string> more) const {
    more.insert(more.begin(),
                {"run", "p16", "p01", "--variant", "", "--variant", "naive", "--variant", "tiled",
                 "--backend", "cpu", "--plugin-path", fixture("writes_nothing").string()});
    return hippuzzle(more);
  }

 private:
  TemporaryDirectory directory_;
};

TEST_F(Formats, SeveralAtOnceAndTheSameResultsInEach) {
  const CommandResult r = run_into({"--output", file("a.xml"), "--output", file("a.csv"),
                                    "--output", file("a.json"), "--output", file("a.jsonl")});
  EXPECT_EQ(r.code, 3) << r.err;
  EXPECT_NE(r.out.find("1 passed, 2 failed"), std::string::npos) << r.out;
  const json document = parse_json(contents(file("a.json")));
  ASSERT_EQ(document["results"].size(), 3u);
  EXPECT_EQ(document["summary"]["exit_code"], 3);
  EXPECT_EQ(lines(contents(file("a.csv"))).size(), 4u);
  const auto each = lines(contents(file("a.jsonl")));
  ASSERT_EQ(each.size(), 4u);
  EXPECT_EQ(parse_json(each[0])["puzzle"], document["results"][0]["puzzle"]);
  const std::string xml = contents(file("a.xml"));
  EXPECT_NE(xml.find("tests=\"3\" failures=\"1\" errors=\"1\" skipped=\"0\""), std::string::npos)
      << xml;
}

TEST_F(Formats, JUnitHoldsItsSchema) {
  if (!std::filesystem::exists("/usr/bin/xmllint")) GTEST_SKIP() << "xmllint is not installed";
  run_into({"--output", file("a.xml")});
  const CommandResult valid =
      run({"/usr/bin/xmllint", "--noout", "--schema",
           HIPPUZZLE_SOURCE_DIR "/tests/cli/xunit-plugin/junit-10.xsd", file("a.xml")});
  EXPECT_EQ(valid.code, 0) << valid.err << contents(file("a.xml"));
}

TEST_F(Formats, JsonHoldsItsSchema) {
  if (run({"/usr/bin/env", "python3", "-c", "import jsonschema"}).code != 0) {
    GTEST_SKIP() << "python3 has no jsonschema";
  }
  run_into({"--output", file("a.json")});
  const CommandResult valid =
      run({"/usr/bin/env", "python3", "-c",
           "import json, sys, jsonschema\n"
           "schema = json.load(open(sys.argv[1]))\n"
           "jsonschema.validate(json.load(open(sys.argv[2])), schema)\n",
           HIPPUZZLE_SOURCE_DIR "/docs/results.schema.json", file("a.json")});
  EXPECT_EQ(valid.code, 0) << valid.err;
}

TEST_F(Formats, OnStandardOutputOneOfThem) {
  EXPECT_TRUE(json::accept(run_into({"--format", "json"}).out));
  EXPECT_EQ(run_into({"--format", "csv"}).out.find("puzzle,variant,"), 0u);
  EXPECT_EQ(run_into({"--format", "junit"}).out.find("<?xml"), 0u);
  EXPECT_EQ(run_into({"--format", "junit,csv"}).code, 2);
  EXPECT_EQ(run_into({"--format", "yaml"}).code, 2);
  EXPECT_EQ(run_into({"--output", "/nonexistent/a.csv"}).code, 2);
}

TEST_F(Formats, ThatDoNotFitTheNameOfTheirFileAreSaid) {
  const CommandResult r = hippuzzle({"run", "p01", "--backend", "cpu", "--output", file("a.json"),
                                     "--format", "junit", "--output", file("b.xml")});
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_NE(r.err.find("a.json' gets junit"), std::string::npos) << r.err;
  EXPECT_EQ(r.err.find("b.xml"), std::string::npos) << r.err;
}

TEST_F(Formats, AKilledRunLeavesWhatItHad) {
  // p01 passes; then a kernel of p16 that never ends.
  const std::string script =
      "'" + binary().string() + "' run p01 p16 --variant '' --variant naive --backend cpu" +
      " --timeout 600 --plugin-path '" + fixture("kernel_never_ends").string() + "' --output '" +
      file("a.json") + "' --output '" + file("a.xml") + "' --output '" + file("a.csv") +
      "' >/dev/null 2>&1 & run=$!\n"
      "while ! grep -q '^p01,' '" +
      file("a.csv") +
      "' 2>/dev/null; do :; done\n"
      "kill -9 $run; wait $run 2>/dev/null; true";
  const CommandResult r = run({"/usr/bin/timeout", "60", "/bin/sh", "-c", script});
  EXPECT_EQ(r.code, 0) << r.err;
  const json document = parse_json(contents(file("a.json")));
  ASSERT_EQ(document["results"].size(), 1u);
  EXPECT_EQ(document["results"][0]["outcome"], "passed");
  EXPECT_FALSE(document.contains("summary")) << "nobody knows how it would have ended";
  const std::string xml = contents(file("a.xml"));
  EXPECT_NE(xml.find("tests=\"1\""), std::string::npos) << xml;
  EXPECT_NE(xml.find("</testsuites>\n"), std::string::npos) << xml;
}

// A file of that size is all that fits: writing fails in the middle of a result.
TEST_F(Formats, AFullDiskLeavesWholeResults) {
  for (const char* name : {"a.json", "a.jsonl", "a.xml", "a.csv"}) {
    const std::string script = "trap '' XFSZ; ulimit -f 20; exec '" + binary().string() +
                               "' run p01 --backend cpu --repeat 300 --output '" + file(name) + "'";
    const CommandResult r = run({"/bin/sh", "-c", script});
    EXPECT_EQ(r.code, 2) << name << r.err;
    EXPECT_NE(r.err.find(name), std::string::npos) << r.err;
    const std::string text = contents(file(name));
    EXPECT_GT(text.size(), 5'000u) << name;
    EXPECT_EQ(text.back(), '\n') << name;
  }
  EXPECT_GT(parse_json(contents(file("a.json")))["results"].size(), 1u);
  for (const std::string& line : lines(contents(file("a.jsonl"))))
    EXPECT_TRUE(json::accept(line)) << line;
  const std::string xml = contents(file("a.xml"));
  EXPECT_TRUE(xml.ends_with("</testsuites>\n")) << xml.substr(xml.size() - 200);
}

TEST(Batch, APuzzleThatIsNamedHasTheVariant) {
  const CommandResult r =
      hippuzzle({"run", "p01", "p12", "--variant", "raw", "--backend", "cpu", "--json"});
  EXPECT_EQ(r.code, 2) << r.out;
  EXPECT_NE(r.out.find("p01 has no variant 'raw'"), std::string::npos) << r.out << r.err;
  EXPECT_EQ(hippuzzle({"run", "p0[1]", "p12", "--variant", "raw", "--backend", "cpu"}).code, 0)
      << "a pattern may match others";
}

TEST(Jobs, GiveEachResultOnceWhateverTheirNumber) {
  const JsonReport one(hippuzzle({"run", "p16", "p01", "--backend", "cpu", "--json"}));
  const JsonReport three(
      hippuzzle({"run", "p16", "p01", "--backend", "cpu", "--json", "--jobs", "3"}));
  const auto names = [](const JsonReport& report) {
    std::vector<std::string> all;
    for (const auto& v : report.variants) {
      all.push_back(v["puzzle"].get<std::string>() + " " + v["variant"].get<std::string>());
    }
    std::ranges::sort(all);
    return all;
  };
  EXPECT_EQ(names(one), names(three));
  EXPECT_EQ(three.summary["counts"], (json{{"passed", one.variants.size()}}));
}

TEST(Jobs, AWorkerThatIsKilledCostsItsOwnResultAlone) {
  const TemporaryDirectory directory;
  const std::string csv = (directory.path() / "a.csv").string();
  const std::string script =
      "'" + binary().string() + "' run p01 p16 --variant '' --variant naive --backend cpu" +
      " --json --jobs 2 --timeout 600 --plugin-path '" + fixture("kernel_never_ends").string() +
      "' --output '" + csv +
      "' 2>/dev/null & run=$!\n"
      "while ! grep -q '^p01,' '" +
      csv +
      "' 2>/dev/null; do :; done\n"
      "while [ -z \"$killed\" ]; do\n"
      "  for worker in $(cat /proc/$run/task/$run/children); do\n"
      "    [ -n \"$(cat /proc/$worker/task/$worker/children)\" ] && kill -9 $worker && killed=yes\n"
      "  done\n"
      "done\n"
      "wait $run";
  const CommandResult r = run({"/usr/bin/timeout", "60", "/bin/bash", "-c", script});
  const JsonReport report(r);
  EXPECT_EQ(report.variants.size(), 2u) << r.out;
  EXPECT_EQ(report.summary["exit_code"], 6) << r.out;
  EXPECT_EQ(r.left_behind, std::vector<std::string>());
}

TEST(Selection, VariantsSuitesAndOrder) {
  const CommandResult plan =
      hippuzzle({"run", "p16", "--variant", "*tiled", "--backend", "cpu,amd", "--dry-run"});
  EXPECT_EQ(plan.code, 0) << plan.err;
  EXPECT_EQ(plan.out,
            "p16 --tiled on cpu\np16 --idiomatic-tiled on cpu\n"
            "p16 --tiled on amd\np16 --idiomatic-tiled on amd\n");
  EXPECT_EQ(hippuzzle({"run", "p16", "--variant", "nothing", "--dry-run"}).code, 2);
  for (const char* suite : {"smoke", "pages", "classic", "all"}) {
    const CommandResult r = hippuzzle({"run", "--suite", suite, "--dry-run", "--backend", "cpu"});
    EXPECT_EQ(r.code, 0) << suite << r.err;
    EXPECT_NE(r.out, "") << suite;
  }
  EXPECT_EQ(hippuzzle({"run", "--suite", "nothing"}).code, 2);
  const auto shuffled = [](const char* seed) {
    return hippuzzle({"run", "p*", "--backend", "cpu", "--shuffle", "--seed", seed, "--dry-run"})
        .out;
  };
  EXPECT_EQ(shuffled("3"), shuffled("3"));
  EXPECT_NE(shuffled("3"), shuffled("4"));
}

TEST(Selection, OnlyWhatFailedLastAndNothingAfterAFailure) {
  const TemporaryDirectory state;
  const std::map<std::string, std::string> environment = {
      {"XDG_STATE_HOME", state.path().string()}};
  const std::string wrong = fixture("writes_nothing").string();
  const CommandResult r = hippuzzle({"run", "p01", "p16", "--variant", "", "--variant", "naive",
                                     "--backend", "cpu", "--plugin-path", wrong},
                                    environment);
  EXPECT_EQ(r.code, 1) << r.out;
  EXPECT_NE(r.out.find("p16 --naive, wrong answer: hippuzzle --plugin-path " + wrong +
                       " p16 --naive --backend cpu\n"),
            std::string::npos)
      << r.out;
  const CommandResult again =
      hippuzzle({"run", "--last-failed", "--backend", "cpu", "--dry-run"}, environment);
  EXPECT_EQ(again.out, "p16 --naive on cpu\n") << again.err;
  const std::vector<std::string> hangs = {"--timeout", "0.3", "--plugin-path",
                                          fixture("kernel_never_ends").string()};
  const auto run_hanging = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), hangs.begin(), hangs.end());
    return hippuzzle(arguments, environment);
  };
  EXPECT_EQ(run_hanging({"run", "p16", "--variant", "naive", "--backend", "cpu"}).code, 5);
  const CommandResult on_any = run_hanging({"run", "--last-failed"});
  EXPECT_EQ(on_any.code, 5) << "recorded by platform, asked for by auto: " << on_any.out;
  EXPECT_EQ(hippuzzle({"run", "--last-failed"}, environment).code, 0);
  const CommandResult none = hippuzzle({"run", "--last-failed"}, environment);
  EXPECT_EQ(none.code, 0);
  EXPECT_NE(none.err.find("nothing failed in the last run"), std::string::npos) << none.err;
  // Failed where there was a GPU to time out on; did not compile, and is recorded by the puzzle.
  for (const char* place : {"p01 on nowhere\n", "p16 on nowhere\n"}) {
    std::ofstream(state.path() / "hippuzzle/last-failed") << place;
    EXPECT_EQ(hippuzzle({"run", "--last-failed"}, environment).code, 0);
    const CommandResult then = hippuzzle({"run", "--last-failed"}, environment);
    EXPECT_NE(then.err.find("nothing failed in the last run"), std::string::npos)
        << place << then.out;
  }
  const JsonReport first(
      hippuzzle({"run", "p16", "--backend", "cpu", "--plugin-path", wrong, "--fail-fast", "--json"},
                environment));
  EXPECT_EQ(first.variants.size(), 1u);
}

}  // namespace batch_test
}  // namespace hippuzzle::testing
