#include "tests/support/tree_copy.hpp"

#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "tests/support/build_tree.hpp"

namespace hippuzzle::testing {
namespace fs = std::filesystem;
namespace {

void give_away(const fs::path& path) {
  if (lchown(path.c_str(), nobodys_id, nobodys_id) != 0) {
    throw std::system_error(errno, std::generic_category(),
                            "cannot give " + path.string() + " away");
  }
}

}  // namespace

TreeCopy::TreeCopy(User owner, const std::vector<std::string>& fixtures) : owner_(owner) {
  if (owner == User::nobody) {
    why_unusable_ = why_not_nobody();
    if (!why_unusable_.empty()) return;
  }
  // The folder for temporary files may be closed to the owner, or to programs.
  for (const fs::path& parent :
       {fs::temp_directory_path(), fs::path("/tmp"), fs::path("/var/tmp")}) {
    copy_to(parent, fixtures);
    const bool runs = hippuzzle({"--version"}).code == 0;
    why_unusable_ = runs ? "" : "its owner cannot run a program in " + parent.string();
    if (runs) return;
  }
}

CommandResult TreeCopy::hippuzzle(std::vector<std::string> arguments) const {
  arguments.insert(arguments.begin(), (folder() / "bin/hippuzzle").string());
  return run(arguments, {{"HIPPUZZLE_PLUGIN_PATH", ""}}, std::chrono::seconds(60), owner_);
}

void TreeCopy::copy_to(const fs::path& parent, const std::vector<std::string>& fixtures) {
  directory_ = std::make_unique<TemporaryDirectory>(parent);
  const auto copy = [&](const fs::path& from, const fs::path& to) {
    fs::create_directories((folder() / to).parent_path());
    fs::copy_file(from, folder() / to);
  };
  copy(binary(), "bin/hippuzzle");
  for (const char* module : {"libhippuzzle_device_cpu.so", "libhippuzzle_hip_cpu.so",
                             "judge/p16.so", "cpu/p16.so", "cpu/p16.tile16.so"}) {
    copy(shipped() / module, fs::path("lib/hippuzzle") / module);
  }
  for (const std::string& name : fixtures) {
    for (const char* module : {"cpu/p16.so", "cpu/p16.tile16.so"})
      copy(testing::fixture(name) / module, fs::path(name) / module);
  }
  fs::permissions(folder(), fs::perms::owner_all);
  if (owner_ != User::nobody) return;
  for (const auto& entry : fs::recursive_directory_iterator(folder())) give_away(entry);
  give_away(folder());
}

}  // namespace hippuzzle::testing
