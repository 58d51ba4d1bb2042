// A run warns of a source that `hippuzzle grade` would refuse, with the line.
#include <string>
#include <vector>

#include "engine/modules/watched_code/watched_code.hpp"
#include "tests/workspace/learner.hpp"

namespace hippuzzle::testing {
namespace refusal_warnings_test {

class RefusalWarnings : public WorkspaceCommands {
 protected:
  // Standard error of a run of p01 with these kernels, which pass.
  std::string errors_of(const std::string& kernels, bool checks = false) const {
    save(p01(), kernels);
    std::vector<std::string> words = {"run", "p01", "--backend", "cpu"};
    if (!checks) words.emplace_back("--no-check");
    const CommandResult r = run_here(words);
    EXPECT_EQ(r.code, 0) << r.out << r.err;
    return r.err;
  }

  static constexpr const char* refused = "`hippuzzle grade` refuses it";
};

TEST_F(RefusalWarnings, NameTheLine) {
  start_p01();
  std::string err = errors_of(
      "__global__ void add_10(float* output, const float* a) {\n"
      "  asm volatile(\"nop\");\n"
      "  output[threadIdx.x] = a[threadIdx.x] + 10;\n"
      "}\n");
  EXPECT_NE(err.find("kernel.hip:2: `asm`, whose accesses the check cannot see; "), err.npos)
      << err;
  EXPECT_NE(err.find(refused), err.npos) << err;
  err = errors_of(
      "#include <cstdlib>\n"
      "__global__ void add_10(float* output, const float* a) {\n"
      "  output[threadIdx.x] = a[threadIdx.x] + (getenv(\"\") != nullptr ? 11 : 10);\n"
      "}\n");
  EXPECT_NE(err.find("kernel.hip:3: `getenv`, which no kernel needs; "), err.npos) << err;
  err = errors_of(
      "#include <random>\n"
      "__global__ void add_10(float* output, const float* a) {\n"
      "  std::random_device chance;\n"
      "  output[threadIdx.x] = a[threadIdx.x] + 10 + 0 * (chance() > 0);\n"
      "}\n");
  EXPECT_NE(err.find("kernel.hip: a header that it includes brings in `"), err.npos) << err;
}

// In the words of `grade`, also where nothing was compiled anew.
TEST_F(RefusalWarnings, NameTheFunctionThatCannotBeVerified) {
  if (!can_check() || !verifying_disassembler()) GTEST_SKIP() << "nothing is verified here";
  start_p01();
  const std::string table =
      "__device__ float one_more(float x) { return x + 1; }\n"
      "__device__ float nine_more(float x) { return x + 9; }\n"
      "__global__ void add_10(float* output, const float* a) {\n"
      "  float (*const steps[])(float) = {one_more, nine_more};\n"
      "  float sum = a[threadIdx.x];\n"
      "  for (const auto step : steps) sum = step(sum);\n"
      "  output[threadIdx.x] = sum;\n"
      "}\n";
  for (int run = 0; run < 2; ++run) {
    const std::string err = errors_of(table, true);
    EXPECT_NE(err.find("kernel.hip: its check cannot be verified in its machine code: in "
                       "`add_10`, it calls through a pointer; `hippuzzle grade` says "
                       "`not-checked`"),
              err.npos)
        << err;
  }
  EXPECT_EQ(errors_of(right_p01, true).find("verified"), std::string::npos);
}

TEST_F(RefusalWarnings, DoNotComeForWhatIsAccepted) {
  start_p01();
  const std::string err = errors_of("#include <iostream>\n// no_sanitize and asm\n" + right_p01);
  EXPECT_EQ(err.find(refused), err.npos) << err;
}

}  // namespace refusal_warnings_test
}  // namespace hippuzzle::testing
