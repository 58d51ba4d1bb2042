// The assembly that is added to a program's code.
#pragma once

#include <string>

namespace hippuzzle::cc {

// The same definitions in several objects are one: the linker takes the first. Each object has
// them, so that it may go into an archive.
std::string as_weak(std::string definitions);

// A page of thread-local storage. The checker looks around shared arrays, which lie in a program's
// thread-local storage next to its libraries' storage: room before and after all of it keeps the
// two apart.
std::string room_in_thread_storage();

// The options that libhippuzzle_program_check.so looks for in a checked program.
std::string check_defaults(const std::string& options);

}  // namespace hippuzzle::cc
