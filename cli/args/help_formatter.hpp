// How --help is laid out: on a terminal, descriptions of options are folded into its columns.
#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <string>

#include "cli/terminal/terminal.hpp"
#include "cli/terminal/text_layout.hpp"

namespace hippuzzle {

class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_option_desc(const CLI::Option* option) const override {
    constexpr size_t least = 24;
    const std::string text = option->get_description();
    const auto width = static_cast<size_t>(terminal_size().columns);
    if (isatty(STDOUT_FILENO) == 0 || width < get_column_width() + least) return text;
    return fmt::format("{}", fmt::join(wrapped(text, width - get_column_width()), "\n"));
  }
};

}  // namespace hippuzzle
