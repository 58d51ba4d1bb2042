// `hippuzzle explain race`: the meaning of a word of lessons and reports, from docs/learn/words.md.
#include <fmt/format.h>

#include <memory>

#include "cli/args/suggest.hpp"
#include "cli/commands/commands.hpp"
#include "cli/report/lessons/lesson_text.hpp"
#include "cli/report/output.hpp"
#include "lessons/word_list.hpp"
#include "support/files/text_file.hpp"
#include "support/outcome.hpp"

namespace hippuzzle::commands {
namespace {

std::vector<ExplainedWord> words_of(const std::filesystem::path& page) {
  const std::optional<std::string> text = read_file(page);
  if (!text) {
    throw Error(Outcome::load_failed,
                fmt::format("cannot read '{}'; install hippuzzle again", page.string()));
  }
  return explained_words(*text);
}

std::string all_words(const std::vector<ExplainedWord>& words) {
  std::string text;
  for (const ExplainedWord& word : words) text += word.word + '\n';
  return text;
}

// "; did you mean 'race' or 'race-same-value'?": the nearest word and the words that contain it.
std::string suggestion(const std::string& word, const std::vector<ExplainedWord>& words) {
  std::vector<std::string> names, near;
  for (const ExplainedWord& known : words) names.push_back(word_key(known.word));
  const std::string key = word_key(word), best = nearest(key, names);
  for (size_t i = 0; i < words.size() && near.size() < 3; ++i) {
    const bool contains = key.size() > 2 && names[i].find(key) != std::string::npos;
    if (contains || names[i] == best) near.push_back(fmt::format("'{}'", words[i].word));
  }
  if (near.empty()) return "`hippuzzle explain` lists the words";
  return fmt::format("did you mean {}?", fmt::join(near, " or "));
}

Outcome run_explain(const std::vector<std::string>& typed, const GlobalOptions& globals) {
  const std::filesystem::path page = words_page(globals.search_path());
  const std::vector<ExplainedWord> words = words_of(page);
  if (typed.empty()) {
    write_text(all_words(words));
    return Outcome::passed;
  }
  const std::string word = fmt::format("{}", fmt::join(typed, " "));
  for (const ExplainedWord& known : words) {
    if (word_key(known.word) != word_key(word)) continue;
    write_text(known.word + "\n\n" + lesson_text(known.markdown, page.parent_path()));
    return Outcome::passed;
  }
  throw Error(Outcome::usage,
              fmt::format("there is no explanation of '{}'; {}", word, suggestion(word, words)));
}

}  // namespace

void add_explain(Command command, const GlobalOptions& globals) {
  auto words = std::make_shared<std::vector<std::string>>();
  command.option("word", *words, "a finding, a column or a unit, such as race [lists all words]")
      .type_name("WORD");
  command.act([words, &globals] { return run_explain(*words, globals); });
}

}  // namespace hippuzzle::commands
