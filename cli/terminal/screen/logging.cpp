#include "cli/terminal/screen/logging.hpp"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <optional>

#include "cli/terminal/screen/progress_bar.hpp"
#include "cli/terminal/screen/terminal.hpp"
#include "cli/terminal/text/folded_text.hpp"
#include "cli/terminal/text/typed_command.hpp"
#include "support/text/plain_text.hpp"

namespace hippuzzle::logging {
namespace {

std::optional<size_t> folded_columns;

// name: of the level, printed before the message.
std::string for_terminal(const std::string& message, std::string_view name) {
  const std::string prefix = fmt::format("hippuzzle: {}: ", name);
  if (!folded_columns || *folded_columns < prefix.size()) return message;
  return folded(prefix + message, *folded_columns).substr(prefix.size());
}

}  // namespace

void setup() {
  const auto mode = wants_colour(stderr) ? spdlog::color_mode::always : spdlog::color_mode::never;
  spdlog::drop("hippuzzle");  // of an earlier call, before colour was chosen
  auto logger = spdlog::stderr_color_st("hippuzzle", mode);
  logger->set_pattern("%n: %^%l%$: %v");
  spdlog::set_default_logger(std::move(logger));
  if (isatty(STDERR_FILENO) != 0) fold_to(static_cast<size_t>(terminal_size().columns));
}

void fold_to(size_t columns) { folded_columns = columns; }

void show_details() { spdlog::set_level(spdlog::level::debug); }

void be_quiet() { spdlog::set_level(spdlog::level::warn); }

bool shows(Level level) {
  switch (level) {
    case Level::debug:
      return spdlog::should_log(spdlog::level::debug);
    case Level::info:
      return spdlog::should_log(spdlog::level::info);
    case Level::warning:
      return spdlog::should_log(spdlog::level::warn);
    case Level::error:
      return spdlog::should_log(spdlog::level::err);
  }
  return true;
}

void write(Level level, std::string_view sentence) {
  if (shows(level)) ProgressBar::clear_shown();
  const std::string message = without_control_bytes(shown_on(stderr, as_typed(sentence)));
  switch (level) {
    case Level::debug:
      return spdlog::debug(for_terminal(message, "debug"));
    case Level::info:
      return spdlog::info(for_terminal(message, "info"));
    case Level::warning:
      return spdlog::warn(for_terminal(message, "warning"));
    case Level::error:
      return spdlog::error(for_terminal(message, "error"));
  }
}

}  // namespace hippuzzle::logging
