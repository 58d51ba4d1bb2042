#include "cli/report/output.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "cli/terminal/screen/logging.hpp"
#include "cli/terminal/screen/output_file.hpp"
#include "cli/terminal/screen/standard_output.hpp"
#include "cli/terminal/screen/terminal.hpp"
#include "support/files/text_file.hpp"
#include "support/outcome.hpp"

namespace hippuzzle {
namespace {

const std::string& known(const std::string& word, std::span<const FormatName> names) {
  std::vector<std::string> words;
  for (const FormatName& name : names) {
    if (name.has(word)) return name.words.front();
    words.push_back(name.words.front());
  }
  throw Error(Outcome::usage,
              fmt::format("there is no format '{}', choose from {}", word, fmt::join(words, ", ")));
}

std::vector<std::string> words_of(const std::vector<std::string>& lists,
                                  std::span<const FormatName> names) {
  std::vector<std::string> words;
  for (const std::string& list : lists) {
    for (size_t begin = 0; begin <= list.size();) {
      const size_t end = std::min(list.find(',', begin), list.size());
      words.push_back(known(list.substr(begin, end - begin), names));
      begin = end + 1;
    }
  }
  return words;
}

// The format that the ending of a file's name says; nullptr where it says none.
const FormatName* said_by(const std::string& file, std::span<const FormatName> names) {
  for (const FormatName& name : names) {
    for (const std::string& ending : name.endings) {
      if (file.ends_with(ending)) return &name;
    }
  }
  return nullptr;
}

std::string format_of(const std::string& file, std::span<const FormatName> names) {
  if (const FormatName* name = said_by(file, names)) return name->words.front();
  if (std::filesystem::path(file).extension().empty()) return names.front().words.front();
  std::vector<std::string> endings;
  for (const FormatName& name : names) {
    endings.insert(endings.end(), name.endings.begin(), name.endings.end());
  }
  throw Error(
      Outcome::usage,
      fmt::format("--output: the ending of '{}' names no format of results; end the name in "
                  "{}, or add --format",
                  file, fmt::join(endings, ", ")));
}

// A format that was meant for another file, or for standard output.
void warn_of_another_name(const std::string& file, const std::string& format,
                          std::span<const FormatName> names) {
  const FormatName* said = said_by(file, names);
  if (said == nullptr || said->has("text") || said->has(format)) return;
  logging::warning(
      "'{}' gets {}, because the first --format belongs to the first --output, and so on; give "
      "each "
      "--output one, or none where its name says it",
      file, format);
}

}  // namespace

std::vector<OutputChoice> choose_outputs(const OutputSettings& settings,
                                         std::span<const FormatName> names) {
  const std::vector<std::string> formats = words_of(settings.formats, names);
  std::vector<OutputChoice> choices;
  for (size_t i = 0; i < settings.files.size(); ++i) {
    const std::string& file = settings.files[i];
    choices.push_back({i < formats.size() ? formats[i] : format_of(file, names), file});
    warn_of_another_name(file, choices.back().format, names);
  }
  for (const auto& [word, file] : settings.file_flags) {
    if (file) choices.push_back({word, file});
  }
  std::vector<std::string> here;
  for (size_t i = settings.files.size(); i < formats.size(); ++i) here.push_back(formats[i]);
  for (const OutputChoice& flag : settings.flags) here.push_back(flag.format);
  if (here.size() > 1) {
    throw Error(Outcome::usage, fmt::format("{} formats would go to standard output; write all but "
                                            "one of them to files with --output",
                                            here.size()));
  }
  if (here.empty() && !(settings.files_replace && !choices.empty())) {
    here.push_back(names.front().words.front());
  }
  for (const std::string& word : here) choices.push_back({word, std::nullopt});
  return choices;
}

Output::Output(OutputChoice choice) : choice_(std::move(choice)) {
  if (!choice_.file) {
    look_ = standard_look();
    return;
  }
  descriptor_ =
      FileDescriptor(open(choice_.file->c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (descriptor_.get() < 0) throw cannot_write(*choice_.file, errno);
}

void Output::write(std::string_view text) const {
  if (text.empty()) return;
  if (!choice_.file) return print(text);
  try {
    write_all(descriptor_.get(), text, *choice_.file);
  } catch (const std::system_error& error) {
    throw cannot_write(*choice_.file, error.code().value());
  }
}

std::vector<Output> open_outputs(const std::vector<OutputChoice>& choices) {
  std::vector<Output> outputs;
  for (const OutputChoice& choice : choices) outputs.emplace_back(choice);
  return outputs;
}

void write_text(std::string_view text) { print(text); }

Look standard_look() {
  return {wants_colour(stdout), static_cast<size_t>(std::max(terminal_size().columns, 1)),
          isatty(STDOUT_FILENO) != 0};
}

}  // namespace hippuzzle
