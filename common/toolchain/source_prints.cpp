#include "toolchain/source_prints.hpp"

#include <algorithm>
#include <set>
#include <string>

#include "support/text/lines.hpp"
#include "toolchain/content_hash.hpp"
#include "toolchain/source_lexer.hpp"

namespace hippuzzle {
namespace {

using Kind = SourceToken::Kind;

constexpr size_t most_tokens = most_prints * print_window / 2;

struct Word {
  uint64_t hash;
  uint32_t line;
};

uint64_t hash_of(std::string_view text) {
  ContentHash hash;
  hash.add(text);
  return hash.value();
}

// Names that a student cannot choose. All others count as one name.
bool is_of_the_language(std::string_view name) {
  static const std::set<std::string_view> words = {
      "auto",     "bool",     "break",     "case",         "char",      "class",    "const",
      "continue", "default",  "do",        "double",       "else",      "float",    "for",
      "goto",     "if",       "int",       "long",         "return",    "short",    "signed",
      "sizeof",   "static",   "struct",    "switch",       "template",  "typename", "unsigned",
      "using",    "void",     "volatile",  "while",        "threadIdx", "blockIdx", "blockDim",
      "gridDim",  "warpSize", "atomicAdd", "__syncthreads"};
  return words.contains(name);
}

// The lines of a source that the given file lacks.
class OwnLines {
 public:
  OwnLines(std::string_view source, std::string_view given) {
    std::set<std::string_view> known;
    for (const std::string_view line : split_lines(given)) known.insert(trimmed(line));
    for (const std::string_view line : split_lines(source))
      is_given_.push_back(known.contains(trimmed(line)));
  }

  bool has(size_t line) const {
    return line == 0 || line > is_given_.size() || !is_given_[line - 1];
  }

 private:
  std::vector<bool> is_given_;
};

void add(std::vector<Word>& words, const SourceToken& token, size_t line) {
  const bool is_chosen = token.kind == Kind::identifier && !is_of_the_language(token.text);
  words.push_back({hash_of(is_chosen ? "name" : token.text), static_cast<uint32_t>(line)});
}

uint64_t hash_of(const std::vector<Word>& words, size_t first) {
  uint64_t hash = 0;
  for (size_t i = first; i < first + print_tokens; ++i)
    hash = (hash ^ words[i].hash) * UINT64_C(0x9e3779b97f4a7c15) + (hash >> 29);
  return hash >> 11;
}

// Takes the run with the least hash from each window of runs; the last one, where several have it.
std::vector<SourcePrint> winnowed(const std::vector<Word>& words) {
  std::vector<SourcePrint> prints;
  if (words.size() < print_tokens) return prints;
  std::vector<uint64_t> runs;
  for (size_t i = 0; i + print_tokens <= words.size(); ++i) runs.push_back(hash_of(words, i));
  const size_t window = std::min(print_window, runs.size());
  size_t taken = runs.size();
  for (size_t begin = 0; begin + window <= runs.size() && prints.size() < most_prints; ++begin) {
    size_t least = begin;
    for (size_t i = begin; i < begin + window; ++i)
      if (runs[i] <= runs[least]) least = i;
    if (least == taken) continue;
    taken = least;
    uint32_t first = words[least].line, last = first;
    for (size_t i = least; i < least + print_tokens; ++i) {
      first = std::min(first, words[i].line);
      last = std::max(last, words[i].line);
    }
    prints.push_back({runs[least], first, last});
  }
  return prints;
}

}  // namespace

std::vector<SourcePrint> prints_of_source(std::string_view source, std::string_view given) {
  const std::string text = without_splices(source);
  const OwnLines own(source, given);
  std::vector<Word> words;
  SourceLexer lexer(text);
  for (SourceToken token = lexer.next(); token.kind != Kind::end && words.size() < most_tokens;
       token = lexer.next()) {
    if (token.kind == Kind::directive) {
      lexer.skip_line();
    } else if (own.has(token.line)) {
      add(words, token, token.line);
    }
  }
  return winnowed(words);
}

std::vector<SourcePrint> prints_of_preprocessed(std::string_view preprocessed,
                                                const std::filesystem::path& file,
                                                std::string_view source, std::string_view given) {
  const OwnLines own(source, given);
  const std::filesystem::path name = file.lexically_normal();
  std::vector<Word> words;
  bool is_own = false;
  size_t marker_at = 0, marker_line = 0;
  SourceLexer lexer(preprocessed);
  for (SourceToken token = lexer.next(); token.kind != Kind::end && words.size() < most_tokens;
       token = lexer.next()) {
    if (token.kind == Kind::directive) {
      if (const auto marker = line_marker(token.text)) {
        marker_at = token.line;
        marker_line = marker->first;
        is_own = marker->second == name;
      }
      lexer.skip_line();
      continue;
    }
    const size_t line = marker_line + token.line - marker_at - 1;
    if (is_own && own.has(line)) add(words, token, line);
  }
  return winnowed(words);
}

}  // namespace hippuzzle
