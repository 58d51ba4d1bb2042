// The layout of --help: on a terminal it is folded into its columns, and the help of a command ends
// with the options that every command takes.
#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "cli/terminal/screen/terminal.hpp"
#include "cli/terminal/text/folded_text.hpp"
#include "cli/terminal/text/text_layout.hpp"

namespace hippuzzle {

class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter() {
    constexpr size_t narrow = 70, names = 14;
    if (columns() && *columns() < narrow) column_width(names);
  }

  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override {
    std::string text = CLI::Formatter::make_help(app, name, mode);
    const CLI::App* root = app;
    while (root->get_parent() != nullptr) root = root->get_parent();
    if (root == app || mode != CLI::AppFormatMode::Normal) return text;
    const auto is_of_every_command = [](const CLI::Option* option) {
      return option->nonpositional() && !option->check_lname("help") &&
             !option->check_lname("version");
    };
    text.erase(text.find_last_not_of('\n') + 1);
    text += '\n';
    return text +
           make_group("Options of every command", false, root->get_options(is_of_every_command));
  }

  std::string make_option_desc(const CLI::Option* option) const override {
    return described(option->get_description());
  }

  std::string make_subcommand(const CLI::App* command) const override {
    std::stringstream out;
    CLI::detail::format_help(out, command->get_display_name(true),
                             described(command->get_description()), column_width_);
    return out.str();
  }

  std::string make_group(std::string heading, bool is_positional,
                         std::vector<const CLI::Option*> options) const override {
    return for_terminal(
        CLI::Formatter::make_group(std::move(heading), is_positional, std::move(options)));
  }
  std::string make_footer(const CLI::App* app) const override {
    return for_terminal(CLI::Formatter::make_footer(app));
  }
  std::string make_usage(const CLI::App* app, std::string name) const override {
    return for_terminal(CLI::Formatter::make_usage(app, name));
  }
  std::string make_description(const CLI::App* app) const override {
    return for_terminal(CLI::Formatter::make_description(app));
  }

 private:
  // The width of the terminal on standard output; nullopt if that is none.
  static std::optional<size_t> columns() {
    if (isatty(STDOUT_FILENO) == 0) return std::nullopt;
    return static_cast<size_t>(terminal_size().columns);
  }

  std::string described(const std::string& text) const {
    constexpr size_t least = 20;
    if (!columns() || *columns() < column_width_ + least) return text;
    return fmt::format("{}", fmt::join(wrapped(text, *columns() - column_width_), "\n"));
  }

  static std::string for_terminal(const std::string& text) {
    return columns() ? folded(text, *columns()) : text;
  }
};

}  // namespace hippuzzle
