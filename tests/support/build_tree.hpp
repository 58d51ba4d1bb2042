// The places in the build tree that tests open. It is found from the running test program, which is
// <build>/tests/<folders>/<program>, so a build tree may be copied to another machine.
#pragma once

#include <filesystem>
#include <string>

namespace hippuzzle::testing {

inline std::filesystem::path build_tree() {
  static const std::filesystem::path found = [] {
    std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe").parent_path();
    while (folder.has_relative_path() && folder.filename() != "tests")
      folder = folder.parent_path();
    return folder.parent_path();
  }();
  return found;
}
inline std::filesystem::path binary() { return build_tree() / "bin" / "hippuzzle"; }
inline std::filesystem::path shipped() { return build_tree() / "lib" / "hippuzzle"; }

// The cache of programs that tests start, instead of the user's.
inline std::filesystem::path tests_cache() { return build_tree() / "tests" / "cache"; }

// A root of modules that a test built: one of tests/fixtures.
inline std::filesystem::path fixture(const std::string& name) {
  return build_tree() / "tests" / "fixtures" / name;
}

}  // namespace hippuzzle::testing
