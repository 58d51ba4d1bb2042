// The declarations of a module's functions and variables, by its debug information: where they are,
// and with which words.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "engine/debug_info/source_lines.hpp"

namespace hippuzzle {

struct DeclaredAt {
  std::string file;
  int line = 0, column = 0;  // of the name; column 0: not known
};

struct Declaration {
  std::string name = {};
  std::vector<DeclaredAt> places = {};  // of the definition, and of its declaration
  bool is_implicit = false;             // the compiler's own, or a lambda's
  bool is_const = false, is_array = false;
};

// Declarations by address, which counts from where the module is loaded. Variables in functions are
// left out.
struct Declarations {
  std::map<uint64_t, Declaration> functions, variables;
  // Variables whose address is not recorded, by their mangled names: constants in classes.
  std::map<std::string, Declaration> constants;
};

Declarations declarations_of(const std::filesystem::path& module);

// The words of a declaration before the name: "static __device__ float".
std::vector<std::string> words_before(const DeclaredAt& place, SourceLines& lines);

// Whether one of the words is __constant__.
bool is_constant_memory(const Declaration& declaration, SourceLines& lines);

}  // namespace hippuzzle
