// What a kernel module may ask of the program that opens it, read from its file before anything of
// it runs.
#pragma once

#include <filesystem>
#include <string>

namespace hippuzzle {

enum class ModuleOf { cpu, checked_cpu, amd };

// What a module does that a kernel has no need of, in one sentence for the student ("it uses
// `fork`, …"); "" when there is nothing.
std::string module_fault(const std::filesystem::path& module, ModuleOf of);

}  // namespace hippuzzle
