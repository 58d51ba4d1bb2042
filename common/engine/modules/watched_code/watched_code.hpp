// Whether the checker is told of each access that a checked module makes, by its machine code.
//
// g++ at -O0 with -fsanitize=thread puts a call of __tsan_read4 or a similar function before each
// access, with the address as its argument. Each function is followed instruction by instruction:
// an access needs such a call with an equal address before it in each way that leads there. Other
// accesses are those of the function's own stack, of variables that nobody can change, and of
// arrays among these whose index was compared with their bound. Code that cannot be followed (a
// call through a pointer, an instruction with registers of addresses, a frame that moves) is a
// fault as well.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace hippuzzle {

struct UnwatchedCode {
  std::string function;  // as the linker names it
  std::string why;       // "it calls through a pointer": a sentence's part
};

// The command whose output unwatched_code() reads.
std::vector<std::string> disassembly_command(const std::filesystem::path& objdump,
                                             const std::filesystem::path& module);

// The first fault of each function. module: the file's bytes. listing: the disassembly. Throws
// std::runtime_error for a module that is no ELF object.
std::vector<UnwatchedCode> unwatched_code(std::string_view module, std::string_view listing);

// "in `add_10`, it calls through a pointer": with the name as the source has it, where it is
// simple.
std::string in_words(const UnwatchedCode& code);

// Whether the function is one of HIP's for the CPU or of hippuzzle's headers, by its namespace.
bool is_of_hippuzzle(std::string_view function);

}  // namespace hippuzzle
