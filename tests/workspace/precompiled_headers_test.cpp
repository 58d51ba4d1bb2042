// Headers are compiled once for all kernels that include them, and again when one of them has
// changed.
#include "toolchain/precompiled_headers.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "tests/support/build_tree.hpp"
#include "tests/support/temporary_directory.hpp"
#include "toolchain/kernel_build.hpp"

namespace hippuzzle::testing {
namespace precompiled_headers_test {

namespace fs = std::filesystem;

class Precompiled : public ::testing::Test {
 protected:
  void SetUp() override {
    toolchain_ = Toolchain::read(build_tree(), "cpu");
    if (toolchain_.precompile.empty()) GTEST_SKIP() << "this compiler precompiles no headers";
    toolchain_.include = {here_.path() / "include"};
    toolchain_.libraries.clear();
    change_header("constexpr int answer = 42;");
    here_.write("puzzle/bindings.hip",
                "// Which kernel.\n\n#include <answer.hpp>\n\n#include \"config.hpp\"\n"
                "#include HIPPUZZLE_KERNELS\n");
    here_.write("puzzle/config.hpp", "");
    here_.write("kernel.hip", "int kernel() { return answer; }\n");
  }

  fs::path puzzle() const { return here_.path() / "puzzle"; }
  fs::path cache() const { return here_.path() / "cache"; }

  // Dates the change an hour back, because a file that changes while a compiler runs is compiled
  // again anyway.
  void change_header(const std::string& text) const {
    const fs::path header = here_.write("include/answer.hpp", "#pragma once\n" + text + "\n");
    fs::last_write_time(header, fs::file_time_type::clock::now() - std::chrono::hours(1));
  }

  Toolchain with_headers() const {
    return PrecompiledHeaders(toolchain_, leading_includes(puzzle()), cache()).finish();
  }

  BuildResult built() const {
    const KernelSources sources{here_.path() / "kernel.hip", puzzle(), here_.path() / "build/p.so"};
    return KernelBuild(with_headers(), sources, here_.path()).finish();
  }

  // The precompiled headers in the cache.
  std::vector<fs::path> made() const {
    std::vector<fs::path> files;
    if (!fs::exists(cache())) return files;
    for (const auto& file : fs::recursive_directory_iterator(cache())) {
      if (file.path().extension() == ".gch") files.push_back(file.path());
    }
    return files;
  }

  TemporaryDirectory here_;
  Toolchain toolchain_;
};

TEST_F(Precompiled, AreThoseThatABindingBeginsWith) {
  EXPECT_EQ(leading_includes(puzzle()), "#include <answer.hpp>\n");
  EXPECT_EQ(leading_includes(here_.path() / "no such puzzle"), "");
}

TEST_F(Precompiled, AreMadeOnce) {
  EXPECT_NE(with_headers().compile, toolchain_.compile);
  ASSERT_EQ(made().size(), 1u);
  const auto time = fs::last_write_time(made().front());
  with_headers();
  ASSERT_EQ(made().size(), 1u);
  EXPECT_EQ(fs::last_write_time(made().front()), time);
  toolchain_.compile.emplace_back("-O3");
  with_headers();
  EXPECT_EQ(made().size(), 2u) << "other options make other headers";
}

TEST_F(Precompiled, AreMadeAgainWhenAHeaderHasChangedAndSoIsTheModule) {
  EXPECT_TRUE(built().compiled);
  EXPECT_FALSE(built().compiled) << "nothing has changed";
  const auto time = fs::last_write_time(made().at(0));
  change_header("constexpr long answer = 43;");
  const BuildResult again = built();
  EXPECT_TRUE(again.succeeded) << again.diagnostics.text;
  EXPECT_TRUE(again.compiled);
  EXPECT_NE(fs::last_write_time(made().at(0)), time);
}

TEST_F(Precompiled, AreReadByTheCompiler) {
  ASSERT_TRUE(built().succeeded);
  // The header is blanked with its old size and time, so the record does not notice: nobody reads
  // this text.
  const fs::path header = here_.path() / "include/answer.hpp";
  const auto time = fs::last_write_time(header);
  here_.write("include/answer.hpp", std::string(fs::file_size(header), ' '));
  fs::last_write_time(header, time);
  here_.write("kernel.hip", "int kernel() { return answer + 1; }\n");
  const BuildResult again = built();
  EXPECT_TRUE(again.succeeded) << again.diagnostics.text;
}

TEST_F(Precompiled, ThatDoNotCompileOrHaveNoPlaceAreDoneWithout) {
  EXPECT_EQ(PrecompiledHeaders(toolchain_, "#include <answer.hpp>\n", "").finish().compile,
            toolchain_.compile);
  EXPECT_EQ(
      PrecompiledHeaders(toolchain_, "#include <answer.hpp>\n", "/proc/none").finish().compile,
      toolchain_.compile);
  change_header("constexpr int answer = ;");
  EXPECT_FALSE(built().succeeded);
  EXPECT_TRUE(made().empty());
}

TEST_F(Precompiled, ThatNobodyHasUsedForAMonthAreRemoved) {
  with_headers();
  const fs::path old = made().at(0).parent_path();
  fs::last_write_time(old / "lock", fs::file_time_type::clock::now() - std::chrono::days(31));
  toolchain_.compile.emplace_back("-O3");
  with_headers();
  EXPECT_FALSE(fs::exists(old));
  EXPECT_EQ(made().size(), 1u);
}

TEST_F(Precompiled, AFifoAmongFilesOfABuildIsReplacedAndNotWaitedFor) {
  toolchain_.patience = std::chrono::seconds(20);
  ASSERT_TRUE(built().succeeded);
  ASSERT_EQ(made().size(), 1u);
  const fs::path headers = made().front().parent_path() / "headers.hpp";
  const fs::path module = here_.path() / "build/p.so";
  for (const fs::path& start : {headers, module}) {
    for (const char* extension : {".gch", ".json", ".d", ".o", ".new", ".so"}) {
      const fs::path file = start == headers ? fs::path(headers.string() + extension)
                                             : fs::path(module).replace_extension(extension);
      fs::remove(file);
      ASSERT_EQ(mkfifo(file.c_str(), 0600), 0);
      here_.write("kernel.hip", std::string("int kernel() { return answer; } // ") + extension +
                                    start.string() + "\n");
      EXPECT_TRUE(built().succeeded) << file;
      if (start == headers && extension == std::string(".o")) fs::remove(file);
    }
  }
}

}  // namespace precompiled_headers_test
}  // namespace hippuzzle::testing
