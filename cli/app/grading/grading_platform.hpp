// The platform that compiles, runs and checks submissions: the CPU platform, or an emulated GPU of
// AMD's, whose machine code is checked while it runs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>

#include "engine/modules/module_rules.hpp"
#include "engine/modules/search_path.hpp"
#include "engine/modules/watched_code/watched_code.hpp"
#include "engine/protocol/candidate.hpp"
#include "toolchain/toolchain.hpp"

namespace hippuzzle {

class GradingPlatform {
 public:
  // emulate: AMD's target, "" for the first that kernels are compiled for; nothing for the CPU.
  GradingPlatform(const std::optional<std::string>& emulate, const SearchPath& search_path)
      : emulate_(emulate), search_path_(&search_path), taken_(names_taken()) {}

  bool is_emulated() const { return emulate_.has_value(); }

  // One module runs and is checked, and no other is compiled for the check.
  bool checks_what_runs() const { return is_emulated(); }

  // The toolchain for submissions. Throws Error(unsupported) where there is none.
  Toolchain toolchain() const;

  // The rules for a module that is compiled here: the functions of its system that it may use.
  ModuleOf module_of(bool checked) const;

  // A sentence about a function that a puzzle's compiled module uses and no kernel needs; "" when
  // there is none.
  std::string fault_of(const std::filesystem::path& module, const std::string& puzzle,
                       bool checked) const;

  // The disassembler that verifies the code of checked modules; nothing where it is missing, or
  // where no module is compiled for the check.
  std::optional<std::filesystem::path> disassembler() const;

  // The functions of a puzzle's headers and bindings that the checker need not see, because the
  // shipped module has them as well.
  TrustedCode trusted_code(const std::string& puzzle) const;

  // A submission's module for a puzzle. Throws Error(unsupported) where nothing can run it.
  Candidate candidate(const std::string& puzzle, const std::filesystem::path& module,
                      uint64_t seed) const;

  // "amd (emulated gfx90a)", and "" for the CPU platform, which goes without saying. puzzle: any.
  std::string name(const std::string& puzzle) const;

 private:
  std::set<std::string> names_taken() const;

  std::optional<std::string> emulate_;
  const SearchPath* search_path_;
  std::set<std::string> taken_;
};

}  // namespace hippuzzle
