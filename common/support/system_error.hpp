// A failed system call as an exception. The message ends with errno's text.
#pragma once

#include <cerrno>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace hippuzzle {

// "cannot make a pipe: Too many open files"
[[noreturn]] inline void throw_system_error(std::string_view what, int number = errno) {
  throw std::system_error(number, std::generic_category(), std::string(what));
}

// "filesystem error: cannot read: Permission denied [/home/me/notes]"
[[noreturn]] inline void throw_system_error(std::string_view what,
                                            const std::filesystem::path& path, int number = errno) {
  throw std::filesystem::filesystem_error(std::string(what), path,
                                          std::error_code(number, std::generic_category()));
}

}  // namespace hippuzzle
