#include "cli/terminal/screen/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <limits>

#include "cli/terminal/text/ascii_text.hpp"

namespace hippuzzle {

namespace {

bool is_dumb() {
  const char* terminal = std::getenv("TERM");
  return terminal != nullptr && std::strcmp(terminal, "dumb") == 0;
}

}  // namespace

bool wants_colour(std::FILE* stream) {
  const char* no_color = std::getenv("NO_COLOR");
  if (no_color != nullptr && *no_color != '\0') return false;
  if (is_dumb()) return false;
  const char* force = std::getenv("CLICOLOR_FORCE");
  if (force != nullptr && *force != '\0' && std::strcmp(force, "0") != 0) return true;
  return isatty(fileno(stream)) != 0;
}

void choose_colour(std::string_view when) {
  if (when == "always") {
    unsetenv("NO_COLOR");
    setenv("CLICOLOR_FORCE", "1", 1);
    if (is_dumb()) setenv("TERM", "ansi", 1);
  } else if (when == "never") {
    setenv("NO_COLOR", "1", 1);
  }
}

bool can_redraw(std::FILE* stream) { return !is_dumb() && isatty(fileno(stream)) != 0; }

TerminalSize terminal_size() {
  winsize size = {};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    return {size.ws_col, size.ws_row};
  }
  const char* columns = std::getenv("COLUMNS");
  const int wanted = columns == nullptr ? 0 : std::atoi(columns);
  return {wanted > 0 ? wanted : 80, std::numeric_limits<int>::max()};
}

bool takes_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* locale = std::getenv(name);
    if (locale == nullptr || *locale == '\0') continue;
    return strcasestr(locale, "utf-8") != nullptr || strcasestr(locale, "utf8") != nullptr;
  }
  return true;  // the locale is silent: assume UTF-8, as is usual today
}

std::string shown_on(std::FILE* stream, std::string_view text) {
  return takes_utf8() || isatty(fileno(stream)) == 0 ? std::string(text) : in_ascii(text);
}

}  // namespace hippuzzle
