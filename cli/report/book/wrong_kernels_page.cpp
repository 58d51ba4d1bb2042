#include "cli/report/book/wrong_kernels_page.hpp"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "cli/report/book/html.hpp"
#include "support/outcome.hpp"

namespace hippuzzle {
namespace {

using json = nlohmann::ordered_json;

// The line of a finding's side, where it lies in the kernel's own file.
std::optional<size_t> line_in(const json& side, const std::string& kernel) {
  const std::string file = side.at("file");
  return file.ends_with("/" + kernel + ".hip") ? std::optional<size_t>(side.at("line"))
                                               : std::nullopt;
}

// "write by thread (4, 0, 0) of block (0, 0, 0), line 20"
std::string side_words(const json& side) {
  const std::string access = side.at("access");
  if (access.empty() || access == "none") return "";
  const auto index = [](const json& xyz) {
    return fmt::format("({}, {}, {})", xyz.at(0).get<int>(), xyz.at(1).get<int>(),
                       xyz.at(2).get<int>());
  };
  const int line = side.at("line");
  return fmt::format("{} by thread {} of block {}{}", access, index(side.at("thread")),
                     index(side.at("block")), line > 0 ? fmt::format(", line {}", line) : "");
}

std::string finding_html(const json& finding, const std::string& variant) {
  std::string sides;
  for (const json& side : finding.at("sides")) {
    const std::string words = side_words(side);
    if (!words.empty()) sides += fmt::format("<li>{}</li>", in_html(words));
  }
  return fmt::format(
      "<aside class=\"found {}\"><p><b>{}</b>{}</p>{}<p class=\"why\">{}</p></aside>\n",
      in_html(finding.at("level").get<std::string>()),
      in_html(finding.at("message").get<std::string>()),
      variant.empty() ? "" : fmt::format(" <small>--{}</small>", in_html(variant)),
      sides.empty() ? "" : "<ul>" + sides + "</ul>", in_html(finding.at("why").get<std::string>()));
}

class KernelHtml {
 public:
  KernelHtml(const json& kernel, ShownSource shown)
      : kernel_(kernel), name_(kernel.at("name")), shown_(shown) {
    std::istringstream in(kernel.at("source").get<std::string>());
    for (std::string line; std::getline(in, line);) lines_.push_back(line);
    for (const json& variant : kernel.at("variants")) place(variant);
  }

  // The outcome of each variant, the source with findings, then those without a line here.
  std::string html() const {
    std::string html;
    for (const json& variant : kernel_.at("variants")) {
      const std::string flag = variant.at("variant"), reason = variant.at("reason");
      html += fmt::format("<p class=\"verdict\">{}{}: {}</p>\n",
                          flag.empty() ? "" : fmt::format("<code>--{}</code> ", in_html(flag)),
                          in_html(variant.at("outcome").get<std::string>()), in_html(reason));
    }
    html += source() + elsewhere_;
    return html;
  }

 private:
  void place(const json& variant) {
    for (const json& finding : variant.at("findings")) {
      if (!finding.at("allowed").get<std::string>().empty()) continue;
      const std::string html = finding_html(finding, variant.at("variant"));
      std::optional<size_t> at;
      for (const json& side : finding.at("sides")) {
        const auto line = line_in(side, name_);
        if (line && *line >= 1 && *line <= lines_.size()) {
          marked_.insert(*line);
          if (!at) at = line;
        }
      }
      (at ? found_[*at] : elsewhere_) += html;
    }
  }

  bool is_shown(size_t number, size_t first) const {
    if (shown_ == ShownSource::functions) return number >= first;
    return marked_.contains(number);
  }

  // The first line after the lines that rename the right kernels.
  size_t first_of_functions() const {
    size_t first = 1;
    for (size_t i = 0; i < lines_.size(); ++i) {
      if (lines_[i].starts_with("#") || lines_[i].starts_with("//")) {
        first = i + 2;
      } else if (!lines_[i].empty()) {
        break;
      }
    }
    while (first <= lines_.size() && lines_[first - 1].empty()) ++first;
    return first;
  }

  // Findings stand between two pieces of the code.
  std::string source() const {
    std::string html, piece;
    const size_t first = first_of_functions();
    const auto end_piece = [&] {
      if (!piece.empty()) html += "<pre class=\"numbered\"><code>" + piece + "</code></pre>\n";
      piece.clear();
    };
    for (size_t number = 1; number <= lines_.size(); ++number) {
      if (is_shown(number, first)) {
        piece += fmt::format("<span{}><i>{}</i>{}\n</span>",
                             marked_.contains(number) ? " class=\"found\"" : "", number,
                             in_html(lines_[number - 1]));
      }
      const auto found = found_.find(number);
      if (found == found_.end()) continue;
      end_piece();
      html += found->second;
    }
    end_piece();
    return html.empty() ? "" : "<div class=\"wrong\">" + html + "</div>\n";
  }

  const json& kernel_;
  const std::string name_;
  const ShownSource shown_;
  std::vector<std::string> lines_;
  std::set<size_t> marked_;              // by numbers from 1
  std::map<size_t, std::string> found_;  // below these
  std::string elsewhere_;
};

}  // namespace

WrongKernelsPart wrong_kernels_part(std::string_view document, ShownSource shown) try {
  WrongKernelsPart part;
  const json read = json::parse(document);
  if (read.at("version") != 1) throw Error(Outcome::load_failed, "another version");
  for (const json& kernel : read.at("kernels")) {
    if (kernel.at("variants").empty()) continue;
    const std::string name = kernel.at("name"), sentence = kernel.at("sentence");
    const std::string anchor = "wrong-" + name;
    part.html += fmt::format(
        "<h3><a class=\"anchor\" id=\"{0}\" href=\"#{0}\" tabindex=\"-1\" "
        "aria-hidden=\"true\"></a><code>{1}</code></h3>"
        "\n<p>{2}</p>\n<details>\n<summary>Findings of the check</summary>\n{3}</details>\n",
        anchor, in_html(name), in_html(sentence), KernelHtml(kernel, shown).html());
    part.sections.push_back({anchor, name, 3, sentence});
  }
  return part;
} catch (const json::exception& error) {
  throw Error(Outcome::load_failed,
              fmt::format("the record of wrong kernels cannot be understood: {}", error.what()));
}

}  // namespace hippuzzle
