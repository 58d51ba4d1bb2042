// Rules about the functions that a kernel module may use of the program that opens it, read from
// its file before anything of it runs.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace hippuzzle {

enum class ModuleOf { cpu, checked_cpu, amd };

// Names of functions and variables that libraries export, except names that any module may have a
// copy of, as of inline functions. A library that is not there hands out none.
std::set<std::string> names_handed_out_by(const std::vector<std::filesystem::path>& libraries);

// The functions that a puzzle's own module uses, in its bindings and in host functions that
// learners write: a submission may use them too. Without a module there are none.
std::set<std::string> functions_used_by(const std::optional<std::filesystem::path>& module);

// A sentence for the student about a function that a module uses and no kernel needs ("it uses
// `fork`, …"); "" when there is none. taken: names that it may not have of its own. needed:
// functions that it may use in addition to the functions allowed to all kernels.
std::string module_fault(const std::filesystem::path& module, ModuleOf of,
                         const std::set<std::string>& taken, const std::set<std::string>& needed);

// The first function that a module uses and no kernel needs, as a source names it: "rand", "new".
// "" where there is none. The initialiser of <iostream> is none, since `hippuzzle grade` compiles
// without it.
std::string needless_function(const std::filesystem::path& module, ModuleOf of,
                              const std::set<std::string>& needed);

}  // namespace hippuzzle
