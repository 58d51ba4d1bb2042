// Diagnostics: spdlog to standard error, one line each, "hippuzzle: error: …". Results never go
// here. spdlog itself is included by logging.cpp alone; it makes a source slow to compile.
#pragma once

#include <fmt/format.h>

#include <string_view>

namespace hippuzzle::logging {

// Colour only on a terminal and without NO_COLOR. Level: warnings, and messages of level "info" by
// default.
void setup();

// -v: details of the search, the choice and the run.
void show_details();

// -q: warnings and errors only.
void be_quiet();

// Lines are folded to that many columns. On a terminal setup() has done it.
void fold_to(size_t columns);

enum class Level { debug, info, warning, error };

bool shows(Level level);

void write(Level level, std::string_view message);

template <class... Values>
void debug(fmt::format_string<Values...> format, Values&&... values) {
  write(Level::debug, fmt::format(format, std::forward<Values>(values)...));
}

template <class... Values>
void info(fmt::format_string<Values...> format, Values&&... values) {
  write(Level::info, fmt::format(format, std::forward<Values>(values)...));
}

template <class... Values>
void warning(fmt::format_string<Values...> format, Values&&... values) {
  write(Level::warning, fmt::format(format, std::forward<Values>(values)...));
}

template <class... Values>
void error(fmt::format_string<Values...> format, Values&&... values) {
  write(Level::error, fmt::format(format, std::forward<Values>(values)...));
}

}  // namespace hippuzzle::logging
