// Completion scripts, by the shells that they are for.
#include <algorithm>

#include "tests/workspace/learner.hpp"

namespace hippuzzle::testing {
namespace completion_test {

// bash's proposals for the words, the last of which is being typed.
std::vector<std::string> offered(const std::vector<std::string>& words) {
  std::string array;
  for (const std::string& word : words) array += " '" + word + "'";
  const CommandResult r = run({"/bin/bash", "--norc", "-c",
                               "eval \"$(\"$0\" completion bash)\"; COMP_WORDS=(" + array +
                                   "); COMP_CWORD=" + std::to_string(words.size() - 1) +
                                   "; _hippuzzle; printf '%s\\n' \"${COMPREPLY[@]}\"",
                               learners_binary().string()});
  EXPECT_EQ(r.err, "");
  return lines(r.out);
}

bool contains(const std::vector<std::string>& list, const std::string& word) {
  return std::ranges::find(list, word) != list.end();
}

TEST(Completion, OffersCommandsPuzzlesAndGlobalOptions) {
  const auto all = offered({"hippuzzle", ""});
  for (const char* word : {"list", "watch", "completion", "p01", "ladder", "--plugin-path"}) {
    EXPECT_TRUE(contains(all, word)) << word;
  }
  EXPECT_FALSE(contains(all, "record-mistakes")) << "a hidden command";
  EXPECT_EQ(offered({"hippuzzle", "pro"}), std::vector<std::string>{"progress"});
}

TEST(Completion, OffersAPuzzlesVariantsAndOptions) {
  const auto options = offered({"hippuzzle", "p03", "--"});
  for (const char* word : {"--raw", "--staged", "--backend", "--solution"}) {
    EXPECT_TRUE(contains(options, word)) << word;
  }
  for (const char* command : {"hint", "watch", "check", "trace", "bench", "roofline"}) {
    EXPECT_TRUE(contains(offered({"hippuzzle", command, "p03", "--"}), "--staged")) << command;
  }
  EXPECT_FALSE(contains(offered({"hippuzzle", "reset", "p03", "--"}), "--staged"));
  EXPECT_FALSE(contains(offered({"hippuzzle", "p01", "--"}), "--staged"));
}

TEST(Completion, OffersPuzzlesAndValuesWhereTheyBelong) {
  for (const char* command : {"start", "watch", "hint", "reset"}) {
    EXPECT_TRUE(contains(offered({"hippuzzle", command, ""}), "p03")) << command;
    EXPECT_FALSE(contains(offered({"hippuzzle", command, ""}), "ladder")) << command;
  }
  for (const char* command : {"show", "check", "help"}) {
    EXPECT_TRUE(contains(offered({"hippuzzle", command, ""}), "ladder")) << command;
  }
  EXPECT_EQ(offered({"hippuzzle", "help", "wat"}), std::vector<std::string>{"watch"});
  const CommandResult fish = hippuzzle({"completion", "fish"});
  EXPECT_NE(fish.out.find("-l suite -xa 'all classic pages smoke"), std::string::npos);
  EXPECT_NE(fish.out.find("-l tag -xa '"), std::string::npos);
  EXPECT_EQ(offered({"hippuzzle", "p01", "--backend", "nv"}), std::vector<std::string>{"nvidia"});
  EXPECT_EQ(offered({"hippuzzle", "roofline", "p01", "--device", "mi"}),
            (std::vector<std::string>{"mi250x", "mi300x"}));
  EXPECT_EQ(offered({"hippuzzle", "bench", "gemm", "--device", "mi"}),
            (std::vector<std::string>{"mi250x", "mi300x"}))
      << "of --explain; else a number";
  EXPECT_EQ(offered({"hippuzzle", "completion", "z"}), std::vector<std::string>{"zsh"});
  EXPECT_EQ(offered({"hippuzzle", "--edition", "classic", "st"}),
            (std::vector<std::string>{"start", "studio"}));
}

TEST(Completion, ForZshIsSyntacticallyRight) {
  if (run({"/usr/bin/env", "zsh", "-c", "true"}).code != 0) GTEST_SKIP() << "there is no zsh here";
  const CommandResult script = hippuzzle({"completion", "zsh"});
  ASSERT_EQ(script.code, 0);
  const CommandResult checked =
      run({"/usr/bin/env", "zsh", "-c",
           "autoload -U compinit && compinit -u -D && eval \"$1\" && which _hippuzzle >/dev/null",
           "zsh", script.out});
  EXPECT_EQ(checked.code, 0) << checked.err;
  EXPECT_EQ(checked.err, "");
}

TEST(Completion, KnowsNoOtherShell) { EXPECT_EQ(hippuzzle({"completion", "tcsh"}).code, 2); }

TEST(Completion, OffersTheValuesOfOptions) {
  EXPECT_TRUE(contains(offered({"hippuzzle", "p03", "--edition", ""}), "classic"));
  EXPECT_TRUE(contains(offered({"hippuzzle", "run", "--variant", "st"}), "staged"));
  EXPECT_TRUE(contains(offered({"hippuzzle", "check", "--only", "ra"}), "race"));
  EXPECT_EQ(offered({"hippuzzle", "p03", "--color", "n"}), std::vector<std::string>{"never"});
}

TEST(Completion, OffersTheVariantsOfTheNamedPuzzleAlone) {
  const auto of_p03 = offered({"hippuzzle", "bench", "p03", "--variant", ""});
  EXPECT_TRUE(contains(of_p03, "staged"));
  EXPECT_FALSE(contains(of_p03, "--staged")) << "a value, not a flag";
  EXPECT_EQ(of_p03.size(), offered({"hippuzzle", "p03", "--"}).size() -
                               offered({"hippuzzle", "p01", "--"}).size());
  EXPECT_EQ(offered({"hippuzzle", "bench", "p01", "--variant", ""}), std::vector<std::string>{""})
      << "it has none";
  EXPECT_TRUE(contains(offered({"hippuzzle", "run", "p0*", "--variant", ""}), "staged"));
}

TEST(Completion, ForFishOffersTheVariantsOfTheNamedPuzzle) {
  if (run({"/usr/bin/env", "fish", "-c", "true"}).code != 0)
    GTEST_SKIP() << "there is no fish here";
  const std::string script = run({learners_binary().string(), "completion", "fish"}).out;
  const auto of = [&](const std::string& typed) {
    const CommandResult r =
        run({"/usr/bin/env", "fish", "-c", script + "\ncomplete -C '" + typed + "'"});
    EXPECT_EQ(r.err, "");
    std::vector<std::string> words = lines(r.out);  // a word, a tab and what the option is for
    for (std::string& word : words) word.erase(std::min(word.find('\t'), word.size()));
    return words;
  };
  EXPECT_EQ(of("hippuzzle bench p03 --variant st"), std::vector<std::string>{"staged"});
  EXPECT_FALSE(contains(of("hippuzzle bench p01 --variant "), "staged"));
  EXPECT_TRUE(contains(of("hippuzzle run --variant "), "staged"));
}

TEST(Completion, ForFishNamesPuzzlesCommandsAndOptions) {
  const CommandResult r = run({learners_binary().string(), "completion", "fish"});
  ASSERT_EQ(r.code, 0) << r.err;
  for (const char* line :
       {"complete -c hippuzzle -n __fish_use_subcommand -a p03 -d 'Pool'",
        "complete -c hippuzzle -n '__fish_seen_subcommand_from p03' -l staged",
        "complete -c hippuzzle -n '__fish_seen_subcommand_from watch' -l stay -d "}) {
    EXPECT_NE(r.out.find(line), std::string::npos) << line << '\n' << r.out;
  }
}

}  // namespace completion_test
}  // namespace hippuzzle::testing
