// A kernel.hip that is not a file of kernels: every command refuses it by one sentence, and none
// waits.
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "tests/workspace/learner.hpp"

namespace hippuzzle::testing {
namespace not_a_source_test {

namespace fs = std::filesystem;

struct Kind {
  const char* name;
  void (*make)(const fs::path&);
};
void PrintTo(const Kind& kind, std::ostream* out) { *out << kind.name; }

void make_socket(const fs::path& path) {
  const int end = socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  ASSERT_LT(path.string().size(), sizeof address.sun_path);
  path.string().copy(address.sun_path, sizeof address.sun_path - 1);
  ASSERT_EQ(bind(end, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  close(end);
}

class Soon : public WorkspaceCommands {
 protected:
  // Within 30 s, or with exit code 124.
  CommandResult soon(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(),
                     {"/usr/bin/env", "-C", workspace().string(), "-u", "HIPPUZZLE_PLUGIN_PATH",
                      "NO_COLOR=1", "timeout", "30", binary().string()});
    return run(arguments);
  }
};

class NotASource : public Soon, public ::testing::WithParamInterface<Kind> {};
class NotAFile : public Soon {};

TEST_P(NotASource, IsRefusedByEachCommandBeforeItIsRead) {
  start_p01();
  fs::remove(p01());
  GetParam().make(p01());
  const std::string refusal = std::string("p01_add/kernel.hip ") + GetParam().name;
  for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{
           {"p01", "--backend", "cpu"},
           {"run", "p*", "--backend", "cpu"},
           {"run", "p*", "--backend", "cpu", "--jobs", "2", "--repeat", "2"},
           {"check", "p01"},
           {"trace", "p01"},
           {"occupancy", "p01"},
           {"bench", "p01", "--backend", "cpu"},
           {"roofline", "p01", "--device", "a100"},
           {"progress"},
           {"start", "p01"},
           {"reset", "p01"},
           {"hint", "p01"},
           {"watch"}}) {
    const CommandResult r = soon(command);
    EXPECT_EQ(r.code, 3) << command[0] << ": " << r.out << r.err;
    EXPECT_NE((r.out + r.err).find(refusal), std::string::npos) << command[0] << r.out << r.err;
  }
  EXPECT_TRUE(fs::exists(fs::symlink_status(p01()))) << "it is the user's";
}

INSTANTIATE_TEST_SUITE_P(
    Each, NotASource,
    ::testing::Values(
        Kind{"is a FIFO", [](const fs::path& path) { ASSERT_EQ(mkfifo(path.c_str(), 0600), 0); }},
        Kind{"is a folder", [](const fs::path& path) { fs::create_directory(path); }},
        Kind{"is a socket", make_socket},
        Kind{"is a device", [](const fs::path& path) { fs::create_symlink("/dev/zero", path); }},
        Kind{"has 5000000 bytes",
             [](const fs::path& path) {
               std::ofstream(path, std::ios::binary).put(' ');
               fs::resize_file(path, 5'000'000);
             }}),
    [](const auto& kind) {
      std::string name = kind.param.name;
      std::erase_if(name, [](char c) { return c == ' '; });
      return name;
    });

// Everything that is read in a workspace, not the kernels alone.
TEST_F(NotAFile, AFifoForAnyFileOfAWorkspaceIsRefusedAndNotWaitedFor) {
  start_p01();
  save(p01(), right_p01);
  for (const char* name : {".hippuzzle/state.json", "hippuzzle.toml"}) {
    const fs::path file = workspace() / name;
    const bool was_there = fs::exists(file);
    if (was_there) fs::rename(file, file.string() + ".aside");
    fs::create_directories(file.parent_path());
    ASSERT_EQ(mkfifo(file.c_str(), 0600), 0);
    for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{
             {"p01", "--backend", "cpu"}, {"progress"}, {"hint", "p01"}, {"check", "p01"}}) {
      const CommandResult r = soon(command);
      EXPECT_NE(r.code, 124) << name << ": " << command[0] << " waits";
      EXPECT_NE(r.code, 0) << name << ": " << command[0];
      EXPECT_NE(r.err.find("not a file"), std::string::npos) << name << r.err;
    }
    EXPECT_TRUE(fs::is_fifo(fs::symlink_status(file))) << "it is the user's";
    fs::remove(file);
    if (was_there) fs::rename(file.string() + ".aside", file);
  }
}

TEST_F(NotAFile, AFifoThatAKernelIncludesIsNamedBeforeACompilerWaits) {
  start_p01();
  save(p01(), "#include \"more.hpp\"\n" + right_p01);
  save(p01().parent_path() / "more.hpp", "#pragma once\n  #  include \"data\"\n");
  ASSERT_EQ(mkfifo((p01().parent_path() / "data").c_str(), 0600), 0);
  for (const char* command : {"run", "check"}) {
    const CommandResult r = soon({command, "p01"});
    EXPECT_EQ(r.code, 3) << r.out << r.err;
    EXPECT_NE((r.out + r.err).find("more.hpp:2 includes 'data', which is a FIFO"),
              std::string::npos)
        << r.out << r.err;
  }
}

}  // namespace not_a_source_test
}  // namespace hippuzzle::testing
