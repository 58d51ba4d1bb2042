// `hippuzzle trace` from outside: kernels whose traces are known, the lesson's walk-through among
// them, and one sentence for each misuse.
#include <filesystem>

#include "tests/support/json.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/trace/traced.hpp"

namespace hippuzzle::testing {
namespace trace_test {

using Numbers = std::vector<double>;

class Trace : public TracedPuzzle {};

// Each thread's value of the variable in phase `phase`, from 1 on; NaN where it has no value.
Numbers variable(const json& launch, size_t phase, const std::string& name) {
  return numbers(launch["phases"][phase - 1]["variables"][index_of(launch["variables"], name)]);
}

Numbers shared(const json& launch, size_t phase, const std::string& name) {
  return numbers(launch["phases"][phase - 1]["shared"][index_of(launch["arrays"], name)]);
}

// The values that a phase has written to an array, by element.
std::map<size_t, double> written(const json& launch, size_t phase, const std::string& name) {
  std::map<size_t, double> result;
  for (const json& a : launch["phases"][phase - 1]["accesses"]) {
    if (a["access"] == "read" || a["array"] != index_of(launch["arrays"], name)) continue;
    for (size_t i = 0; i < a["values"].size(); ++i)
      result[a["element"].get<size_t>() + i] = a["values"][i];
  }
  return result;
}

// Requests of a phase that do this with this array.
std::vector<json> requests(const json& launch, size_t phase, const std::string& access,
                           const std::string& name) {
  std::vector<json> result;
  for (const json& r : launch["phases"][phase - 1]["requests"]) {
    if (r["access"] == access && r["arrays"][0] == index_of(launch["arrays"], name))
      result.push_back(r);
  }
  return result;
}

Numbers range(double first, size_t count, double step = 1) {
  Numbers all;
  for (size_t i = 0; i < count; ++i) all.push_back(first + static_cast<double>(i) * step);
  return all;
}

TEST_F(Trace, FollowsTheLessonsWalkThrough) {
  const json launch = trace({"--tiled"})["launches"][0];
  EXPECT_EQ(launch["kernel"], "tiled_matmul");
  EXPECT_EQ(launch["grid"], (json{2, 2, 1}));
  EXPECT_EQ(launch["threads"], (json{4, 4, 1}));
  ASSERT_EQ(launch["phases"].size(), 5u);  // load, multiply, load, multiply, write

  EXPECT_EQ(shared(launch, 1, "a_shared"), range(1, 16));
  EXPECT_EQ(shared(launch, 1, "b_shared"),
            (Numbers{1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15, 4, 8, 12, 16}));
  EXPECT_EQ(variable(launch, 1, "sum"), Numbers(16, 0));
  EXPECT_EQ(variable(launch, 2, "sum"), (Numbers{30, 70, 110, 150, 70, 174, 278, 382,  //
                                                 110, 278, 446, 614, 150, 382, 614, 846}));
  EXPECT_EQ(shared(launch, 3, "a_shared"), range(17, 16));
  EXPECT_EQ(shared(launch, 3, "b_shared"),
            (Numbers{17, 21, 25, 29, 18, 22, 26, 30, 19, 23, 27, 31, 20, 24, 28, 32}));
  const Numbers after = {1404, 1740, 2076, 2412, 1740, 2204, 2668, 3132,
                         2076, 2668, 3260, 3852, 2412, 3132, 3852, 4572};
  EXPECT_EQ(variable(launch, 4, "sum"), after);
  EXPECT_EQ(variable(launch, 5, "sum"), after);
  std::map<size_t, double> block;
  for (size_t i = 0; i < 16; ++i) block[i / 4 * 8 + i % 4] = after[i];
  EXPECT_EQ(written(launch, 5, "output"), block);
}

TEST_F(Trace, FollowsTheWalkThroughInThePuzzleThatTeachesIt) {
  const json p16 = trace_of({"p16", "--tiled", "--case", "8x8"});
  EXPECT_EQ(p16["case"], "8x8");
  const json launch = p16["launches"][0];
  EXPECT_EQ(launch["threads"], (json{4, 4, 1}));
  EXPECT_EQ(shared(launch, 1, "a_shared"), range(1, 16));
  EXPECT_EQ(variable(launch, 2, "sum"), (Numbers{30, 70, 110, 150, 70, 174, 278, 382,  //
                                                 110, 278, 446, 614, 150, 382, 614, 846}));
  EXPECT_EQ(variable(launch, 4, "sum"), (Numbers{1404, 1740, 2076, 2412, 1740, 2204, 2668, 3132,
                                                 2076, 2668, 3260, 3852, 2412, 3132, 3852, 4572}));
  const CommandResult none = hippuzzle({"trace", "p16", "--tiled", "--case", "7x7"});
  EXPECT_EQ(none.code, 2);
  const CommandResult zero = hippuzzle({"trace", "p16", "--tiled", "--case", "0"});
  EXPECT_EQ(zero.code, 2) << "no part of 10: " << zero.out;
  EXPECT_NE(none.err.find("; 15: 8x8"), std::string::npos) << none.err;
}

TEST_F(Trace, ShowsTheTableOfP16sLesson) {
  const json launch = trace_of({"p16", "--tiled"})["launches"][0];
  ASSERT_EQ(launch["phases"].size(), 7u);
  EXPECT_EQ(variable(launch, 2, "sum")[0], 90);
  EXPECT_EQ(variable(launch, 4, "sum")[0], 990);
  EXPECT_EQ(variable(launch, 6, "sum")[0], 3672);
}

TEST_F(Trace, ShowsTheBlockAndTheCaseThatItIsAskedFor) {
  const json other = trace({"--tiled", "--block", "1,0"});
  EXPECT_EQ(other["launches"][0]["block"], (json{1, 0, 0}));
  EXPECT_EQ(variable(other["launches"][0], 4, "sum")[0], 4092);
  EXPECT_EQ(trace({"--tiled", "--case", "2"})["case"], "the example, output poisoned beforehand");
  EXPECT_EQ(trace({"--tiled", "--case", "random"})["case"], "random 8 x 8 in 2 x 2 blocks");
}

TEST_F(Trace, ShowsSeveralBlocksInTheOrderInWhichTheyAreAskedFor) {
  const json both = trace({"--tiled", "--block", "1,0", "--block", "0,0", "--block", "1"});
  ASSERT_EQ(both["launches"].size(), 2u);  // the same block once
  EXPECT_EQ(both["launches"][0]["block"], (json{1, 0, 0}));
  EXPECT_EQ(both["launches"][1]["block"], (json{0, 0, 0}));
  EXPECT_EQ(variable(both["launches"][0], 4, "sum")[0], 4092);
  EXPECT_EQ(variable(both["launches"][1], 4, "sum")[0], 1404);
  const CommandResult text = run_traced({"--tiled", "--block", "1,0", "--block", "0,1"});
  EXPECT_EQ(text.code, 0) << text.err;
  const size_t first = text.out.find("block (1, 0, 0) of"),
               second = text.out.find("block (0, 1, 0)");
  EXPECT_LT(first, second);
  EXPECT_NE(second, std::string::npos) << text.out;
  const CommandResult outside = run_traced({"--tiled", "--block", "0", "--block", "9"});
  EXPECT_EQ(outside.code, 2);
  EXPECT_NE(outside.err.find("block (9, 0, 0) is outside the grid"), std::string::npos);
}

TEST_F(Trace, TellsWhatEachThreadReadAndWroteInItsOrder) {
  const json launch = trace({"--tiled"})["launches"][0];
  std::vector<std::string> actions;
  for (const json& a : launch["phases"][0]["accesses"]) {
    if (a["thread"] != 6) continue;  // (2, 1)
    const json& array = launch["arrays"][a["array"].get<size_t>()];
    actions.push_back(fmt(a["access"]) + " " + fmt(array["name"]) + " " + a["element"].dump() +
                      " " + a["values"].dump());
    const json& place = launch["places"][a["place"].get<size_t>()];
    EXPECT_TRUE(fmt(place["file"]).ends_with("p16_matmul/solution.hip"));
    EXPECT_GT(place["line"], 0);
    EXPECT_NE(fmt(place["source"]).find(fmt(array["name"])), std::string::npos);
  }
  EXPECT_EQ(actions, (std::vector<std::string>{"read a 10 [7]", "write a_shared 6 [7]",
                                               "read b 10 [10]", "write b_shared 6 [10]"}));
}

// 70 threads: rounds 0, 1, 2, 0, 1, 2 …, and the threads from 66 on leave early.
void expect_diverging(const json& launch, unsigned lanes) {
  EXPECT_EQ(launch["warp_lanes"], lanes);
  std::vector<std::vector<uint32_t>> expected;
  for (uint32_t first = 0; first < 66; first += lanes) {
    for (uint32_t round = 0; round < 2; ++round) {
      std::vector<uint32_t> taking;
      for (uint32_t t = first; t < std::min(first + lanes, 66u); ++t)
        if (t % 3 > round) taking.push_back(t);
      if (!taking.empty()) expected.push_back(taking);
    }
  }
  std::vector<std::vector<uint32_t>> found;
  for (const json& r : requests(launch, 1, "read", "a")) found.push_back(r["threads"]);
  std::ranges::sort(found);
  std::ranges::sort(expected);
  EXPECT_EQ(found, expected);
  const Numbers sum = variable(launch, 1, "sum");
  EXPECT_EQ(sum[0], 0);
  EXPECT_EQ(sum[4], 4);
  EXPECT_EQ(sum[65], 65 + 135);
  EXPECT_TRUE(std::isnan(sum[66]));  // it left before it had one
}

TEST_F(Trace, GroupsLanesByTheRoundOfALoop) {
  expect_diverging(trace({"--diverging"})["launches"][0], 32);
  expect_diverging(trace({"--diverging"}, {{"HIP_CPU_WARP_SIZE", "64"}})["launches"][0], 64);
}

TEST_F(Trace, NumbersThreadsOfABlockXFastest) {
  const json launch = trace({"--cube"})["launches"][0];
  EXPECT_EQ(launch["threads"], (json{2, 3, 4}));
  EXPECT_EQ(launch["dynamic_shared_bytes"], 64);
  EXPECT_EQ(variable(launch, 1, "i"), range(0, 24));
  const json& array = launch["arrays"][index_of(launch["arrays"], "turned")];
  EXPECT_EQ(array["space"], "shared");
  EXPECT_EQ(array["type"], "f32");
  EXPECT_EQ(array["shape"], (json{16}));
  EXPECT_EQ(shared(launch, 1, "turned"), range(0, 16));
  std::map<size_t, double> turned;
  for (size_t i = 0; i < 16; ++i) turned[i] = 15 - static_cast<double>(i);
  EXPECT_EQ(written(launch, 2, "output"), turned);
}

TEST_F(Trace, ShowsEachLaunchThatHasTheBlock) {
  const json both = trace({"--launches", "--block", "0"})["launches"];
  ASSERT_EQ(both.size(), 2u);
  EXPECT_EQ(both[0]["kernel"], "first_of_two");
  EXPECT_EQ(written(both[1], 1, "output"),
            (std::map<size_t, double>{{0, 1}, {1, 2}, {2, 3}, {3, 4}}));
  const json later = trace({"--launches", "--block", "2"})["launches"];
  EXPECT_EQ(later[0]["has_block"], true);
  EXPECT_EQ(later[1]["has_block"], false);
  EXPECT_TRUE(later[1]["phases"].empty());
  const json one = trace({"--launches", "--only-kernel", "second_of_two"})["launches"];
  ASSERT_EQ(one.size(), 1u);
  EXPECT_EQ(one[0]["kernel"], "second_of_two");
}

TEST_F(Trace, CountsSectorsAndWavefronts) {
  const json launch = trace({"--conflicts"})["launches"][0];
  const auto reads = requests(launch, 1, "read", "a");
  ASSERT_EQ(reads.size(), 1u);
  EXPECT_EQ(reads[0]["sectors"], 32);
  EXPECT_EQ(reads[0]["least"], 4);
  EXPECT_EQ(reads[0]["elements"], json(range(0, 32, 8)));
  const auto writes = requests(launch, 1, "write", "tile");
  ASSERT_EQ(writes.size(), 1u);
  EXPECT_EQ(writes[0]["wavefronts"], 32);
  EXPECT_EQ(writes[0]["least"], 1);
  EXPECT_EQ(writes[0]["threads"].size(), 32u);
}

TEST_F(Trace, KnowsNumbersOfAllKinds) {
  const json launch = trace({"--values"})["launches"][0];
  const auto type = [&](const char* of, const char* name) {
    return fmt(launch[of][index_of(launch[of], name)]["type"]);
  };
  EXPECT_EQ(type("arrays", "counter"), "i32");
  EXPECT_EQ(type("arrays", "bytes"), "u8");
  EXPECT_EQ(type("arrays", "quads"), "f32");
  EXPECT_EQ(shared(launch, 1, "bytes"), range(200, 4));
  EXPECT_EQ(shared(launch, 1, "quads"), range(0, 16));
  EXPECT_EQ(shared(launch, 2, "counter"), (Numbers{16}));
  EXPECT_EQ(type("variables", "half"), "f64");
  EXPECT_EQ(variable(launch, 1, "half"), (Numbers{0, 0.5, 1, 1.5}));
  EXPECT_EQ(variable(launch, 1, "is_odd"), (Numbers{0, 1, 0, 1}));
  EXPECT_EQ(variable(launch, 1, "kept"), (Numbers{0, 0, 1, -1, 2, -2, 3, -3}));
  const Numbers never = variable(launch, 3, "never");
  EXPECT_TRUE(std::isnan(never[0]));
  EXPECT_EQ(never[1], 7);
  EXPECT_TRUE(std::isnan(never[2]));
  EXPECT_EQ(never[3], 8);
  for (const json& a : launch["phases"][1]["accesses"]) {
    if (a["access"] != "atomic") continue;
    EXPECT_EQ(a["values"][0].get<int>() - a["before"][0].get<int>(), a["thread"]);
  }
}

TEST_F(Trace, SaysWhoWaitsWhere) {
  const CommandResult r = run_traced({"--uneven-barrier", "--json"});
  const json launch = parse_json(r.out)["launches"][0];
  ASSERT_EQ(launch["phases"].size(), 2u);
  std::vector<std::string> states;
  for (const json& t : launch["phases"][0]["threads"]) states.push_back(t["state"]);
  EXPECT_EQ(states, (std::vector<std::string>{"barrier", "barrier", "left", "left"}));
  EXPECT_NE(r.err.find("barrier-divergence: 2 of 4 threads wait"), std::string::npos) << r.err;
}

TEST_F(Trace, ShowsPhasesInTheTerminal) {
  const CommandResult r = run_traced({"--tiled"});
  EXPECT_EQ(r.code, 0);
  EXPECT_EQ(r.err, "");
  for (const char* part :
       {"traced --tiled, the example [reference]\n",
        "tiled_matmul: block (0, 0, 0) of 2 x 2 x 1, threads (x, y) of 4 x 4 x 1 in 1 warp\n",
        "phase 1 of 5, until the barrier at solution.hip:",
        "phase 5 of 5, until the kernel's end\n",
        "(2, 1)  reads a[1, 2] = 7; writes a_shared[1, 2] = 7; reads b[1, 2] = 10;\n",
        "sum of each thread", "   30   70  110  150\n", "  1404  1740  2076  2412"}) {
    EXPECT_NE(r.out.find(part), std::string::npos) << part << "\nis not in\n" << r.out;
  }
  const CommandResult one = run_traced({"--tiled", "--thread", "2,1"});
  EXPECT_NE(one.out.find("(2, 1)  reads"), std::string::npos);
  EXPECT_EQ(one.out.find("(1, 1)  reads"), std::string::npos);
}

// 1024 threads of a tile make more accesses than a trace holds.
TEST_F(Trace, RecordsAWarpOfABlockThatDoesTooMuch) {
  const json first = trace_of({"gemm", "--tiled"})["launches"][0];
  EXPECT_EQ(first["recorded"], (json{{"first", 0}, {"count", 32}}));
  EXPECT_EQ(first["cut"], false);
  ASSERT_EQ(first["phases"].size(), 3u);
  for (const json& phase : first["phases"])
    for (const json& access : phase["accesses"]) EXPECT_LT(access["thread"], 32);
  EXPECT_FALSE(first["phases"][0]["accesses"].empty());
  EXPECT_EQ(shared(first, 1, "a_shared").size(), 1024u);
  EXPECT_FALSE(std::isnan(shared(first, 1, "a_shared")[1023])) << "others ran too";

  const json other = trace_of({"gemm", "--tiled", "--thread", "5,1"})["launches"][0];
  EXPECT_EQ(other["recorded"], (json{{"first", 32}, {"count", 32}}));
  const CommandResult text = hippuzzle({"trace", "gemm", "--tiled"});
  EXPECT_NE(text.out.find("\n  recorded: 32 threads, (0, 0) to (31, 0); --thread names one of "
                          "others\n"),
            std::string::npos)
      << text.out.substr(0, 400);
}

// A warp of it does too much still.
TEST_F(Trace, RecordsAThreadWhereAWarpDoesTooMuch) {
  const json launch = trace({"--large", "--thread", "3"})["launches"][0];
  EXPECT_EQ(launch["recorded"], (json{{"first", 3}, {"count", 1}}));
  ASSERT_EQ(launch["phases"].size(), 1u);
  EXPECT_EQ(launch["phases"][0]["accesses"].back()["access"], "write");
  for (const json& access : launch["phases"][0]["accesses"]) EXPECT_EQ(access["thread"], 3);
}

// The other 27,889 blocks would take a minute of computing.
TEST_F(Trace, OfASizeRunsTheBlockAlone) {
  const CommandResult r =
      hippuzzle({"trace", "p16", "--tiled", "--size", "1000", "--timeout", "20"});
  EXPECT_EQ(r.code, 0) << r.err;
}

TEST_F(Trace, OfASizeThatMemoryDoesNotHoldIsRefused) {
  const CommandResult r = hippuzzle({"trace", "p16", "--tiled", "--size", "100000"});
  EXPECT_EQ(r.code, 77);
  EXPECT_NE(r.err.find("inputs and outputs of this size take 1.08 TB of memory"), r.err.npos)
      << r.err;
}

TEST_F(Trace, OfASizeRunsTheOtherBlocksWhereALaterLaunchNeedsThem) {
  const json launches = trace_of({"p14", "--complete", "--size", "20", "--block", "1"})["launches"];
  const Numbers a = numbers(launches[0]["arrays"][index_of(launches[0]["arrays"], "a")]["inputs"]);
  double sum = 0;
  std::map<size_t, double> sums;
  for (size_t i = 0; i < 15; ++i) {
    sum += a[i];
    if (i >= 8) sums[i] = sum;  // the last of a block is there before the last launch
  }
  const json& last = launches[launches.size() - 1];
  std::map<size_t, double> found;
  for (size_t phase = 1; phase <= last["phases"].size(); ++phase)
    found.merge(written(last, phase, "output"));
  EXPECT_EQ(found, sums);
}

TEST_F(Trace, ShowsABlockOfAnySize) {
  const json trace = trace_of({"p16", "--naive", "--size", "29", "--block", "9,9"});
  const json& launch = trace["launches"][0];
  EXPECT_EQ(launch["grid"], (json{10, 10, 1}));
  ASSERT_EQ(launch["phases"].size(), 1u);
  EXPECT_EQ(written(launch, 1, "output").size(), 4u) << "2 x 2 elements are left for it";
  const json all = trace_of({"p16", "--naive", "--size", "29"})["launches"][0];
  EXPECT_EQ(written(all, 1, "output").size(), 9u);
}

TEST_F(Trace, HasOneSentenceForEachMisuse) {
  const auto expect = [](const std::vector<std::string>& arguments, int code,
                         const std::string& part) {
    const CommandResult r = run_traced(arguments);
    EXPECT_EQ(r.code, code) << r.err;
    EXPECT_EQ(r.out, "");
    EXPECT_NE(r.err.find(part), std::string::npos) << r.err;
    EXPECT_EQ(lines(r.err).size(), 1u) << r.err;
  };
  expect({"--tiled", "--block", "0,2"}, 2,
         "block (0, 2, 0) is outside the grid: 'tiled_matmul' has 2 x 2 x 1 blocks");
  expect({"--tiled", "--block", "0,-1"}, 2, "expected x, x,y or x,y,z");
  expect({"--tiled", "--block", "1,2,3,4"}, 2, "expected x, x,y or x,y,z");
  expect({"--tiled", "--thread", "4,0"}, 2,
         "thread (4, 0, 0) is outside the block: 'tiled_matmul' has 4 x 4 x 1 threads a block");
  expect({}, 2, "a trace shows one variant of traced; choose one of --tiled, --diverging");
  expect({"--tiled", "--cube"}, 2, "a trace shows one variant of traced");
  expect({"--tiled", "--case", "9"}, 2, "traced --tiled has no case '9'; choose one of");
  expect({"--tiled", "--case", "exam"}, 2, "traced --tiled has more than one case 'exam'");
  expect({"--launches", "--only-kernel", "third"}, 2,
         "no kernel 'third' was launched; choose one of first_of_two, second_of_two");
  expect({"--tiled", "--backend", "nvidia"}, 77, "recorded on the CPU platform, not on 'nvidia'");
  expect({"--endless"}, 4, "there is no trace of a kernel that does not end: thread (0, 0, 0)");
  expect({"--tiled", "--html", "/nowhere/page.html"}, 2, "cannot write '/nowhere/page.html'");
}

TEST_F(Trace, NeedsAModuleThatWasCompiledToBeChecked) {
  const TemporaryDirectory root;
  const auto judge = build_tree() / "tests/trace/traced/judge/traced.so";
  std::filesystem::create_directory(root.path() / "judge");
  std::filesystem::copy(judge, root.path() / "judge");
  const CommandResult r =
      hippuzzle({"trace", "traced", "--tiled", "--plugin-path", root.path().string()});
  EXPECT_EQ(r.code, 77);
  EXPECT_EQ(r.out, "");
  EXPECT_NE(r.err.find("there is no cpu/traced.check.so in"), std::string::npos) << r.err;
}

std::vector<unsigned> lanes_from(unsigned first, unsigned count) {
  std::vector<unsigned> all(count);
  for (unsigned i = 0; i < count; ++i) all[i] = first + i;
  return all;
}

// In the step by `delta` a lane reads the one above, and its own value where there is none.
TEST_F(Trace, ShowsFromWhichLaneEachLaneReads) {
  for (const unsigned width : {32u, 64u}) {
    const json launch =
        trace_of({"p24", "--kernel", "--case", width == 64 ? "3" : "1"})["launches"][0];
    ASSERT_EQ(launch["warp_lanes"], width);
    const json all = launch["phases"][0]["warp_operations"];
    ASSERT_EQ(all.size(), width == 64 ? 6u : 5u);
    unsigned delta = width / 2;
    for (const json& operation : all) {
      EXPECT_EQ(operation["operation"], "shuffle");
      EXPECT_EQ(operation["warp"], 0);
      EXPECT_EQ(operation["lanes"], json(lanes_from(0, width)));
      std::vector<unsigned> sources = lanes_from(delta, width - delta);
      for (unsigned lane = width - delta; lane < width; ++lane) sources.push_back(lane);
      EXPECT_EQ(operation["from"], json(sources)) << delta;
      EXPECT_NE(launch["places"][operation["place"].get<size_t>()]["line"], 0);
      delta /= 2;
    }
  }
}

TEST_F(Trace, ShowsTheVotesOfLanes) {
  const json launch = trace_of({"p26", "--partition-ballot"})["launches"][0];
  const json all = launch["phases"][0]["warp_operations"];
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0]["operation"], "vote");
  const std::vector<double> elements = {3, 7, 1, 8, 2, 9, 4, 6, 0, 10, 3, 11, 1, 12, 4, 13};
  for (size_t lane = 0; lane < 32; ++lane)
    EXPECT_EQ(all[0]["votes"][lane], elements[lane % 16] < 5 ? 1 : 0) << lane;
}

TEST_F(Trace, DrawsLanesAsArrowsInText) {
  const auto shows = [](const std::vector<std::string>& arguments, const std::string& line) {
    std::vector<std::string> words = {"trace"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    const CommandResult r = hippuzzle(words);
    EXPECT_NE(r.out.find(line), std::string::npos) << r.out << r.err;
  };
  shows({"p24", "--kernel"}, " lanes 0 to 15 ← 16 to 31, lanes 16 to 31 ← themselves\n");
  shows({"p26", "--pair-swap"}, " lanes 0 to 31 ↔ lane ^ 1\n");
  shows({"p25", "--broadcast-basic"}, " lanes 0 to 31 ← lane 3\n");
  shows({"p26", "--partition-ballot"}, " votes 10101010 10101010 10101010 10101010\n");
}

}  // namespace trace_test
}  // namespace hippuzzle::testing
