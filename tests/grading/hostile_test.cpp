// Hostile submissions get no mark, leave nothing running or written, and reach nothing else.
#include <sys/stat.h>

#include <filesystem>
#include <map>
#include <set>
#include <tuple>

#include "tests/grading/graded_class.hpp"

namespace hippuzzle::testing {
namespace hostile_test {

namespace fs = std::filesystem;
using json = nlohmann::json;

// Hostile kernels make system calls through functions of the C library. They find these by its
// tables in memory, because rules refuse assembly and names such as `syscall`.
const std::string prelude = R"(#include <elf.h>
#include <cstdlib>
inline void* found(const char* name) {
  auto base = reinterpret_cast<const char*>(reinterpret_cast<unsigned long>(&abort) & ~4095ul);
  while (base[0] != 0x7f || base[1] != 'E' || base[2] != 'L' || base[3] != 'F') base -= 4096;
  const auto* header = reinterpret_cast<const Elf64_Ehdr*>(base);
  const auto* part = reinterpret_cast<const Elf64_Phdr*>(base + header->e_phoff);
  while (part->p_type != PT_DYNAMIC) ++part;
  const char* names = nullptr;
  const Elf64_Sym* symbol = nullptr;
  auto entry = reinterpret_cast<const Elf64_Dyn*>(base + part->p_vaddr);
  for (; entry->d_tag != DT_NULL; ++entry) {
    if (entry->d_tag == DT_STRTAB) names = reinterpret_cast<const char*>(entry->d_un.d_ptr);
    if (entry->d_tag == DT_SYMTAB)
      symbol = reinterpret_cast<const Elf64_Sym*>(entry->d_un.d_ptr);
  }
  for (;; ++symbol) {
    const char* own = names + symbol->st_name;
    int same = 0;
    while (name[same] != 0 && own[same] == name[same]) ++same;
    if (own[same] == name[same]) return const_cast<char*>(base) + symbol->st_value;
  }
}
inline long ask(long call, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0,
                long f = 0) {
  using Call = long (*)(long, ...);
  const long result = reinterpret_cast<Call>(found("syscall"))(call, a, b, c, d, e, f);
  return result == -1 ? -*reinterpret_cast<int* (*)()>(found("__errno_location"))() : result;
}
)";

// Functions for kernels that forge the runner's report: the events' pipe is one of the descriptors
// that cannot seek. With is_checked() kernels recognise a check, which compiles the same sources
// with less optimisation.
const std::string forger =
    "inline void say(const char* line) {\n"
    "  constexpr long lseek = 8, write = 1, no_seek = -29;\n"
    "  long bytes = 0;\n"
    "  while (line[bytes] != 0) ++bytes;\n"
    "  for (int i = 3; i < 64; ++i)\n"
    "    if (ask(lseek, i, 0, 1) == no_seek) ask(write, i, reinterpret_cast<long>(line), bytes);\n"
    "}\n"
    "inline bool is_checked() {\n"
    "  int one = 1;\n"
    "  return !__builtin_constant_p(one);\n"
    "}\n";

// The first line's word after "expect: ". "refused" stands for could-not-load of a submission that
// the judge refuses for its text, its tokens or its module's symbols. Two words with "or" between
// them: which limit comes first depends on the machine.
std::string expectation(const std::string& text) {
  const std::string start = "// expect: ";
  EXPECT_EQ(text.find(start), 0u) << text.substr(0, 80);
  return text.substr(start.size(), text.find(": ", start.size()) - start.size());
}

bool is_as_expected(const std::string& outcome, const std::string& expected) {
  if (expected == "refused") return outcome == "could-not-load";
  const size_t either = expected.find(" or ");
  return outcome == expected.substr(0, either) ||
         (either != expected.npos && outcome == expected.substr(either + 4));
}

// A part of them each time, so that a test takes at most some minutes. Each part compiles the
// headers and the honest submission again.
constexpr int parts = 2;

// The computing time of one submission's kernels and compilers together, by --timeout.
constexpr double timeout = 2, longest_hold = 30 * timeout + 120;

class HostileSubmissions : public Grade {
 protected:
  // Grades the attacks that are wanted, by name and place, and the honest submission.
  // is_wanted(name, expected outcome, place)
  template <class Wanted>
  void grade_those(const char* isolation, Wanted is_wanted);
};

template <class Wanted>
void HostileSubmissions::grade_those(const char* isolation, Wanted is_wanted) {
  std::map<std::string, std::string> expected;
  const fs::path hostile = fs::path(HIPPUZZLE_SOURCE_DIR) / "tests/grading/hostile";
  std::vector<fs::path> files;
  for (const auto& file : fs::directory_iterator(hostile)) files.push_back(file.path());
  std::ranges::sort(files);
  for (size_t i = 0; i < files.size(); ++i) {
    const std::string name = files[i].stem().stem();
    std::string text = contents(files[i]);
    if (!is_wanted(name, expectation(text), i) && name != "honest") continue;
    expected[name] = expectation(text);
    text = replaced(text, "@PUZZLES@", (curriculum() / "share/hippuzzle/puzzles").string());
    text = replaced(text, "@LIBRARY@", (curriculum() / "lib/hippuzzle").string());
    text = replaced(text, "@CLASS@", class_folder().string());
    text = replaced(text, "@SLASHES@", std::string(300'000, '/'));
    text = replaced(text, "@LONG@", std::string(100'000, 'a'));
    const auto uses = [&](const char* function) { return text.find(function) != text.npos; };
    const bool forges = uses("say(") || uses("is_checked()");
    const bool asks = forges || uses("ask(") || uses("found(");
    // The kernel passes if the system refuses its calls; the check finds that it reads the tables.
    if (asks && expected[name] == "passed") expected[name] = "findings";
    hand_in(name, (asks ? prelude : "") + (forges ? forger : "") + text);
  }
  const CommandResult r =
      grade_by(isolation, {"--puzzle", "p01", "--timeout", "2", "--memory", "256", "--jobs", "2"},
               {{"SECRET_TOKEN", "sk-of-the-teacher"}});
  EXPECT_TRUE(r.code == 3 || r.code == 5 || r.code == 6) << r.code << r.err;  // the worst
  for (const char* reaches : {"\x1b", "\u202e"})
    EXPECT_EQ((r.out + r.err).find(reaches), std::string::npos) << r.out;
  EXPECT_EQ(contents(results() / "grades.json").find("sk-of-the-teacher"), std::string::npos);
  for (const std::string& line : lines(r.err)) {
    EXPECT_FALSE(line.starts_with("zz_alice")) << "a line of a kernel's without its name: " << line;
  }
  EXPECT_EQ(r.left_behind, std::vector<std::string>());
  EXPECT_FALSE(fs::exists(class_folder() / "was-here"));
  for (const auto& entry : fs::recursive_directory_iterator(results()))
    EXPECT_TRUE(entry.is_regular_file() || entry.path().filename() == "feedback")
        << entry.path() << " is left behind";
  const std::map<std::string, json> all = grades();
  ASSERT_EQ(all.size(), expected.size());
  for (const auto& [name, outcome] : expected) {
    const json& grade = all.at(name);
    const std::string reason = grade["reason"];
    EXPECT_TRUE(is_as_expected(grade["outcome"], outcome))
        << name << ": " << grade["outcome"] << ": " << reason;
    EXPECT_EQ(reason.starts_with("it is refused: "), outcome == "refused")
        << name << ": " << reason;
    EXPECT_EQ(grade["isolation"], isolation) << name;
    EXPECT_EQ(reason.empty(), outcome == "passed") << name;
    EXPECT_LT(grade["seconds"], 4 * longest_hold) << name;  // by the clock
  }
}

class AllHostileSubmissions : public HostileSubmissions,
                              public ::testing::WithParamInterface<std::tuple<const char*, int>> {};

TEST_P(AllHostileSubmissions, GetNoMarkForWhatTheyDoNotDoAndReachNothing) {
  if (!can_check()) GTEST_SKIP() << "kernels cannot be checked in this build";
  const char* isolation = std::get<0>(GetParam());
  const int part = std::get<1>(GetParam());
  if (const std::string why = why_not(isolation); !why.empty()) GTEST_SKIP() << why;
  // A submission that the judge refuses by itself runs nowhere, so one isolation is enough.
  const bool is_second = isolation == std::string("landlock") && why_not("bubblewrap").empty();
  grade_those(isolation, [&](const std::string&, const std::string& outcome, size_t place) {
    return static_cast<int>(place % parts) == part && !(is_second && outcome == "refused");
  });
}

INSTANTIATE_TEST_SUITE_P(ConfinedBy, AllHostileSubmissions,
                         ::testing::Combine(::testing::Values("bubblewrap", "landlock"),
                                            ::testing::Range(0, parts)),
                         [](const auto& info) {
                           return std::get<0>(info.param) +
                                  ("_" + std::to_string(std::get<1>(info.param)));
                         });

// One of each kind, for a run of the default tests.
class HostileSample : public HostileSubmissions {};

TEST_F(HostileSample, GetsNoMark) {
  if (!can_check()) GTEST_SKIP() << "kernels cannot be checked in this build";
  const char* isolation = why_not("bubblewrap").empty() ? "bubblewrap" : "landlock";
  if (const std::string why = why_not(isolation); !why.empty()) GTEST_SKIP() << why;
  const std::set<std::string> sample = {"includes_passwd", "uses_system", "forges_a_sample",
                                        "race_right_by_chance", "sleeps"};
  grade_those(isolation, [&](const std::string& name, const std::string&, size_t) {
    return sample.contains(name);
  });
}

// The compiler's input is empty, the judge's is a pipe that nobody writes to.
TEST_F(Grade, DoesNotReadFromItsOwnInputWhatASourceNames) {
  hand_in("eve", "#include \"/proc/self/fd/0\"\n" + right_p01);
  ASSERT_EQ(mkfifo((here() / "input").c_str(), 0600), 0);
  const CommandResult r = run({"/bin/sh", "-c", "cd \"$1\" && shift && exec \"$@\" 0<>input", "sh",
                               here().string(), learners_binary().string(), "grade", "class",
                               "--results", "results", "--puzzle", "p01", "--without-isolation"},
                              {{"HIPPUZZLE_PLUGIN_PATH", ""}}, std::chrono::minutes(2));
  EXPECT_EQ(r.code, 0) << r.out << r.err;
  EXPECT_EQ(grades()["eve"]["outcome"], "passed");
}

// The same file gets the same sizes again from the same seed, and others from another one.
TEST_F(Grade, AddsSizesThatTheSeedDraws) {
  hand_in("ann", right_p01);
  const auto sizes = [&](const std::string& seed) {
    std::ofstream(here() / "seed") << seed;
    const CommandResult r = grade(
        {"--puzzle", "p01", "--without-isolation", "--no-check", "--again", "--secret", "seed"});
    EXPECT_EQ(r.code, 0) << r.out << r.err;
    return grades()["ann"]["variants"][0]["unforeseen"];
  };
  const json first = sizes("4711");
  EXPECT_EQ(first.size(), 2u) << first;
  EXPECT_EQ(sizes("4711"), first);
  EXPECT_NE(sizes("4712"), first);
}

}  // namespace hostile_test
}  // namespace hippuzzle::testing
