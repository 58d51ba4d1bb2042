// Whether the checker is told of each access that a checked module makes, by its machine code.
//
// g++ at -O0 with -fsanitize=thread puts a call of __tsan_read4 or a similar function before each
// access, with the address as its argument. Each function is followed instruction by instruction:
// an access needs such a call with an equal address before it in each way that leads there. Other
// accesses go to the function's own stack, to variables that nobody can change, and to
// arrays among these whose index was compared with their bound. Code that cannot be followed (a
// call through a pointer, an instruction with registers of addresses, a frame that moves) is a
// fault as well.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace hippuzzle {

struct UnwatchedCode {
  std::string function;  // as the linker names it
  std::string why;       // "it calls through a pointer": a sentence's part
  // The function's name and its instructions, with names in place of addresses; "" where one cannot
  // be read. Two functions with an equal text do the same, except that they may use other
  // constants.
  std::string code = {};
};

// The command whose output unwatched_code() reads.
std::vector<std::string> disassembly_command(const std::filesystem::path& objdump,
                                             const std::filesystem::path& module);

// The first fault of each function. module: the file's bytes. listing: the disassembly. Throws
// std::runtime_error for a module that is no ELF object.
std::vector<UnwatchedCode> unwatched_code(std::string_view module, std::string_view listing);

// The same for a module that may be read without confinement. nullopt where objdump fails.
std::optional<std::vector<UnwatchedCode>> unwatched_code_of(const std::filesystem::path& objdump,
                                                            const std::filesystem::path& module);

// Finds objdump on a processor whose code can be verified.
std::optional<std::filesystem::path> verifying_disassembler();

// "its check cannot be verified in its machine code: in `add_10`, it calls through a
// pointer": with the name as the source has it, where it is simple.
std::string in_words(const UnwatchedCode& code);

// The faults of a module that another one does not have in the same code. A submission contains
// functions of hippuzzle's headers that are not for the checker to see; so does a shipped module.
class TrustedCode {
 public:
  TrustedCode() = default;
  // shipped: the faults of a module that is trusted.
  explicit TrustedCode(const std::vector<UnwatchedCode>& shipped);

  // The first fault that is not the trusted module's.
  std::optional<UnwatchedCode> other_fault(const std::vector<UnwatchedCode>& faults) const;

 private:
  std::set<std::string> functions_;  // their code
};

}  // namespace hippuzzle
