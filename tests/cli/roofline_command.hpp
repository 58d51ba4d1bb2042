// `hippuzzle roofline` with a cache of its own for ceilings.
#pragma once

#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "tests/support/hippuzzle_command.hpp"
#include "tests/support/json.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hippuzzle::testing {

class Roofline : public ::testing::Test {
 protected:
  CommandResult roofline(std::vector<std::string> arguments,
                         std::map<std::string, std::string> environment = {}) const {
    arguments.insert(arguments.begin(), "roofline");
    environment.try_emplace("XDG_CACHE_HOME", folder_.path().string());
    return hippuzzle(arguments, environment);
  }

  nlohmann::json json(std::vector<std::string> arguments) const {
    arguments.push_back("--json");
    const CommandResult r = roofline(arguments);
    EXPECT_EQ(r.code, 0) << r.err;
    return parse_json(r.out);
  }

  // Ceilings of the platform's first device as if they had been measured, which takes a GPU half a
  // minute.
  void remember_ceilings(const std::string& platform, double dram = 4000, double fp32 = 6e4) const {
    const auto devices = parse_json(hippuzzle({"devices", "--json"}).out);
    for (const auto& p : devices["platforms"]) {
      if (p["platform"] != platform) continue;
      const auto& d = p["devices"].at(0);
      std::string name = platform;
      for (const char* part : {"name", "architecture", "driver"}) {
        name += " " + d[part].get<std::string>();
      }
      for (char& c : name) {
        if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '.') c = '-';
      }
      const auto folder = folder_.path() / "hippuzzle/ceilings";
      std::filesystem::create_directories(folder);
      std::ofstream(folder / (name + ".json"))
          << nlohmann::json{{"version", 2},
                            {"device", d["name"]},
                            {"source", "this test"},
                            {"ceilings",
                             {{"dram", {dram, 0.999 * dram, 1.001 * dram}},
                              {"fp32", {fp32, 0.95 * fp32, 1.05 * fp32}}}},
                            {"missing", nlohmann::json::object()}};
    }
  }

  static bool has_gnuplot() { return std::system("command -v gnuplot >/dev/null 2>&1") == 0; }

  TemporaryDirectory folder_;
};

}  // namespace hippuzzle::testing
