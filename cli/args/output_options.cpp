#include "cli/args/output_options.hpp"

#include <fmt/format.h>

namespace hippuzzle {
namespace {

std::string words_in_help(std::span<const FormatName> names) {
  std::string text;
  for (const FormatName& name : names) text += (text.empty() ? "" : ", ") + name.words.front();
  return text;
}

// "short for --format json", after the format's description.
std::string help_of(const FormatName& name) {
  return fmt::format("{}; short for --format {}{}", name.help, name.words.front(),
                     name.flag_takes_file ? " --output FILE" : "");
}

}  // namespace

void add_outputs(Command command, OutputSettings& settings, std::span<const FormatName> names,
                 const std::string& heading) {
  settings.file_flags.reserve(names.size());  // options keep references to them
  for (const FormatName& name : names) {
    if (name.flag.empty()) continue;
    const std::string& word = name.words.front();
    if (name.flag_takes_file) {
      settings.file_flags.emplace_back(word, std::nullopt);
      command.option(name.flag, settings.file_flags.back().second, help_of(name)).type_name("FILE");
    } else {
      command.flag(
          name.flag,
          [&settings, word] {
            settings.flags.push_back({word, std::nullopt});
          },
          help_of(name));
    }
  }
  const Option format =
      command
          .option("--format", settings.formats,
                  fmt::format("{}; of the --output in the same place, else of standard output",
                              words_in_help(names)))
          .type_name("NAME")
          .repeatable();
  const Option output =
      command
          .option(settings.files_replace ? "-o,--output" : "--output", settings.files,
                  settings.files_replace ? "write to FILE instead, in the format of --format or of "
                                           "its name; may be repeated"
                                         : "write results to FILE, too, in the format of --format "
                                           "or of its name; may be repeated")
          .type_name("FILE")
          .repeatable();
  if (heading.empty()) return;
  format.group(heading);
  output.group(heading);
}

}  // namespace hippuzzle
