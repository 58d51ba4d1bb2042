// A run warns of a source that `hippuzzle grade` would refuse, with the line.
#include <string>

#include "tests/workspace/learner.hpp"

namespace hippuzzle::testing {
namespace refusal_warnings_test {

class RefusalWarnings : public WorkspaceCommands {
 protected:
  // Standard error of a run of p01 with these kernels, which pass.
  std::string errors_of(const std::string& kernels) const {
    save(p01(), kernels);
    const CommandResult r = run_here({"run", "p01", "--backend", "cpu", "--no-check"});
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
      "__attribute__((noinline)) float* made() { return new float(10); }\n"
      "__global__ void add_10(float* output, const float* a) {\n"
      "  output[threadIdx.x] = a[threadIdx.x] + *made();\n"
      "}\n");
  EXPECT_NE(err.find("kernel.hip:1: `new`, which no kernel needs; "), err.npos) << err;
  err = errors_of(
      "#include <vector>\n"
      "__global__ void add_10(float* output, const float* a) {\n"
      "  std::vector<float> values(1, a[threadIdx.x]);\n"
      "  output[threadIdx.x] = values[0] + 10;\n"
      "}\n");
  EXPECT_NE(err.find("kernel.hip: a header that it includes brings in `"), err.npos) << err;
}

TEST_F(RefusalWarnings, DoNotComeForWhatIsAccepted) {
  start_p01();
  const std::string err = errors_of("#include <iostream>\n// no_sanitize and asm\n" + right_p01);
  EXPECT_EQ(err.find(refused), err.npos) << err;
}

}  // namespace refusal_warnings_test
}  // namespace hippuzzle::testing
