// Closing texts of the commands that change a workspace. Texts end with a line break; files are
// shown from the current folder.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "lessons/workspace.hpp"

namespace hippuzzle {

// "plugins/p40_double", on one line whatever its name holds.
std::string path_from_here(const std::filesystem::path& path);

// is_new: the folder was none before.
std::string workspace_made_text(const std::filesystem::path& folder, bool is_new);

// id: as the user calls the puzzle. state: of its file before; it exists now.
std::string started_text(const std::string& id, const Lesson& lesson,
                         const std::filesystem::path& kernels, Workspace::Kernels state);

// backup: where an edited file is kept.
std::string reset_text(const std::filesystem::path& kernels,
                       const std::optional<std::filesystem::path>& backup);

}  // namespace hippuzzle
