#include "lessons/edition_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "engine/modules/abi_types.hpp"
#include "support/text/lines.hpp"

namespace hippuzzle {
namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

struct Mark {
  std::string_view edition;
  bool is_closed;  // the comment ends in its line: the passage is text that any viewer shows
};

std::optional<Mark> mark_in(std::string_view line) {
  constexpr std::string_view begin = "<!-- edition ", end = "-->";
  line = trimmed(line);
  if (!line.starts_with(begin)) return std::nullopt;
  line.remove_prefix(begin.size());
  const bool is_closed = line.ends_with(end);
  if (is_closed) line.remove_suffix(end.size());
  return Mark{trimmed(line), is_closed};
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

// The figures of a line "HostBuffer([0.0, 1.0, …, 5.0])", and how many of them follow "…".
struct PrintedFigures {
  std::vector<double> values;
  std::optional<size_t> behind_gap;
};

std::optional<PrintedFigures> figures_in(std::string_view line, std::string_view label) {
  constexpr std::string_view begin = "HostBuffer([", end = "])", gap = "…";
  line = trimmed(line);
  if (!line.starts_with(label)) return std::nullopt;
  line = trimmed(line.substr(label.size()));
  if (!line.starts_with(begin) || !line.ends_with(end)) return std::nullopt;
  line = line.substr(begin.size(), line.size() - begin.size() - end.size());
  PrintedFigures figures;
  while (!line.empty()) {
    const size_t comma = std::min(line.find(','), line.size());
    const std::string_view word = trimmed(line.substr(0, comma));
    line.remove_prefix(std::min(comma + 1, line.size()));
    double value = 0;
    if (word == gap) {
      figures.behind_gap = 0;
    } else if (std::from_chars(word.begin(), word.end(), value).ptr == word.end()) {
      figures.values.push_back(value);
      if (figures.behind_gap) ++*figures.behind_gap;
    } else {
      return std::nullopt;
    }
  }
  return figures;
}

bool shows(const PrintedFigures& printed, const std::vector<double>& all) {
  const auto& [values, behind] = printed;
  if (!behind) return values == all;
  return values.size() < all.size() &&
         std::equal(values.begin(), values.end() - static_cast<ptrdiff_t>(*behind), all.begin()) &&
         std::equal(values.rbegin(), values.rbegin() + static_cast<ptrdiff_t>(*behind),
                    all.rbegin());
}

// A line with these figures, as many of them as `like` shows.
std::string line_of(std::string_view label, const std::vector<double>& all,
                    const PrintedFigures& like) {
  const bool has_gap = like.behind_gap && like.values.size() < all.size();
  const size_t behind = has_gap ? *like.behind_gap : 0;
  const size_t front = has_gap ? like.values.size() - behind : all.size();
  std::string text;
  for (size_t i = 0; i < all.size(); ++i) {
    if (i == front && has_gap) text += ", …";
    if (i >= front && i < all.size() - behind) continue;
    const bool is_whole = all[i] == static_cast<double>(static_cast<int64_t>(all[i]));
    text += i == 0 ? "" : ", ";
    text += is_whole ? fmt::format("{:.1f}", all[i]) : fmt::format("{}", all[i]);
  }
  return fmt::format("{} HostBuffer([{}])\n", label, text);
}

// The figures that this edition expects of an example, and the figures that another edition
// expects.
struct ExpectedFigures {
  std::vector<double> here, there;
};

std::vector<ExpectedFigures> expected_figures(const CatalogEntry& entry) {
  std::vector<ExpectedFigures> all;
  for (const VariantRef& ref : entry.refs) {
    const hippuzzle_variant& variant = *ref.variant;
    const double* expected = variant.expected;
    if (!ref.example || expected == nullptr) continue;
    all.push_back(
        {{expected, expected + output_count(variant, variant.example)}, ref.example->expected});
  }
  return all;
}

// "# p16: Matrix multiplication" with the edition's title.
std::string with_title(std::string text, const std::string& puzzle, const std::string& title) {
  const std::string begin = fmt::format("# {}: ", puzzle);
  const size_t end = std::min(text.find('\n'), text.size());
  const bool is_lesson = text.starts_with(begin) && text.substr(0, end) != begin + "hints";
  return is_lesson ? text.replace(begin.size(), end - begin.size(), title) : text;
}

std::string with_printed_lines(std::string_view markdown, const CatalogEntry& entry) {
  const std::vector<ExpectedFigures> examples = expected_figures(entry);
  constexpr std::string_view out = "out:", expected = "expected:";
  std::string text;
  std::string_view line_before;
  for (const std::string_view line : lines_of(markdown)) {
    const auto printed = figures_in(line, expected);
    const auto of_this = [&](const ExpectedFigures& e) { return shows(*printed, e.here); };
    const auto found =
        printed ? std::ranges::find_if(examples, of_this) : std::ranges::end(examples);
    if (found == examples.end()) {
      text += line;
    } else {
      if (const auto above = figures_in(line_before, out)) {
        const bool is_right = shows(*above, found->here);
        text.erase(text.size() - line_before.size());
        text += line_of(out, is_right ? found->there : std::vector<double>(found->there.size()),
                        *above);
      }
      text += line_of(expected, found->there, *printed);
    }
    line_before = line;
  }
  return text;
}

}  // namespace

std::string passages_of(std::string_view markdown, std::string_view edition, Others others) {
  if (edition.empty()) edition = this_edition;
  std::string text;
  bool is_shown = true, in_comment = false, comment_is_shown = false;
  for (const std::string_view line : lines_of(markdown)) {
    const size_t length = text.size();
    if (in_comment && trimmed(line) == "-->") {
      in_comment = false;
    } else if (const auto mark = mark_in(line)) {
      const bool is_ours = mark->edition == edition || mark->edition == any_edition;
      in_comment = !mark->is_closed;
      (in_comment ? comment_is_shown : is_shown) = is_ours;
    } else if (in_comment ? comment_is_shown : is_shown) {
      text += line;
    }
    if (others == Others::empty_lines && text.size() == length) text += '\n';
  }
  return text;
}

std::vector<PassageMark> passage_marks(std::string_view markdown) {
  std::vector<PassageMark> marks;
  size_t number = 0;
  for (const std::string_view line : lines_of(markdown)) {
    ++number;
    const auto mark = mark_in(line);
    if (mark) marks.push_back({std::string(mark->edition), number});
  }
  return marks;
}

std::vector<IdInText> ids_in(std::string_view text) {
  std::vector<IdInText> ids;
  for (size_t at = 0; (at = text.find('p', at)) != text.npos; ++at) {
    size_t end = at + 1;
    while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end])) != 0) ++end;
    const bool begins = at == 0 || (!is_word(text[at - 1]) && text[at - 1] != '_');
    const bool ends = end == text.size() || !is_word(text[end]);
    if (begins && ends && end - at == 3) ids.push_back({std::string(text.substr(at, 3)), at});
  }
  return ids;
}

std::string with_ids_of(const Catalog& catalog, std::string_view text) {
  if (catalog.edition().empty()) return std::string(text);
  std::string result;
  size_t done = 0;
  for (const auto& [id, offset] : ids_in(text)) {
    result += text.substr(done, offset - done);
    const auto there = catalog.id_of(id);
    result += there ? *there : fmt::format("{}{}", other_edition, id);
    done = offset + id.size();
  }
  return result + std::string(text.substr(done));
}

std::string in_edition(const Catalog& catalog, const std::string& puzzle,
                       std::string_view markdown) {
  std::string text = passages_of(markdown, catalog.edition());
  const auto id = catalog.id_of(puzzle);
  if (catalog.edition().empty() || !id) return text;
  const CatalogEntry entry = catalog.open(*id);
  text = with_printed_lines(with_title(std::move(text), puzzle, entry.title), entry);
  return with_ids_of(catalog, text);
}

}  // namespace hippuzzle
