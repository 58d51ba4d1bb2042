// Simulated devices from outside: the option, the puzzles for several devices, and the links.

#include <algorithm>

#include "tests/support/hippuzzle_command.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hippuzzle::testing {
namespace several_devices_test {

using Environment = std::map<std::string, std::string>;

TEST(SeveralDevices, ArePassedOverByNoPuzzleWithoutThem) {
  for (const char* count : {"1", "2", "3", "16"}) {
    for (const char* puzzle : {"halo", "ring_all_reduce"}) {
      const CommandResult r = hippuzzle({"--cpu-devices", count, puzzle, "--backend", "cpu"});
      EXPECT_EQ(r.code, 0) << puzzle << " on " << count << r.out << r.err;
    }
  }
}

// Rows and columns of its cases are divisible by none of these but 1.
TEST(SeveralDevices, ShareAProductWhateverTheirNumber) {
  for (const char* count : {"1", "2", "3", "4"}) {
    const CommandResult r = hippuzzle(
        {"--cpu-devices", count, "gemm", "--sharded-fp32", "--sharded-bf16", "--backend", "cpu"});
    EXPECT_EQ(r.code, 0) << count << r.out << r.err;
  }
  // Copies need no peer access.
  EXPECT_EQ(hippuzzle({"gemm", "--sharded-fp32", "--backend", "cpu"},
                      Environment{{"HIPPUZZLE_CPU_PEERS", "0"}})
                .code,
            0);
}

TEST(SeveralDevices, ScalingIsOverOneDevice) {
  const CommandResult r =
      hippuzzle({"bench", "gemm", "--variant", "sharded-fp32", "--devices", "0,1,2", "--scaling",
                 "--size", "96", "--backend", "cpu", "--budget", "0.1", "--json"});
  ASSERT_EQ(r.code, 0) << r.out << r.err;
  const auto scaling = parse_json(r.out);
  EXPECT_EQ(scaling["simulated"], true);
  const auto points = scaling["variants"][0]["points"];
  ASSERT_EQ(points.size(), 3u);
  for (size_t i = 0; i < points.size(); ++i) {
    EXPECT_EQ(points[i]["devices"], i + 1);
    EXPECT_NEAR(points[i]["speed_up"].get<double>(),
                points[0]["milliseconds"].get<double>() / points[i]["milliseconds"].get<double>(),
                1e-9);
  }
  const CommandResult table =
      hippuzzle({"bench", "gemm", "--variant", "sharded-fp32", "--devices", "0,1", "--size", "64",
                 "--backend", "cpu", "--budget", "0.1", "--plot", "-"});
  EXPECT_EQ(table.code, 0) << table.err;
  for (const char* words : {"over one", "1.00x", "share this machine's processors", "ideal"})
    EXPECT_NE(table.out.find(words), table.out.npos) << words << " in " << table.out;
}

// Divided by rows, a device computes 64 x 128 sums of 128 products and receives half of B.
TEST(SeveralDevices, AProductStandsUnderRoofsThatWereMeasured) {
  const CommandResult r =
      hippuzzle({"roofline", "gemm", "--variant", "sharded-fp32", "--devices", "0,1", "--size",
                 "128", "--backend", "cpu", "--budget", "0.1", "--json"});
  ASSERT_EQ(r.code, 0) << r.out << r.err;
  const auto divided = parse_json(r.out);
  EXPECT_EQ(divided["count"], 2);
  bool has_ring = false;
  for (const auto& division : divided["divisions"]) {
    if (division["link"] != "ring" || division["rows"] != 2) continue;
    has_ring = true;
    EXPECT_EQ(division["flops"], 64.0 * 128 * 255);
    EXPECT_EQ(division["received"], 128.0 * 128 * 4 / 2);
    EXPECT_NEAR(division["intensity"].get<double>(), 63.75, 1e-9);
    const double rate = division["link_rate"];
    EXPECT_NEAR(division["link_roof"].get<double>(), 2 * rate * 63.75, 1e-6 * rate);
  }
  EXPECT_TRUE(has_ring) << r.out;
  ASSERT_EQ(divided["measured"].size(), 1u);
  EXPECT_EQ(divided["measured"][0]["name"], "sharded-fp32");
  EXPECT_GT(divided["measured"][0]["speed_up"], 0);
}

TEST(SeveralDevices, ListsThatAreNoneAreRefused) {
  for (const char* list : {"0,0", "", "0,x", "0,1,"}) {
    const CommandResult r =
        hippuzzle({"bench", "gemm", "--variant", "sharded-fp32", "--devices", list});
    EXPECT_EQ(r.code, 2) << list;
  }
  EXPECT_EQ(hippuzzle({"bench", "gemm", "--scaling"}).code, 2);
  const CommandResult alone =
      hippuzzle({"bench", "gemm", "--variant", "tiled", "--devices", "0,1", "--backend", "cpu"});
  EXPECT_EQ(alone.code, 2);
  EXPECT_NE(alone.err.find("uses several devices"), alone.err.npos) << alone.err;
}

TEST(SeveralDevices, AShardThatDoesNotFitIsSaid) {
  const CommandResult r =
      hippuzzle({"bench", "gemm", "--variant", "sharded-fp32", "--backend", "cpu", "--size", "256"},
                Environment{{"HIPPUZZLE_CPU_DEVICE_MIB", "1"}});
  EXPECT_EQ(r.code, 77) << "no room is no crash";
  EXPECT_NE((r.out + r.err).find("hipErrorOutOfMemory"), std::string::npos) << r.out << r.err;
}

TEST(SeveralDevices, TheirNumberIsOneToSixteen) {
  for (const char* wrong : {"0", "17", "two"}) {
    const CommandResult r = hippuzzle({"--cpu-devices", wrong, "halo"});
    EXPECT_EQ(r.code, 2) << wrong;
    EXPECT_NE(r.err.find("expected a number of devices from 1 to 16"), r.err.npos) << r.err;
  }
}

TEST(CpuVariables, ThatCannotBeObeyedAreRefused) {
  const std::map<std::string, std::vector<std::string>> wrong = {
      {"HIPPUZZLE_CPU_DEVICES", {"99", "0", "two", "4294967297"}},
      {"HIPPUZZLE_CPU_PEERS", {"2", "no"}},
      {"HIP_CPU_THREADS", {"0", "1025", "4x"}},
      {"HIP_CPU_WARP_SIZE", {"33", "-32", "128"}}};
  for (const auto& [name, values] : wrong) {
    for (const std::string& value : values) {
      const CommandResult r = hippuzzle({"p01", "--backend", "cpu"}, Environment{{name, value}});
      EXPECT_EQ(r.code, 2) << name << "=" << value;
      EXPECT_EQ(r.out, "") << name << "=" << value;
      EXPECT_EQ(lines(r.err).size(), 1u) << r.err;
      EXPECT_NE(r.err.find("the environment has " + name + "=" + value + "; give it "), r.err.npos)
          << r.err;
    }
    EXPECT_EQ(hippuzzle({"p01", "--backend", "cpu"}, Environment{{name, ""}}).code, 0) << name;
  }
}

TEST(SeveralDevices, AreListed) {
  const auto listed = parse_json(hippuzzle({"--cpu-devices=3", "devices", "--json"}).out);
  for (const auto& platform : listed["platforms"]) {
    if (platform["platform"] != "cpu") continue;
    EXPECT_EQ(platform["devices"].size(), 3u);
  }
}

TEST(SeveralDevices, WithoutPeerAccessARingIsUnsupported) {
  for (const std::vector<std::string>& words : {std::vector<std::string>{"run", "ring_all_reduce"},
                                                {"check", "ring_all_reduce"},
                                                {"bench", "ring_all_reduce", "--size", "4x8"}}) {
    const std::string& verb = words.front();
    std::vector<std::string> on_cpu = words;
    on_cpu.insert(on_cpu.end(), {"--backend", "cpu"});
    const CommandResult r = hippuzzle(on_cpu, Environment{{"HIPPUZZLE_CPU_PEERS", "0"}});
    EXPECT_EQ(r.code, 77) << verb;
    EXPECT_NE((r.out + r.err).find("devices that reach each other's memory"), std::string::npos)
        << verb << r.out << r.err;
  }
  const CommandResult alone =
      hippuzzle({"--cpu-devices", "1", "ring_all_reduce", "--backend", "cpu"},
                Environment{{"HIPPUZZLE_CPU_PEERS", "0"}});
  EXPECT_EQ(alone.code, 0) << alone.out << alone.err;
  // Copies need no access.
  EXPECT_EQ(hippuzzle({"halo", "--backend", "cpu"}, Environment{{"HIPPUZZLE_CPU_PEERS", "0"}}).code,
            0);
}

TEST(SeveralDevices, OneThatRunsOutOfMemorySaysSo) {
  const CommandResult r = hippuzzle({"bench", "halo", "--backend", "cpu", "--size", "1000000x2x1"},
                                    Environment{{"HIPPUZZLE_CPU_DEVICE_MIB", "8"}});
  EXPECT_NE(r.code, 0);
  EXPECT_NE((r.out + r.err).find("hipErrorOutOfMemory"), std::string::npos) << r.out << r.err;
}

TEST(Links, AreThoseOfEachPairAndTheHost) {
  const CommandResult r =
      hippuzzle({"--cpu-devices", "3", "roofline", "--links", "--backend", "cpu", "--json"});
  ASSERT_EQ(r.code, 0) << r.err;
  const auto links = parse_json(r.out);
  EXPECT_EQ(links["simulated"], true);
  EXPECT_EQ(links["devices"].size(), 3u);
  EXPECT_EQ(links["collectives"], "");
  EXPECT_NE(links["why_no_collectives"], "");
  std::map<std::string, int> latencies;
  for (const auto& link : links["links"]) {
    EXPECT_GT(link["gb_per_s"], 0);
    if (link["bytes"] == 12) ++latencies[link["what"]];  // a word a device
  }
  EXPECT_EQ(latencies, (std::map<std::string, int>{
                           {"between devices", 6}, {"ring", 1}, {"to device", 3}, {"to host", 3}}));
}

TEST(Links, AreATableForPeople) {
  const CommandResult r =
      hippuzzle({"--cpu-devices", "2", "roofline", "--links", "--backend", "cpu", "--plot", "-"});
  ASSERT_EQ(r.code, 0) << r.err;
  for (const char* words : {"2 simulated devices", "host to device 1", "device 1 to device 0",
                            "all at once, in a ring", "No collectives: the CPU platform has"})
    EXPECT_NE(r.out.find(words), r.out.npos) << words << " in " << r.out;
}

TEST(Links, OfOneDeviceAreThoseToTheHost) {
  const CommandResult r =
      hippuzzle({"--cpu-devices", "1", "roofline", "--links", "--backend", "cpu"});
  ASSERT_EQ(r.code, 0) << r.err;
  EXPECT_NE(r.out.find("no links between devices"), r.out.npos) << r.out;
}

TEST(Links, AreNoPuzzlesAndNoDataSheets) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"roofline", "gemm", "--links"},
        std::vector<std::string>{"roofline", "--links", "--device", "a100"}}) {
    const CommandResult r = hippuzzle(words);
    EXPECT_EQ(r.code, 2) << r.out;
    EXPECT_NE(r.err.find("--links measures devices"), r.err.npos) << r.err;
  }
}

TEST(SeveralDevices, SayWhatHasNoRoomOnThem) {
  const Environment small{{"HIPPUZZLE_CPU_DEVICE_MIB", "1"}, {"HIPPUZZLE_CPU_DEVICES", "2"}};
  const CommandResult links = hippuzzle({"roofline", "--links", "--backend", "cpu"}, small);
  EXPECT_EQ(links.code, 77) << links.out << links.err;
  EXPECT_NE(links.err.find("the devices lack the memory for copies of 16.8 MB"), links.err.npos)
      << links.err;
  for (const char* devices : {"0", "0,1"}) {
    const CommandResult product =
        hippuzzle({"bench", "gemm", "--variant", "sharded-fp32", "--devices", devices, "--size",
                   "512", "--backend", "cpu"},
                  small);
    EXPECT_EQ(product.code, 77) << product.out << product.err;
    for (const char* words : {"has too little memory for this size", "choose a smaller --size"})
      EXPECT_NE(product.out.find(words), product.out.npos) << words << " in " << product.out;
  }
}

}  // namespace several_devices_test
}  // namespace hippuzzle::testing
