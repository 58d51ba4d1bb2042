// CMake projects that are built by `hippuzzle cc`: our function, AMD's package, the language HIP.
#include <filesystem>

#include "tests/support/command.hpp"
#include "tests/support/hippuzzle_command.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hippuzzle::testing {
namespace cmake_test {

namespace fs = std::filesystem;

constexpr const char* fill = R"(#include <hip/hip_runtime.h>
__global__ void fill(int* p) { p[threadIdx.x] = 1; }
int main(int argc, char**) {
  int* p;
  if (hipMalloc(&p, 32) != hipSuccess) return 1;
  fill<<<1, 7 + argc>>>(p);
  return hipDeviceSynchronize();
}
)";

class CcCMake : public ::testing::Test {
 protected:
  void SetUp() override {
    const CommandResult folder = hippuzzle({"cc", "--bin"});
    ASSERT_EQ(folder.code, 0) << folder.err;
    cc_ = fs::path(folder.out.substr(0, folder.out.size() - 1)).parent_path();
  }

  // Configures and builds a project of one CMakeLists.txt and fill.cpp.
  void build(const std::string& text, std::vector<std::string> more) {
    here_.write("CMakeLists.txt", "cmake_minimum_required(VERSION 3.21)\n" + text);
    here_.write("fill.cpp", fill);
    here_.write("fill.hip", fill);
    const std::string folder = at("build");
    more.insert(more.begin(), {"/usr/bin/env", "cmake", "-S", here_.path().string(), "-B", folder});
    const CommandResult configured = run(more);
    ASSERT_EQ(configured.code, 0) << configured.out << configured.err;
    const CommandResult built = run({"/usr/bin/env", "cmake", "--build", folder, "--verbose"});
    ASSERT_EQ(built.code, 0) << built.out << built.err;
  }
  std::string toolchain() const {
    return "-DCMAKE_TOOLCHAIN_FILE=" + (cc_ / "cmake/toolchain.cmake").string();
  }
  std::string at(const std::string& name) const { return (here_.path() / name).string(); }

  fs::path cc_;
  TemporaryDirectory here_;
};

TEST_F(CcCMake, AddsACheckedExecutable) {
  build("project(one LANGUAGES CXX)\ninclude(" + (cc_ / "cmake").string() +
            "/HippuzzleHipProgram.cmake)\n"
            "hippuzzle_add_hip_executable(fill CHECK fill.hip)\n"
            "hippuzzle_add_hip_executable(plain fill.cpp)\n",
        {});
  if (HasFatalFailure()) return;
  EXPECT_EQ(run({at("build/plain")}).code, 0);
  EXPECT_EQ(run({at("build/fill")}).code, 0);
  const CommandResult ran = run({at("build/fill"), "x"});
  EXPECT_EQ(ran.code, 4);
  EXPECT_NE(ran.err.find("p[8]"), std::string::npos) << ran.err;
}

class CcCMakeBy : public CcCMake, public ::testing::WithParamInterface<const char*> {};

TEST_P(CcCMakeBy, BuildsTheLanguageHip) {
  build(
      "project(two LANGUAGES CXX HIP)\nset(CMAKE_HIP_STANDARD 20)\n"
      "add_executable(fill fill.hip)\n"
      "add_executable(other fill.cpp)\nset_source_files_properties(fill.cpp PROPERTIES LANGUAGE "
      "HIP)\n",
      {toolchain(), "-G", GetParam()});
  if (HasFatalFailure()) return;
  EXPECT_EQ(run({at("build/fill")}).code, 0);
  EXPECT_EQ(run({at("build/other")}).code, 0);
}

INSTANTIATE_TEST_SUITE_P(Generators, CcCMakeBy, ::testing::Values("Ninja", "Unix Makefiles"),
                         [](const auto& info) { return std::string(info.param).substr(0, 4); });

TEST_F(CcCMake, AnswersFindPackageHip) {
  build(
      "project(three LANGUAGES CXX)\nfind_package(hip 5.0 REQUIRED)\n"
      "add_executable(fill fill.cpp)\ntarget_link_libraries(fill PRIVATE hip::device)\n"
      "find_package(HIP REQUIRED)\n"
      "hip_add_executable(older fill.hip HIPCC_OPTIONS -O1)\n",
      {toolchain()});
  if (HasFatalFailure()) return;
  EXPECT_EQ(run({at("build/fill")}).code, 0);
  EXPECT_EQ(run({at("build/older")}).code, 0);
}

}  // namespace cmake_test
}  // namespace hippuzzle::testing
