// Facts about a puzzle from its sources, without compiling them: which puzzle, which variants,
// which kernels.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace hippuzzle {

struct RegisteredPuzzle {
  std::string id, title;
  size_t line;  // from 1
};

// The HIPPUZZLE_PUZZLE("p16", "…" of puzzle.cpp.
std::optional<RegisteredPuzzle> registered_puzzle(const std::string& source);

struct BoundPuzzle {
  struct Variant {
    std::string name;  // "" for a puzzle's only one
    size_t line;
  };
  std::string id;
  std::vector<Variant> variants;  // in the order of the source
  size_t line;
};

// The HIPPUZZLE_BINDINGS("p16", {"naive", … of bindings.hip.
std::optional<BoundPuzzle> bound_puzzle(const std::string& source);

// The source without comments and blanks: the same for texts that differ in nothing else.
std::string code_alone(const std::string& source);

struct KernelSignature {
  std::string name;
  std::string parameters;  // "float* output, const float* a", blanks and line breaks as one blank
  size_t line;
};

// Every __global__ function that the source defines or declares.
std::vector<KernelSignature> kernel_signatures(const std::string& source);

// Names the difference between a kernel's parameters and the stub's, as far as it can be seen:
// another number of them, or a pointer or number of another built-in type. "" for equal parameters,
// spelled in any way, and for differences that cannot be seen.
std::string changed_parameters(const KernelSignature& stub, const KernelSignature& kernel);

}  // namespace hippuzzle
