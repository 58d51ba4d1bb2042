#include "cli/terminal/logging.hpp"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include "cli/terminal/terminal.hpp"
#include "cli/terminal/typed_command.hpp"

namespace hippuzzle::logging {
namespace {

// A message may quote what the user typed or a file's name: its control bytes are shown, "\\x1b",
// and not sent to the terminal. Those of 0x80 to 0x9f come as 0xc2 and themselves in UTF-8.
std::string without_control_bytes(std::string_view text) {
  std::string plain;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const auto next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0u;
    if ((byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7f) {
      plain += fmt::format("\\x{:02x}", byte);
    } else if (byte == 0xc2 && next >= 0x80 && next < 0xa0) {
      plain += fmt::format("\\x{:02x}", next);
      ++i;
    } else {
      plain += text[i];
    }
  }
  return plain;
}

}  // namespace

void setup() {
  const auto mode = wants_colour(stderr) ? spdlog::color_mode::always : spdlog::color_mode::never;
  auto logger = spdlog::stderr_color_st("hippuzzle", mode);
  logger->set_pattern("%n: %^%l%$: %v");
  spdlog::set_default_logger(std::move(logger));
}

void show_details() { spdlog::set_level(spdlog::level::debug); }

void write(Level level, std::string_view sentence) {
  const std::string message = without_control_bytes(as_typed(sentence));
  switch (level) {
    case Level::debug:
      return spdlog::debug(message);
    case Level::info:
      return spdlog::info(message);
    case Level::warning:
      return spdlog::warn(message);
    case Level::error:
      return spdlog::error(message);
  }
}

}  // namespace hippuzzle::logging
