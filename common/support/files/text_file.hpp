// Whole files of text. Files that a learner would miss are written so that a crash at any moment
// leaves either the old contents or the new.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace hippuzzle {

// nullopt when the file does not exist or is a folder. Throws Error(load_failed) for a FIFO with a
// name, a socket or a device but /dev/null, whose reader might wait for ever (the pipe of a shell's
// <(command) is read), std::system_error when the file cannot be read.
std::optional<std::string> read_file(const std::filesystem::path& path);

// Writes <path>.new, flushes it to the disk, and renames it. Makes the folder. For one writer at a
// time. Throws std::system_error.
void replace_file(const std::filesystem::path& path, std::string_view contents);

// The same without waiting for the disk, for a file that can be written again from others.
void replace_derived_file(const std::filesystem::path& path, std::string_view contents);

// Writes a file that must not exist yet. Makes the folder. Throws std::system_error; on a full disk
// no part of the file is left.
void create_file(const std::filesystem::path& path, std::string_view contents);

// Writes all of it, however many calls that takes; `path` is the name in an error. Throws
// std::system_error.
void write_all(int descriptor, std::string_view contents, const std::filesystem::path& path);

}  // namespace hippuzzle
