// A platform is one source in engine/platforms: no other host code spells its name, so none can
// compare it.
#include "tests/architecture/source_files.hpp"

namespace hippuzzle::testing {
namespace platforms_test {

const std::string home = "common/engine/platforms/";

// Whether the text is a platform's name, or lists them for a reader.
bool names_a_platform(const std::string& text) {
  return text == "cpu" || text == "nvidia" || text == "amd" ||
         text.find("nvidia or amd") != text.npos;
}

bool is_host_code(const std::string& file) {
  for (const char* folder : {"cli/", "common/engine/", "common/lessons/", "common/toolchain/",
                             "common/support/", "common/hip_cc/"}) {
    if (file.starts_with(folder)) return !file.starts_with(home);
  }
  return false;
}

TEST(Platforms, AreNamedInTheirOwnSourceAlone) {
  size_t read = 0;
  for (const std::string& file : source_files()) {
    if (!is_host_code(file)) continue;
    ++read;
    size_t number = 0;
    for (const std::string& line : lines_of(file)) {
      ++number;
      for (const std::string& literal : literals(line))
        EXPECT_FALSE(names_a_platform(literal)) << file << ":" << number << ": " << literal;
    }
  }
  EXPECT_GT(read, 300u);
}

TEST(Platforms, NameThemselves) {
  for (const std::string name : {"cpu", "nvidia", "amd"}) {
    size_t found = 0;
    for (const std::string& line : lines_of(home + name + ".cpp"))
      found += std::ranges::count(literals(line), name);
    EXPECT_EQ(found, 1u) << name;
  }
}

TEST(Platforms, AreRecognisedByTheirNames) {
  EXPECT_TRUE(names_a_platform(literals(R"(if (platform == "cpu") {)").front()));
  EXPECT_TRUE(names_a_platform("choose auto, cpu, nvidia or amd"));
  EXPECT_FALSE(names_a_platform("cpu/p16.so"));
  EXPECT_TRUE(literals(R"(std::string platform;  // "cpu")").empty());
}

}  // namespace platforms_test
}  // namespace hippuzzle::testing
