// How often the sentences of the project are in an order that English does not use. The counts per
// 1000 words are held by a table and may only fall.
#include <array>
#include <cctype>
#include <map>
#include <set>

#include "tests/architecture/source_files.hpp"

namespace hippuzzle::testing {
namespace english_test {

namespace fs = std::filesystem;

using Words = std::vector<std::string>;

// Three habits: a word that replaces a noun (`what …`, `those of`), a place that replaces a
// relation (`behind`, `beside`, `in front of`), and a sentence that does not begin with its
// subject.
enum Pattern { kNoun, kPlace, kStart, kPatterns };
constexpr const char* kNames[] = {"noun replaced", "place word", "sentence start"};

// After these verbs `what` begins an indirect question: `says what is wrong`.
bool asks(const std::string& verb) {
  static const std::set<std::string> verbs = {
      "answers", "ask",      "asks",  "check", "decide", "decides", "describe", "describes",
      "explain", "explains", "find",  "know",  "knows",  "learn",   "list",     "lists",
      "report",  "reports",  "said",  "say",   "saying", "says",    "see",      "sees",
      "show",    "showing",  "shows", "state", "states", "tell",    "tells"};
  return verbs.contains(verb);
}

std::string lower(std::string word) {
  for (char& c : word) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return word;
}

// The patterns of a sentence, each with the words around it.
std::vector<std::pair<Pattern, std::string>> patterns_in(const Words& sentence) {
  std::vector<std::pair<Pattern, std::string>> found;
  const auto word = [&](size_t i) { return i < sentence.size() ? lower(sentence[i]) : ""; };
  const auto place = [&](size_t at) {
    std::string words;
    for (size_t i = at < 4 ? 0 : at - 4; i < std::min(sentence.size(), at + 6); ++i)
      words += (words.empty() ? "" : " ") + sentence[i];
    return words;
  };
  bool questions = false;  // "how it is built and what it costs"
  for (size_t i = 0; i < sentence.size(); ++i) {
    const std::string here = word(i), next = word(i + 1);
    questions |= here == "how" || here == "why" || here == "whether" || asks(here);
    const bool replaces_noun =
        (here == "what" && !questions && next != "to" && next != "if") ||
        (here == "those" && (next == "of" || next == "that" || next == "who" || next == "which")) ||
        (here == "that" && next == "of") || ((here == "one" || here == "ones") && next == "that");
    if (replaces_noun) found.emplace_back(kNoun, place(i));
    if (here == "behind" || here == "beside" ||
        (here == "in" && next == "front" && word(i + 2) == "of"))
      found.emplace_back(kPlace, place(i));
  }
  static const std::set<std::string> starts = {"Of", "What", "Who", "Whose", "Those", "Where"};
  if (!sentence.empty() &&
      (starts.contains(sentence[0]) || (sentence[0] == "So" && word(1) == "many")))
    found.emplace_back(kStart, place(0));
  return found;
}

// The sentences of a text, questions left out. An empty line, and a line that begins a list's
// item, a heading or a table's row, ends a sentence as a full stop does.
std::vector<Words> sentences_of(const std::string& text) {
  std::vector<Words> sentences(1);
  std::string word;
  const auto end_word = [&] {
    if (!word.empty() && std::isalpha(static_cast<unsigned char>(word[0])))
      sentences.back().push_back(word);
    word.clear();
  };
  const auto end_sentence = [&](bool is_question) {
    end_word();
    if (is_question) sentences.back().clear();
    if (!sentences.back().empty()) sentences.emplace_back();
  };
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i], next = i + 1 < text.size() ? text[i + 1] : '\n';
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '\'' || c == '_') {
      word += c;
      continue;
    }
    end_word();
    const bool is_last = next == ' ' || next == '\n' || next == '"' || next == ')';
    if ((c == '.' || c == '!' || c == '?') && is_last) end_sentence(c == '?');
    if (c == '\n' && (next == '\n' || next == '#' || next == '-' || next == '*' || next == '|'))
      end_sentence(false);
    if (c == '|') end_sentence(false);
  }
  end_sentence(false);
  return sentences;
}

// Text without `code`; each link is one word, because its text is a title.
std::string without_code(const std::string& text) {
  std::string kept;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '`') {
      const size_t end = text.find('`', i + 1);
      if (end != std::string::npos && end - i < 200) {
        kept += 'x';
        i = end;
        continue;
      }
    }
    if (text[i] == '[') {
      const size_t middle = text.find("](", i), end = text.find(')', i);
      if (end != std::string::npos && middle < end && text.find('[', i + 1) > middle) {
        kept += 'x';
        i = end;
        continue;
      }
    }
    kept += text[i];
  }
  return kept;
}

// Without headings, which are titles and no sentences.
std::string prose_of_page(const std::string& file) {
  std::string text;
  bool is_code = false;
  for (const std::string& line : lines_of(file)) {
    const bool is_fence = line.starts_with("```");
    if (is_fence) is_code = !is_code;
    const bool is_prose =
        !is_fence && !is_code && !line.starts_with("    ") && !line.starts_with('#');
    if (is_prose) text += line;
    text += '\n';
  }
  return without_code(text);
}

std::string comments_of(const std::string& file) {
  const bool is_cmake = file.ends_with(".txt") || file.ends_with(".cmake");
  const std::string mark = is_cmake ? "# " : "// ";
  std::string text;
  for (const std::string& line : lines_of(file)) {
    const size_t at = line.find(mark);
    const bool is_comment = at != std::string::npos && line.find_first_not_of(" ") == at;
    if (!is_comment && (text.empty() || text.back() != '\n')) text += '\n';
    if (at != std::string::npos && (is_comment || line[at - 1] == ' '))
      text += (is_comment ? "" : "\n") + line.substr(at + mark.size());
    text += '\n';
  }
  return without_code(text);
}

// Literals of three words or more; a literal that ends or begins with a space goes on in the next.
std::string messages_of(const std::string& file) {
  std::string text;
  for (const std::string& line : lines_of(file)) {
    for (const std::string& literal : literals(line)) {
      if (std::ranges::count(literal, ' ') < 2) continue;
      if (!text.ends_with(' ') && !literal.starts_with(' ')) text += "\n\n";
      text += literal;
    }
  }
  return without_code(std::regex_replace(text, std::regex(R"(\\n)"), "\n"));
}

struct Group {
  std::string name;
  std::map<std::string, std::string> texts;  // by file
};

std::vector<Group> groups() {
  Group docs{"docs", {}}, lessons{"lessons", {}}, messages{"messages", {}},
      comments{"comments", {}};
  const auto add_page = [](Group& group, const std::string& file) {
    group.texts[file] = prose_of_page(file);
  };
  for (const char* file : {"README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"})
    add_page(docs, file);
  for (const char* folder : {"bench", "common", "docs", "plugins", "tests", "cli"}) {
    for (const auto& entry : fs::recursive_directory_iterator(source_root / folder)) {
      const std::string file = entry.path().lexically_relative(source_root);
      const std::string name = entry.path().filename();
      if (file.find("/templates/") != std::string::npos) continue;
      if (name == "CMakeLists.txt" || file.ends_with(".cmake"))
        comments.texts[file] = comments_of(file);
      if (!file.ends_with(".md") || file.starts_with("tests/fixtures/")) continue;
      const bool is_lesson = file.starts_with("plugins/") && name != "NOTES.md";
      add_page(is_lesson ? lessons : docs, file);
    }
  }
  for (const std::string& file : source_files()) {
    if (file.starts_with("common/hip_cc/libraries/include/") ||
        file.find("/templates/") != std::string::npos)
      continue;
    comments.texts[file] = comments_of(file);
    const bool is_product = file.starts_with("cli/") || file.starts_with("common/");
    if (is_product && file.find("/tests/") == std::string::npos)
      messages.texts[file] = messages_of(file);
  }
  return {docs, lessons, messages, comments};
}

// The allowed number of each pattern per 1000 words. Lower a number when its texts became better;
// never raise one.
const std::map<std::string, std::array<double, kPatterns>> kLimits = {
    {"docs", {0.5, 0.5, 0.5}},
    {"lessons", {0.5, 0.5, 0.5}},
    {"messages", {0.5, 0.5, 0.5}},
    {"comments", {0.5, 0.5, 0.5}},
};
constexpr double kLoose = 0.5;  // a limit that is higher than its count by more is out of date

TEST(English, OrdersItsWordsAsTheTableSays) {
  for (const Group& group : groups()) {
    size_t words = 0;
    std::array<std::vector<std::string>, kPatterns> places;
    for (const auto& [file, text] : group.texts) {
      for (const Words& sentence : sentences_of(text)) {
        words += sentence.size();
        for (const auto& [pattern, place] : patterns_in(sentence))
          places[pattern].push_back(file + ": " + place);
      }
    }
    ASSERT_GT(words, 5000u) << group.name;
    for (int pattern = 0; pattern < kPatterns; ++pattern) {
      const double rate = 1000.0 * places[pattern].size() / words;
      const double limit = kLimits.at(group.name)[pattern];
      const std::string name = group.name + ", " + kNames[pattern];
      std::string all;
      if (rate > limit)
        for (const std::string& place : places[pattern]) all += "\n  " + place;
      EXPECT_LE(rate, limit) << name << ": " << places[pattern].size() << " in " << words
                             << " words; rewrite some of these:" << all;
      EXPECT_GE(rate, limit - kLoose)
          << name << ": the table allows more than there is; lower its limit to " << rate;
    }
  }
}

TEST(English, CountsThePatterns) {
  const auto count = [](const std::string& text) {
    std::array<int, kPatterns> counts{};
    for (const Words& sentence : sentences_of(without_code(text)))
      for (const auto& [pattern, place] : patterns_in(sentence)) ++counts[pattern];
    return counts;
  };
  using Counts = std::array<int, kPatterns>;
  EXPECT_EQ(count("It counts what threads read. It is as fast as that of AMD."), (Counts{2, 0, 0}));
  EXPECT_EQ(count("It says what is wrong and what to do."), (Counts{0, 0, 0}));
  EXPECT_EQ(count("Those that lie behind it, beside and in front of it."), (Counts{1, 3, 1}));
  EXPECT_EQ(count("- Of three, one is left\n- So many are read"), (Counts{0, 0, 2}));
  EXPECT_EQ(count("What does thread 3 read? Read `what it does`."), (Counts{0, 0, 0}));
  EXPECT_EQ(count("It has [what is checked](a.md#what)."), (Counts{0, 0, 0}));
}

}  // namespace english_test
}  // namespace hippuzzle::testing
