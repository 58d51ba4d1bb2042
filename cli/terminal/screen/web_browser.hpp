// The user's web browser.
#pragma once

#include <filesystem>

namespace hippuzzle {

// Shows a file in what $BROWSER names, else by xdg-open where there is a display, and waits until
// that has handed it over. False where there is neither, or it could not.
bool open_in_browser(const std::filesystem::path& file);

}  // namespace hippuzzle
