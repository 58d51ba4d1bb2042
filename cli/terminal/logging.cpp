#include "cli/terminal/logging.hpp"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include "cli/terminal/plain_text.hpp"
#include "cli/terminal/terminal.hpp"
#include "cli/terminal/typed_command.hpp"

namespace hippuzzle::logging {

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
