// The output of disassemblers, as functions and their instructions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hippuzzle {

struct ListedInstruction {
  uint64_t address = 0;
  std::string text;  // "mov    0x10(%rsp),%rax"
  std::string file;  // of the source, where the tool names it
  int line = 0;      // 0: not named
};

struct ListedFunction {
  uint64_t address = 0;  // of objdump's; nvdisasm counts from each function's begin
  std::string name;      // as the tool prints it
  std::vector<ListedInstruction> instructions;
};

// Reads what objdump and llvm-objdump print with -d. Padding after a function's end is left out,
// and a branch within the function names its distance from the begin only.
std::vector<ListedFunction> listed_by_objdump(std::string_view text);

// Reads what nvdisasm prints with -c -gi: SASS with the lines of the source. An inlined function's
// instructions have the line of the call.
std::vector<ListedFunction> listed_by_nvdisasm(std::string_view text);

}  // namespace hippuzzle
