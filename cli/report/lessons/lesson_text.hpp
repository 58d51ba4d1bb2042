// The Markdown of lessons as the terminal shows it.
#pragma once

#include <filesystem>
#include <string>

namespace hippuzzle {

// The lesson for a terminal: as wide as that, 100 columns at most, with commands as they are typed
// here. folder: that pictures are relative to.
std::string lesson_text(const std::string& markdown, const std::filesystem::path& folder);

}  // namespace hippuzzle
