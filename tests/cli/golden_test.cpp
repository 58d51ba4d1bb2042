// The formats that other programs read, byte for byte except times, the machine and paths: a change
// here changes every script that reads results. HIPPUZZLE_RECORD_GOLDEN=1 writes the files in
// tests/cli/golden anew.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>

#include "tests/support/hippuzzle_command.hpp"

namespace hippuzzle::testing {
namespace golden_test {

struct Golden {
  const char* name;  // of the file
  std::vector<std::string> command;
};

void PrintTo(const Golden& golden, std::ostream* out) { *out << golden.name; }

// The text without the parts that differ from run to run and from machine to machine.
std::string normalised(std::string text) {
  static const std::pair<std::regex, const char*> rules[] = {
      {std::regex(R"re("(device|toolkit|module|uri|file)": ?"[^"]*")re"), R"("$1":"…")"},
      {std::regex(R"re("(milliseconds|kernel_milliseconds|seconds)": ?[-+.e0-9]+)re"), R"("$1":0)"},
      {std::regex(R"re( time="[^"]*" *)re"), R"( time="0")"},
      {std::regex(R"re(on cpu \([^)]*\), kernel [^,]*,)re"), "on cpu (…), kernel …,"},
      // CSV: device; kernel_milliseconds and seconds.
      {std::regex(R"re((,reference,cpu),("[^"]*"|[^,]*),)re"), "$1,…,"},
      {std::regex(R"re((,[0-9]+,[0-9]+),[0-9.e+-]+,[0-9]+\.[0-9]{6},)re"), "$1,0,0,"}};
  for (const auto& [pattern, with] : rules) text = std::regex_replace(text, pattern, with);
  return text;
}

class GoldenFile : public ::testing::TestWithParam<Golden> {};

TEST_P(GoldenFile, IsWhatTheCommandPrints) {
  if (!std::filesystem::exists(shipped() / "cpu" / "p01.check.so")) {
    GTEST_SKIP() << "kernels for the CPU are not built";
  }
  const std::filesystem::path file =
      std::filesystem::path(HIPPUZZLE_SOURCE_DIR) / "tests/cli/golden" / GetParam().name;
  const CommandResult result = hippuzzle(GetParam().command);
  ASSERT_EQ(result.code, 0) << result.err;
  const std::string printed = normalised(result.out);
  if (std::getenv("HIPPUZZLE_RECORD_GOLDEN") != nullptr) {
    std::ofstream(file, std::ios::binary) << printed;
    return;
  }
  std::ifstream in(file, std::ios::binary);
  ASSERT_TRUE(in.is_open()) << file;
  std::ostringstream golden;
  golden << in.rdbuf();
  EXPECT_EQ(printed, golden.str());
}

std::vector<Golden> goldens() {
  const auto run_as = [](const char* format) {
    return std::vector<std::string>{"run", "p01", "p08", "--backend", "cpu", "--format", format};
  };
  return {{"p01.jsonl", {"p01", "--backend", "cpu", "--json"}},
          {"run.json", run_as("json")},
          {"run.jsonl", run_as("jsonl")},
          {"run.xml", run_as("junit")},
          {"run.csv", run_as("csv")},
          {"layout.json", {"layout", "zipped_divide((4,8),(2,4))", "--json"}},
          {"layout_at.json", {"layout", "(4,8):(8,1)", "--at", "1,_", "--json"}},
          {"layout.svg", {"layout", "(2,4):(4,1)", "--format", "svg"}},
          {"roofline.json", {"roofline", "--device", "a100", "--json"}},
          {"divided.jsonl",
           {"roofline", "gemm", "--device", "h200", "--count", "8", "--size", "4096", "--json"}},
          {"explanation.jsonl",
           {"bench", "gemm", "--device", "h200", "--explain", "--size", "1024,2048", "--json"}},
          {"check.jsonl", {"check", "p01", "--json"}},
          {"check.sarif", {"check", "p01", "--sarif"}},
          {"trace.json", {"trace", "p01", "--json"}}};
}

INSTANTIATE_TEST_SUITE_P(Formats, GoldenFile, ::testing::ValuesIn(goldens()), [](const auto& info) {
  std::string name = info.param.name;
  for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return name;
});

}  // namespace golden_test
}  // namespace hippuzzle::testing
