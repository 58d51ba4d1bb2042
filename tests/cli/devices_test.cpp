// `hippuzzle devices`.
#include "tests/support/hippuzzle_command.hpp"

namespace hippuzzle::testing {
namespace devices_test {

using nlohmann::json;

TEST(Devices, NamesEveryPlatformAndWhyOneIsNotUsable) {
  const CommandResult r = hippuzzle({"devices", "--json"});
  EXPECT_EQ(r.code, 0);
  const json devices = parse_json(r.out);
  EXPECT_EQ(devices["kind"], "devices");
  EXPECT_EQ(lines(r.out).size(), 1u);
  std::vector<std::string> names;
  for (const json& platform : devices["platforms"]) {
    names.push_back(platform["platform"]);
    EXPECT_EQ(platform["devices"].empty(), platform["why_unusable"] != "") << platform;
    if (platform["platform"] == "cpu") {
      ASSERT_EQ(platform["devices"].size(), 1u);
      EXPECT_NE(platform["devices"][0]["name"], "");
      EXPECT_NE(platform["toolkit"], "");
    }
  }
  std::ranges::sort(names);
  EXPECT_EQ(names, (std::vector<std::string>{"amd", "cpu", "nvidia"}));

  const CommandResult text = hippuzzle({"devices"});
  EXPECT_EQ(text.code, 0);
  for (const std::string& name : names) EXPECT_NE(text.out.find(name), std::string::npos);
}

}  // namespace devices_test
}  // namespace hippuzzle::testing
