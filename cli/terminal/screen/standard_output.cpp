#include "cli/terminal/screen/standard_output.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <string>

#include "cli/terminal/screen/terminal.hpp"

namespace hippuzzle {

void open_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) == -1) {
      open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
  }
}

void print(std::string_view text) {
  const std::string shown = shown_on(stdout, text);
  std::fwrite(shown.data(), 1, shown.size(), stdout);
  std::fflush(stdout);
}

}  // namespace hippuzzle
