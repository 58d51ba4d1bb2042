// The isolation of strangers' kernels: by bubblewrap, else by Landlock and a filter of system
// calls, else none.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/judge/child/child_runner.hpp"
#include "engine/modules/module_rules.hpp"
#include "engine/modules/search_path.hpp"
#include "engine/protocol/run_job.hpp"
#include "toolchain/toolchain.hpp"

namespace hippuzzle {

class Isolation {
 public:
  enum class Kind { bubblewrap, landlock, none };

  // wanted: "auto" takes the first that works here; a name takes that one. Tries it before it says
  // so. otherwise: the advice to a user who goes without it, "leave out --confined". Throws
  // Error(unsupported) that says why there is none; `none` is had by its name only.
  static Isolation choose(const std::string& wanted, const SearchPath& search_path,
                          const std::string& otherwise);

  // "bubblewrap", "landlock" or "none", as results say it.
  std::string name() const;

  // The reason why a better one was passed over; "" when there was none.
  const std::string& passed_over() const { return passed_over_; }

  // Kernels of that module run confined, with the libraries that modules of its kind need: an
  // interpreter of AMD's code brings the system's. how: everything but the confinement.
  RunJob runner(const std::filesystem::path& module, ModuleOf of, RunnerStart how) const;

  // The toolchain whose compiler and linker may read `readable` and write into `folder`, but no
  // other file of the user's.
  Toolchain confined(Toolchain toolchain, const std::filesystem::path& folder,
                     const std::vector<std::filesystem::path>& readable) const;

  // The words before a program that may do the same, a program of the system's.
  std::vector<std::string> confined_command(
      const std::filesystem::path& folder,
      const std::vector<std::filesystem::path>& readable) const;

 private:
  Isolation(Kind kind, const SearchPath& search_path) : kind_(kind), search_path_(&search_path) {}
  std::vector<std::string> bubblewrap(const char* scratch) const;  // bytes of its /tmp

  Kind kind_;
  const SearchPath* search_path_;
  std::string program_;  // bubblewrap's
  std::string passed_over_;
};

}  // namespace hippuzzle
