#include "cli/args/completion/man_page.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <hippuzzle/version.hpp>
#include <sstream>

namespace hippuzzle {
namespace {

// In roff a hyphen that is typed is "\-", and a line must not begin with '.' or '\''.
std::string roff(const std::string& text) {
  std::string result;
  bool at_start = true;
  for (const char c : text) {
    if (at_start && (c == '.' || c == '\'')) result += "\\&";
    if (c == '\\') {
      result += "\\e";
    } else if (c == '-') {
      result += "\\-";
    } else {
      result += c;
    }
    at_start = c == '\n';
  }
  return result;
}

std::string head(const std::string& name, const std::string& summary) {
  return fmt::format(".TH \"{}\" 1 \"\" \"hippuzzle {}\" \"hippuzzle\"\n.SH NAME\n{} \\- {}\n",
                     name, version, roff(name), roff(summary));
}

std::string option_text(const CLI::Option& option) {
  std::string names;
  for (const std::string& name : option.get_snames()) names += fmt::format("-{}, ", name);
  for (const std::string& name : option.get_lnames()) names += fmt::format("--{}, ", name);
  if (option.get_positional()) names = option.get_name() + ", ";
  names.erase(names.size() - 2);
  const std::string value = option.get_items_expected_max() == 0 || option.get_type_name().empty()
                                ? ""
                                : fmt::format(" \\fI{}\\fR", roff(option.get_type_name()));
  return fmt::format(".TP\n\\fB{}\\fR{}\n{}\n", roff(names), value, roff(option.get_description()));
}

std::string options_text(const CLI::App& app) {
  std::string text;
  for (const CLI::Option* option : app.get_options()) {
    if (!option->get_group().empty()) text += option_text(*option);
  }
  return text.empty() ? "" : ".SH OPTIONS\n" + text;
}

// Lines stay lines.
std::string footer(const CLI::App& app) {
  if (app.get_footer().empty()) return "";
  return fmt::format(".SH NOTES\n.nf\n{}\n.fi\n", roff(app.get_footer()));
}

ManPage page_of(const CLI::App& command) {
  const std::string name = "hippuzzle-" + command.get_name();
  std::string arguments;
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_positional()) arguments += fmt::format(" [{}]", roff(option->get_name()));
  }
  return {name, head(name, command.get_description()) +
                    fmt::format(".SH SYNOPSIS\n\\fBhippuzzle {}\\fR{} [options]\n",
                                roff(command.get_name()), arguments) +
                    options_text(command) + footer(command) +
                    ".SH SEE ALSO\n\\fBhippuzzle\\fR(1)\n"};
}

}  // namespace

std::vector<ManPage> man_pages(Command command_line) {
  command_line.prepare_all();
  const CLI::App& app = command_line.parser();
  std::vector<ManPage> pages;
  std::string commands;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (command->get_group().empty()) continue;
    pages.push_back(page_of(*command));
    commands += fmt::format(".TP\n\\fB{}\\fR\n{}; see \\fB{}\\fR(1)\n", roff(command->get_name()),
                            roff(command->get_description()), roff(pages.back().name));
  }
  pages.push_back({"hippuzzle", head("hippuzzle", app.get_description()) +
                                    ".SH SYNOPSIS\n\\fBhippuzzle\\fR [options] puzzle | command\n" +
                                    ".SH COMMANDS\n" + commands + options_text(app) + footer(app)});
  return pages;
}

}  // namespace hippuzzle
