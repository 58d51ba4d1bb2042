#include "logging.hpp"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include "terminal.hpp"

namespace hippuzzle {

void setup_logging() {
  const auto mode = wants_colour(stderr) ? spdlog::color_mode::always : spdlog::color_mode::never;
  auto logger = spdlog::stderr_color_st("hippuzzle", mode);
  logger->set_pattern("%n: %^%l%$: %v");
  spdlog::set_default_logger(std::move(logger));
}

void log_details() { spdlog::set_level(spdlog::level::debug); }

}  // namespace hippuzzle
