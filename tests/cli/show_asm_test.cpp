// `hippuzzle show-asm`: machine code beside the lines of its source.
#include "tests/support/hippuzzle_command.hpp"

namespace hippuzzle::testing {
namespace show_asm_test {

bool has_objdump() { return run({"/usr/bin/env", "objdump", "--version"}).code == 0; }

TEST(ShowAsm, ShowsTheKernelOfTheVariantWithItsLines) {
  if (!has_objdump()) GTEST_SKIP() << "there is no objdump here";
  const CommandResult r = hippuzzle({"show-asm", "p16", "--tiled"});
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_NE(r.out.find("p16 --tiled on cpu: tiled_matmul("), std::string::npos) << r.out;
  EXPECT_NE(r.out.find("solution.hip:"), std::string::npos) << r.out;
  EXPECT_NE(r.out.find("__syncthreads"), std::string::npos) << r.out;
  EXPECT_EQ(r.out.find("naive_matmul"), std::string::npos) << "another variant's";
}

TEST(ShowAsm, IsAlsoADocument) {
  if (!has_objdump()) GTEST_SKIP() << "there is no objdump here";
  const CommandResult r = hippuzzle({"show-asm", "p01", "--json"});
  const auto document = parse_json(r.out);
  EXPECT_EQ(document["platform"], "cpu");
  ASSERT_FALSE(document["functions"].empty());
  size_t with_line = 0;
  for (const auto& i : document["functions"][0]["instructions"]) with_line += i["line"] > 0;
  EXPECT_GT(with_line, 0u);
}

TEST(ShowAsm, NamesAMissingToolAndItsPackage) {
  const CommandResult r = hippuzzle({"show-asm", "p01"}, {{"PATH", "/nowhere"}});
  EXPECT_EQ(r.code, 77) << r.out;
  EXPECT_NE(r.err.find("objdump is not on PATH; install it (the package binutils)"),
            std::string::npos)
      << r.err;
}

TEST(ShowAsm, AsksForOneVariantAndAPlatformWithCode) {
  const CommandResult none = hippuzzle({"show-asm", "p16"});
  EXPECT_EQ(none.code, 2);
  EXPECT_NE(none.err.find("name one variant of p16: --naive, "), std::string::npos) << none.err;
  EXPECT_EQ(hippuzzle({"show-asm", "p16", "--tiled", "--backend", "intel"}).code, 2);
  const CommandResult of_cpu = hippuzzle({"show-asm", "p16", "--tiled", "--target", "sm_90"});
  EXPECT_EQ(of_cpu.code, 2);
  EXPECT_NE(of_cpu.err.find("--target names a GPU's code, found 'sm_90' with --backend cpu"),
            std::string::npos)
      << of_cpu.err;
}

}  // namespace show_asm_test
}  // namespace hippuzzle::testing
