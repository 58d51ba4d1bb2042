// `hippuzzle grade` that is killed, whose workers are killed, whose disk is full, whose terminal
// goes away: no result is lost, doubled, or worse than the submission deserves.
#include <pty.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>
#include <thread>

#include "tests/support/json.hpp"
#include "tests/workspace/learner.hpp"

namespace hippuzzle::testing {
namespace interrupted_test {

namespace fs = std::filesystem;
using json = nlohmann::json;

constexpr int students = 4;

class InterruptedGrade : public ::testing::Test {
 protected:
  void SetUp() override {
    for (int i = 0; i < students; ++i) {
      const fs::path folder = class_folder() / ("student" + std::to_string(i)) / "p01_add";
      fs::create_directories(folder);
      std::ofstream(folder / "kernel.hip") << right_p01 << "// " << i << '\n';
    }
  }

  fs::path here() const { return directory_.path(); }
  fs::path class_folder() const { return here() / "class"; }

  std::vector<std::string> words(const fs::path& results) const {
    return {learners_binary().string(),
            "grade",
            class_folder().string(),
            "--results",
            results.string(),
            "--puzzle",
            "p01",
            "--no-check",
            "--without-isolation",
            "--jobs",
            "2"};
  }

  // Started, and not waited for.
  pid_t start(const fs::path& results) const { return start(words(results)); }
  pid_t start(std::vector<std::string> all) const {
    const pid_t process = fork();
    if (process == 0) {
      std::vector<char*> arguments;
      for (std::string& word : all) arguments.push_back(word.data());
      arguments.push_back(nullptr);
      setenv("HIPPUZZLE_PLUGIN_PATH", "", 1);
      if (freopen("/dev/null", "w", stderr) == nullptr ||
          freopen("/dev/null", "w", stdout) == nullptr)
        _exit(126);
      execv(arguments[0], arguments.data());
      _exit(127);
    }
    return process;
  }

  // The results after grading goes on: every student once, and all of them passed.
  void expect_whole(const fs::path& results) const {
    const CommandResult r = run(words(results));
    EXPECT_EQ(r.code, 0) << r.out << r.err;
    EXPECT_EQ(r.left_behind, std::vector<std::string>());
    std::multiset<std::string> graded;
    const json document = parse_json(contents(results / "grades.json"));
    for (const json& grade : document["results"]) {
      graded.insert(grade["student"].get<std::string>());
      EXPECT_EQ(grade["outcome"], "passed") << grade["reason"];
    }
    EXPECT_EQ(graded.size(), size_t{students});
    EXPECT_EQ(std::set<std::string>(graded.begin(), graded.end()).size(), size_t{students});
    for (const auto& entry : fs::recursive_directory_iterator(results))
      EXPECT_TRUE(entry.is_regular_file() || entry.path().filename() == "feedback")
          << entry.path() << " is left behind";
  }

  // In CI a few, beside ManyKills; HIPPUZZLE_KILLS=100 for a campaign.
  static int kills(int usual = 3) {
    const char* wanted = std::getenv("HIPPUZZLE_KILLS");
    return wanted == nullptr ? usual : std::atoi(wanted);
  }

 private:
  TemporaryDirectory directory_;
};

std::vector<pid_t> children_of(pid_t process) {
  const std::string id = std::to_string(process);
  std::ifstream in("/proc/" + id + "/task/" + id + "/children");
  std::vector<pid_t> all;
  for (pid_t child = 0; in >> child;) all.push_back(child);
  return all;
}

int wait_for(pid_t process) {
  int status = 0;
  waitpid(process, &status, 0);
  return status;
}

// How long one takes from its start to its end, so that kills can fall anywhere into it.
std::chrono::milliseconds whole_time(pid_t process) {
  const auto began = std::chrono::steady_clock::now();
  wait_for(process);
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() -
                                                               began);
}

// Waits until the grading that writes to `results` has its first one; false if it ended before.
bool has_first_result(pid_t process, const fs::path& results) {
  const fs::path journal = results / "journal.jsonl";
  while (!fs::exists(journal) ||
         contents(journal).find("\"kind\":\"grade\"") == std::string::npos) {
    if (waitpid(process, nullptr, WNOHANG) != 0) return false;
    std::this_thread::yield();
  }
  return true;
}

// The first is killed after its first result, whatever the machine's speed; the others anywhere.
TEST_F(InterruptedGrade, GoesOnAfterItWasKilledAtAnyMoment) {
  const auto whole = whole_time(start(here() / "measured"));
  std::mt19937 random(std::random_device{}());
  int cut = 0;
  for (int i = 0; i < kills(); ++i) {
    const fs::path results = here() / ("killed" + std::to_string(i));
    const pid_t process = start(results);
    const auto moment = std::chrono::milliseconds(random() % static_cast<unsigned>(whole.count()));
    if (i == 0) {
      ASSERT_TRUE(has_first_result(process, results)) << "it ended by itself";
    } else {
      std::this_thread::sleep_for(moment);
    }
    kill(process, SIGKILL);
    cut += WIFSIGNALED(wait_for(process)) ? 1 : 0;
    SCOPED_TRACE(std::to_string(moment.count()) + " ms of " + std::to_string(whole.count()));
    expect_whole(results);
  }
  EXPECT_GT(cut, 0) << "all of them had ended by themselves";
}

TEST_F(InterruptedGrade, AWorkerThatIsKilledCostsNoStudentAnything) {
  std::mt19937 random(std::random_device{}());
  int killed = 0;
  for (int i = 0; i < kills(); ++i) {
    const fs::path results = here() / ("worker" + std::to_string(i));
    const pid_t process = start(results);
    std::vector<pid_t> workers;
    while ((workers = children_of(process)).empty() && kill(process, 0) == 0) {
      std::this_thread::yield();
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(random() % 400));
    workers = children_of(process);
    if (!workers.empty()) killed += kill(workers[random() % workers.size()], SIGKILL) == 0;
    const int status = wait_for(process);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
    const json document = parse_json(contents(results / "grades.json"));
    EXPECT_EQ(document["results"].size(), size_t{students});
    EXPECT_EQ(document["summary"]["counts"], (json{{"passed", students}}));
  }
  EXPECT_GT(killed, 0);
}

// A class whose files are refused before anything is compiled, so that a kill takes about a
// second: every second one is the grader's, the others are a worker's.
class ManyKills : public InterruptedGrade {
 protected:
  void SetUp() override {
    for (const char* student : {"ann", "bob"}) {
      for (const char* puzzle : {"p01_add", "p02_subtract"}) {  // two of each need no headers
        const fs::path folder = class_folder() / student / puzzle;
        fs::create_directories(folder);
        std::ofstream(folder / "kernel.hip") << "#line 7 \"" << student << "\"\n" << right_p01;
      }
    }
  }

  std::vector<std::string> words(const fs::path& results) const {
    std::vector<std::string> all = InterruptedGrade::words(results);
    std::erase(all, "--puzzle");
    std::erase(all, "p01");
    return all;
  }

  // Each result as "student puzzle outcome".
  static std::multiset<std::string> graded(const fs::path& results) {
    std::multiset<std::string> all;
    const json document = parse_json(contents(results / "grades.json"));
    for (const json& grade : document["results"]) {
      all.insert(grade["student"].get<std::string>() + " " + grade["puzzle"].get<std::string>() +
                 " " + grade["outcome"].get<std::string>());
    }
    return all;
  }
};

TEST_F(ManyKills, LoseAndDoubleNothing) {
  const auto whole = whole_time(start(words(here() / "measured")));
  const auto expected = graded(here() / "measured");
  ASSERT_GE(expected.size(), 4u);
  EXPECT_EQ(expected.count("bob p02 could-not-load"), 1u);
  std::mt19937 random(std::random_device{}());
  int killed = 0;
  for (int i = 0; i < kills(25); ++i) {
    const fs::path results = here() / "killed";
    const pid_t process = start(words(results));
    const auto moment = std::chrono::milliseconds(random() % static_cast<unsigned>(whole.count()));
    std::this_thread::sleep_for(moment);
    const std::vector<pid_t> workers = children_of(process);
    const bool is_workers = i % 2 == 1 && !workers.empty();
    kill(is_workers ? workers[random() % workers.size()] : process, SIGKILL);
    const int status = wait_for(process);
    killed += is_workers || WIFSIGNALED(status) ? 1 : 0;
    if (WIFSIGNALED(status)) run(words(results));
    SCOPED_TRACE(std::to_string(i) + " after " + std::to_string(moment.count()) + " ms of " +
                 std::to_string(whole.count()));
    ASSERT_EQ(graded(results), expected);
    fs::remove_all(results);
  }
  EXPECT_GT(killed, 2);
}

TEST_F(InterruptedGrade, EndsWithItsTerminalAndGoesOnInAnother) {
  std::vector<std::string> all = words(here() / "results");
  int terminal = -1;
  const pid_t process = forkpty(&terminal, nullptr, nullptr, nullptr);
  ASSERT_GE(process, 0);
  if (process == 0) {
    std::vector<char*> arguments;
    for (std::string& word : all) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    setenv("HIPPUZZLE_PLUGIN_PATH", "", 1);
    execv(arguments[0], arguments.data());
    _exit(127);
  }
  // Until it has its first result.
  ASSERT_TRUE(has_first_result(process, here() / "results")) << "it ended by itself";
  const std::vector<pid_t> workers = children_of(process);
  close(terminal);  // the kernel sends SIGHUP to the foreground processes
  const int status = wait_for(process);
  EXPECT_TRUE(WIFSIGNALED(status) || WEXITSTATUS(status) != 0) << status;
  for (const pid_t worker : workers) {  // they end with their parent, and come to this process
    while (waitpid(worker, nullptr, WNOHANG) == 0) std::this_thread::yield();
  }
  const json first = parse_json(lines(contents(here() / "results/journal.jsonl")).at(1));
  expect_whole(here() / "results");
  const json document = parse_json(contents(here() / "results/grades.json"));
  for (const json& grade : document["results"]) {
    if (grade["student"] == first["student"]) {
      EXPECT_EQ(grade["seconds"], first["seconds"]) << "it is kept";
    }
  }
}

// A process that holds the folder and outlives a killed grading would block the next one.
TEST_F(InterruptedGrade, AloneHoldsItsFolder) {
  const auto holds = [](pid_t process, const fs::path& folder) {
    const fs::path descriptors = "/proc/" + std::to_string(process) + "/fd";
    for (const auto& entry : fs::directory_iterator(descriptors)) {
      std::error_code closed;
      if (fs::read_symlink(entry, closed) == folder) return true;
    }
    return false;
  };
  const fs::path results = fs::canonical(here()) / "results";
  std::vector<std::string> all = words(results);
  all.back() = "1";  // the one worker has taken a task when there is a result
  const pid_t process = start(all);
  ASSERT_TRUE(has_first_result(process, results)) << "it ended by itself";
  EXPECT_TRUE(holds(process, results));
  const std::vector<pid_t> workers = children_of(process);
  ASSERT_EQ(workers.size(), 1u);
  EXPECT_FALSE(holds(workers[0], results));
  kill(process, SIGKILL);
  wait_for(process);
}

TEST_F(InterruptedGrade, StopsAtAFullDiskAndGoesOnWhenThereIsRoom) {
  const fs::path results = here() / "small";
  fs::create_directories(results);
  if (mount("hippuzzle", results.c_str(), "tmpfs", 0, "size=5m,mode=700") != 0) {
    GTEST_SKIP() << "no tmpfs can be mounted here, which takes root";
  }
  std::ofstream(results / "filler") << std::string(3 << 20, 'x');
  const CommandResult full = run(words(results));
  EXPECT_EQ(full.code, 2) << full.out << full.err;
  EXPECT_NE(full.err.find("space"), std::string::npos) << full.err;
  EXPECT_EQ(full.left_behind, std::vector<std::string>());
  fs::remove(results / "filler");
  EXPECT_EQ(mount("hippuzzle", results.c_str(), "tmpfs", MS_REMOUNT, "size=100m"), 0);
  expect_whole(results);
  EXPECT_EQ(umount(results.c_str()), 0);
}

TEST_F(InterruptedGrade, ShardsTogetherHaveEachSubmissionOnce) {
  std::vector<std::string> merge = {learners_binary().string(), "merge"};
  for (int shard = 1; shard <= 3; ++shard) {
    const fs::path results = here() / ("shard" + std::to_string(shard));
    std::vector<std::string> all = words(results);
    all.insert(all.end(), {"--shard", std::to_string(shard) + "/3"});
    EXPECT_EQ(run(all).code, 0);
    merge.push_back((results / "grades.json").string());
  }
  const CommandResult merged = run(merge);
  EXPECT_EQ(merged.code, 0) << merged.err;
  EXPECT_EQ(merged.err, "");
  std::set<std::string> graded;
  const json document = parse_json(merged.out);
  for (const json& grade : document["results"]) graded.insert(grade["student"].get<std::string>());
  EXPECT_EQ(document["results"].size(), size_t{students});
  EXPECT_EQ(graded.size(), size_t{students});
}

TEST_F(InterruptedGrade, CountsAreRecordedOnRequest) {
  if (!can_check()) GTEST_SKIP() << "kernels cannot be checked in this build";
  const auto grade = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {learners_binary().string(), "grade", class_folder().string(),
                               "--results", (here() / "counted").string(), "--puzzle", "p01",
                               "--without-isolation", "--jobs", "2"});
    return run(more);
  };
  EXPECT_EQ(grade({"--counts"}).code, 0);
  const json document = parse_json(contents(here() / "counted/grades.json"));
  const json& counts = document["results"][0]["variants"][0]["counts"];
  ASSERT_EQ(counts.size(), 1u) << document["results"][0];
  EXPECT_GT(counts[0]["threads"]["global_reads"]["total"], 0);
  EXPECT_EQ(grade({"--counts", "--no-check"}).code, 2);
}

}  // namespace interrupted_test
}  // namespace hippuzzle::testing
