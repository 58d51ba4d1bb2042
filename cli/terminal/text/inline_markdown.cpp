#include "cli/terminal/text/inline_markdown.hpp"

#include <fmt/format.h>

#include <optional>
#include <string_view>

#include "cli/terminal/text/text_layout.hpp"

namespace hippuzzle {
namespace {

class Inline {
 public:
  Inline(std::string_view text, bool colour) : rest_(text), colour_(colour) {}

  std::string render() {
    while (!rest_.empty()) {
      if (!code() && !link() && !emphasis("**", "1") && !emphasis("*", "3")) take(1);
    }
    return out_;
  }

 private:
  void take(size_t count) {
    out_ += rest_.substr(0, count);
    rest_.remove_prefix(count);
  }

  // The text between two marks when the rest begins with one.
  std::optional<std::string_view> enclosed(std::string_view mark) const {
    if (!rest_.starts_with(mark)) return std::nullopt;
    const size_t end = rest_.find(mark, mark.size());
    if (end == rest_.npos || end == mark.size()) return std::nullopt;
    return rest_.substr(mark.size(), end - mark.size());
  }

  std::string styled(const std::string& text, const char* code) const {
    return colour_ ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : text;
  }

  bool code() {
    const auto text = enclosed("`");
    if (!text) return false;
    const bool is_short = text->size() <= 30;
    const std::string kept = is_short ? unbreakable(std::string(*text)) : std::string(*text);
    out_ += colour_ ? styled(kept, "36") : fmt::format("`{}`", kept);
    rest_.remove_prefix(text->size() + 2);
    return true;
  }

  bool emphasis(std::string_view mark, const char* code) {
    const auto text = enclosed(mark);
    if (!text || text->front() == ' ' || text->back() == ' ') return false;
    out_ += styled(std::string(*text), code);
    rest_.remove_prefix(text->size() + 2 * mark.size());
    return true;
  }

  bool link() {
    if (!rest_.starts_with('[')) return false;
    const size_t middle = rest_.find("](");
    const size_t end = middle == rest_.npos ? rest_.npos : rest_.find(')', middle);
    if (end == rest_.npos) return false;
    const std::string_view address = rest_.substr(middle + 2, end - middle - 2);
    out_ += render_inline(std::string(rest_.substr(1, middle - 1)), colour_);
    if (address.starts_with("http")) out_ += fmt::format(" ({})", address);
    rest_.remove_prefix(end + 1);
    return true;
  }

  std::string_view rest_;
  bool colour_;
  std::string out_;
};

}  // namespace

std::string render_inline(const std::string& text, bool colour) {
  return Inline(text, colour).render();
}

}  // namespace hippuzzle
