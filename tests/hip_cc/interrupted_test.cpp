// `hippuzzle cc` that is ended while a compiler, an assembler or a linker is at work, and on a full
// disk: it leaves no temporary files and no incomplete program.
#include <fcntl.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tests/hip_cc/cc_command.hpp"

namespace hippuzzle::testing {
namespace interrupted_test {

namespace fs = std::filesystem;

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename());
  return names;
}

// A compilation that waits at one of its steps until somebody writes into a pipe.
class InterruptedCc : public Cc, public ::testing::WithParamInterface<int> {
 protected:
  void SetUp() override {
    fs::create_directories(at("tmp"));
    fs::create_directories(at("out"));
    ASSERT_EQ(mkfifo(at("pipe.o").c_str(), 0600), 0);
  }

  // Ends it by the signal once that step has begun.
  void end_at(const std::vector<std::string>& words) const {
    const pid_t process = fork();
    if (process == 0) {
      std::vector<std::string> all = {binary().string(), "cc"};
      all.insert(all.end(), words.begin(), words.end());
      std::vector<char*> arguments;
      for (std::string& word : all) arguments.push_back(word.data());
      arguments.push_back(nullptr);
      setenv("TMPDIR", at("tmp").c_str(), 1);
      setenv("XDG_CACHE_HOME", at("cache").c_str(), 1);
      execv(arguments[0], arguments.data());
      _exit(127);
    }
    const int pipe = open(at("pipe.o").c_str(), O_WRONLY);  // returns when somebody reads it
    ASSERT_GE(pipe, 0);
    EXPECT_EQ(kill(process, GetParam()), 0);
    int status = 0;
    EXPECT_EQ(waitpid(process, &status, 0), process);
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == GetParam()) << status;
    // The pipe has no reader any more once the tools have ended as well.
    signal(SIGPIPE, SIG_IGN);
    while (::write(pipe, "\n", 1) == 1) {
    }
    close(pipe);
    signal(SIGPIPE, SIG_DFL);
    EXPECT_EQ(names_in(at("tmp")), std::vector<std::string>());
    EXPECT_EQ(names_in(at("out")), std::vector<std::string>());
  }
};

TEST_P(InterruptedCc, LeavesNothingOfThePreprocessor) {
  end_at({write("one.hip", "#include \"pipe.o\"\nint main() {}\n"), "-o", at("out/prog")});
}

TEST_P(InterruptedCc, LeavesNothingOfTheAssembler) {
  const std::string source =
      write("one.hip", "asm(\".include \\\"" + at("pipe.o") + "\\\"\");\nint main() {}\n");
  end_at({source, "-o", at("out/prog")});
  end_at({"-c", source, "-o", at("out/one.o"), "-MD"});
}

TEST_P(InterruptedCc, LeavesNothingOfTheLinker) {
  end_at({write("one.hip", "int main() {}\n"), at("pipe.o"), "-o", at("out/prog")});
}

INSTANTIATE_TEST_SUITE_P(Signals, InterruptedCc, ::testing::Values(SIGINT, SIGTERM, SIGHUP),
                         [](const auto& info) { return std::string(sigabbrev_np(info.param)); });

class CcOnAFullDisk : public Cc {
 protected:
  void SetUp() override {
    fs::create_directories(at("small"));
    if (mount("hippuzzle", at("small").c_str(), "tmpfs", 0, "size=64k") != 0)
      GTEST_SKIP() << "no tmpfs can be mounted here, which takes root";
    mounted_ = true;
    source_ = write("one.hip", "#include <hip/hip_runtime.h>\nint main() { hipDeviceReset(); }\n");
  }
  void TearDown() override {
    if (mounted_) {
      EXPECT_EQ(umount(at("small").c_str()), 0);
    }
  }

  std::string source_;

 private:
  bool mounted_ = false;
};

TEST_F(CcOnAFullDisk, SaysSoAndLeavesNothingWhereItWorks) {
  const CommandResult built =
      hippuzzle({"cc", source_, "-o", at("prog")}, {{"TMPDIR", at("small")}});
  EXPECT_NE(built.code, 0);
  EXPECT_NE(built.err.find("space"), std::string::npos) << built.err;
  EXPECT_EQ(names_in(at("small")), std::vector<std::string>());
  EXPECT_FALSE(fs::exists(at("prog")));
}

// Compilers call it an invalid argument where they preprocess.
TEST_F(CcOnAFullDisk, SaysWhatACompilerDoesNotSay) {
  std::ofstream(at("small/filler")) << std::string(60 << 10, 'x');
  const CommandResult built =
      hippuzzle({"cc", source_, "-o", at("prog")}, {{"TMPDIR", at("small")}});
  EXPECT_EQ(built.code, 3);
  EXPECT_NE(built.err.find("of space are left in " + at("small") + " for a compiler's files"),
            std::string::npos)
      << built.err;
  EXPECT_EQ(names_in(at("small")), std::vector<std::string>{"filler"});
  EXPECT_EQ(cc({write("bad.hip", "nothing;\n")}).err.find("space"), std::string::npos);
}

TEST_F(CcOnAFullDisk, LeavesNoProgramThatIsNotWhole) {
  for (const size_t kilobytes : {62, 56}) {  // no room for its beginning, and room for that
    std::ofstream(at("small/filler")) << std::string(kilobytes << 10, 'x');
    const CommandResult built = cc({source_, "-g", "-o", at("small/prog")});
    EXPECT_NE(built.code, 0);
    EXPECT_NE(built.err.find("No space left on device"), std::string::npos) << built.err;
    EXPECT_EQ(names_in(at("small")), std::vector<std::string>{"filler"});
  }
}

TEST_F(CcOnAFullDisk, KeepsNothingInItsCacheThatIsNotWhole) {
  std::ofstream(at("small/filler")) << std::string(62 << 10, 'x');
  const CommandResult full =
      hippuzzle({"cc", "--run", "-g", source_}, {{"XDG_CACHE_HOME", at("small")}});
  EXPECT_NE(full.code, 0);
  EXPECT_NE(full.err.find("space"), std::string::npos) << full.err;
  for (const auto& entry : fs::recursive_directory_iterator(at("small")))
    EXPECT_TRUE(entry.is_directory() || entry.path().filename() == "filler") << entry.path();
}

}  // namespace interrupted_test
}  // namespace hippuzzle::testing
