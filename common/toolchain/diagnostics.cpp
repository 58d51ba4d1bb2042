#include "toolchain/diagnostics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include "support/text/colour.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;
namespace {

struct Line {
  std::string raw;
  std::string plain;
};

// "file:12:5" of g++ and clang, "file(12)" of nvcc.
struct Location {
  std::string file;
  std::string place;  // "12:5"
};

// One thing that a compiler says: the line that names a place and the lines below it, and the lines
// above it that lead there ("In function …", "required from …").
struct Message {
  std::vector<Line> context;
  Location at;
  std::string severity;
  std::string text;
  std::vector<Line> lines;
};

// An error or a warning with the notes that follow it.
struct Group {
  Message main;
  std::vector<Message> notes;
};

bool all_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
}

std::optional<Location> location(std::string text) {
  if (text.ends_with(')')) {
    const size_t open = text.rfind('(');
    if (open == text.npos) return std::nullopt;
    const std::string line = text.substr(open + 1, text.size() - open - 2);
    if (!all_digits(line)) return std::nullopt;
    return Location{text.substr(0, open), line};
  }
  std::string place;
  for (int part = 0; part < 2; ++part) {
    const size_t colon = text.rfind(':');
    if (colon == text.npos || !all_digits(std::string_view(text).substr(colon + 1))) break;
    place = text.substr(colon + 1) + (place.empty() ? "" : ":") + place;
    text.resize(colon);
  }
  return place.empty() ? std::nullopt : std::optional(Location{text, place});
}

std::optional<Message> message(const Line& line) {
  static constexpr std::array severities = {"fatal error", "error", "warning", "note", "remark"};
  for (const char* severity : severities) {
    const size_t at = line.plain.find(fmt::format(": {}", severity));
    if (at == line.plain.npos) continue;
    const auto where = location(line.plain.substr(0, at));
    const size_t colon = line.plain.find(": ", at + 2);  // after nvcc's "error #20-D" as well
    if (!where || colon == line.plain.npos) continue;
    return Message{{}, *where, severity, line.plain.substr(colon + 2), {line}};
  }
  return std::nullopt;
}

// "x.hip: In function 'f':", "x.hip:5:3:   required from here"
std::optional<Location> context_location(const std::string& plain) {
  for (const char* phrase : {": In ", ": At "}) {
    if (const size_t at = plain.find(phrase); at != plain.npos && plain.ends_with(':')) {
      return Location{plain.substr(0, at), ""};
    }
  }
  const size_t required = plain.find(":   required");
  return required == plain.npos ? std::nullopt : location(plain.substr(0, required));
}

bool is_noise(const std::string& plain) {
  return plain.empty() || plain.starts_with("In file included from ") ||
         plain.find_first_not_of(' ') == plain.find("from /") ||
         plain.find(" generated") != plain.npos ||
         plain.find(" detected in the compil") != plain.npos;
}

std::vector<Group> parse(const std::string& output) {
  std::vector<Group> groups;
  std::vector<Line> context;
  Message* current = nullptr;
  std::istringstream lines(output);
  for (std::string raw; std::getline(lines, raw);) {
    const Line line{raw, without_colour(raw)};
    if (auto found = message(line)) {
      found->context = std::exchange(context, {});
      if (found->severity == "note" && !groups.empty()) {
        current = &groups.back().notes.emplace_back(std::move(*found));
      } else {
        current = &groups.emplace_back(Group{std::move(*found), {}}).main;
      }
    } else if (context_location(line.plain)) {
      context.push_back(line);
      current = nullptr;
    } else if (is_noise(line.plain)) {
      current = nullptr;
    } else if (current != nullptr) {
      current->lines.push_back(line);
    }
  }
  return groups;
}

// One sentence about a mistake for which compilers name templates; "" for all others.
std::string plain_sentence(const Message& m) {
  const auto says = [&](std::string_view words) { return m.text.find(words) != m.text.npos; };
  const bool is_tensor = std::ranges::any_of(
      m.lines, [](const Line& line) { return line.plain.find("Tensor<") != line.plain.npos; });
  if (is_tensor && (says("operator[]") || says("subscript operator") || says("operator \"[]\""))) {
    return "a tensor takes all its coordinates at once; write tensor(row, col), not "
           "tensor[row][col]";
  }
  for (const char* name : {"vector", "string", "map", "set"}) {
    if (says(fmt::format("‘{}’ is not a member of ‘std’", name)) ||
        says(fmt::format("no member named '{}' in namespace 'std'", name)) ||
        says(fmt::format("namespace \"std\" has no member \"{}\"", name))) {
      return fmt::format(
          "std::{0} is for host code, and a kernel cannot use it; take an array of a "
          "fixed size (a host function includes <{0}>)",
          name);
    }
  }
  return "";
}

class Filter {
 public:
  Filter(const fs::path& file, const fs::path& shown_from)
      : folder_(file.parent_path().string() + "/"),
        shown_folder_(fs::proximate(file.parent_path(), shown_from) / ""),
        shown_file_(fs::proximate(file, shown_from).string()) {
    if (shown_folder_ == "./") shown_folder_.clear();
  }

  Diagnostics apply(const std::vector<Group>& groups) {
    for (const Group& group : groups) own(group);
    for (const Group& group : groups) {
      if (result_.errors > 0) break;  // errors elsewhere most likely follow from these
      foreign(group);
    }
    return result_;
  }

 private:
  bool is_own(const Location& at) const { return at.file.starts_with(folder_); }

  static bool is_error(const Message& m) { return m.severity.ends_with("error"); }

  void print(const std::string& raw) {
    std::string text = raw;
    for (size_t at = 0; (at = text.find(folder_, at)) != text.npos; at += shown_folder_.size()) {
      text.replace(at, folder_.size(), shown_folder_);
    }
    result_.text += text + '\n';
  }

  void print(const Message& m) {
    for (const Line& line : m.context) {
      if (is_own(*context_location(line.plain))) print(line.raw);
    }
    for (const Line& line : m.lines) print(line.raw);
  }

  void own(const Group& group) {
    const Message& m = group.main;
    if (const std::string sentence = plain_sentence(m); is_own(m.at) && !sentence.empty()) {
      Message plain = m;
      plain.lines.front().raw =
          fmt::format("{}:{}: {}: {}", m.at.file, m.at.place, m.severity, sentence);
      print(plain);
      result_.errors += is_error(m);
    } else if (is_own(m.at)) {
      print(m);
      result_.errors += is_error(m);
      for (const Message& note : group.notes) {
        if (is_own(note.at)) print(note);
      }
    } else if (const auto cause = own_cause(group); cause && is_error(m)) {
      print(fmt::format("{}:{}: error: {}", cause->file, cause->place, m.text));
      ++result_.errors;
    }
  }

  // The learner's line that made the compiler look into a header of ours.
  std::optional<Location> own_cause(const Group& group) const {
    std::optional<Location> cause;
    for (const Line& line : group.main.context) {
      const auto at = context_location(line.plain);
      if (is_own(*at) && !at->place.empty()) cause = at;
    }
    for (const Message& note : group.notes) {
      if (!cause && is_own(note.at)) cause = note.at;
    }
    return cause;
  }

  void foreign(const Group& group) {
    if (is_own(group.main.at) || !is_error(group.main)) return;
    std::string kernel;
    for (const Line& line : group.main.context) {
      constexpr std::string_view phrase = "kernel = ";
      const size_t at = line.plain.find(phrase);
      if (at == line.plain.npos) continue;
      const size_t begin = at + phrase.size();
      kernel = line.plain.substr(begin, line.plain.find_first_of(";]", begin) - begin);
    }
    print(fmt::format("{}: error: {}{}", shown_file_, kernel.empty() ? "" : kernel + ": ",
                      group.main.text));
    ++result_.errors;
    result_.at_a_line = false;
  }

  std::string folder_;
  std::string shown_folder_;
  std::string shown_file_;
  Diagnostics result_;
};

}  // namespace

Diagnostics learner_diagnostics(const std::string& output, const fs::path& file,
                                const fs::path& shown_from) {
  return Filter(file, shown_from).apply(parse(output));
}

Diagnostics linker_diagnostics(const std::string& output, const fs::path& file,
                               const fs::path& shown_from) {
  Diagnostics result;
  std::set<std::string> told;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    const size_t at = line.find("undefined reference to");
    if (at == line.npos || !told.insert(line.substr(at)).second) continue;
    result.text +=
        fmt::format("{}: error: {}\n", fs::proximate(file, shown_from).string(), line.substr(at));
    ++result.errors;
  }
  if (result.errors == 0) {
    result.text = output;
    if (!output.empty() && !output.ends_with('\n')) result.text += '\n';  // it was cut off
  }
  return result;
}

}  // namespace hippuzzle
