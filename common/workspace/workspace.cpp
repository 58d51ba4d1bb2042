#include "workspace/workspace.hpp"

#include <fmt/format.h>

#include <system_error>

#include "engine/support/outcome.hpp"
#include "engine/support/text_file.hpp"
#include "engine/support/toml.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;
namespace {

constexpr const char* marker = "hippuzzle.toml";

std::optional<fs::path> root_around(const fs::path& from) {
  for (fs::path folder = fs::weakly_canonical(from);; folder = folder.parent_path()) {
    std::error_code ignored;
    if (fs::is_regular_file(folder / marker, ignored)) return folder;
    if (folder == folder.parent_path()) return std::nullopt;
  }
}

std::string read_backend(const fs::path& path) {
  const TomlTable settings(path, Outcome::usage);
  for (const std::string& key : settings.keys()) {
    if (key != "backend") settings.refuse(key, "'backend', the only setting that there is");
  }
  return settings.has("backend") ? settings.string("backend") : "auto";
}

}  // namespace

Workspace::Workspace(fs::path root)
    : root_(std::move(root)), backend_(read_backend(root_ / marker)) {}

std::optional<Workspace> Workspace::find(const fs::path& from) {
  const auto root = root_around(from);
  return root ? std::optional(Workspace(*root)) : std::nullopt;
}

Workspace Workspace::require() {
  auto workspace = find(fs::current_path());
  if (!workspace) {
    throw Error(Outcome::usage,
                fmt::format("{} is not in a workspace (no {} there or above)",
                            fs::current_path().string(), marker),
                Advice{Advice::create_workspace});
  }
  return *std::move(workspace);
}

bool Workspace::create(const fs::path& folder, const std::string& settings) {
  const fs::path root = fs::weakly_canonical(folder);
  if (const auto around = root_around(root)) {
    if (*around == root) return false;
    throw Error(Outcome::usage,
                fmt::format("{} lies in the workspace {}; choose a folder elsewhere", root.string(),
                            around->string()));
  }
  if (!fs::exists(root / ".gitignore")) create_file(root / ".gitignore", "/.hippuzzle/\n");
  create_file(root / marker, settings);
  return true;
}

fs::path Workspace::module(const std::string& platform, const std::string& id) const {
  return private_folder() / platform / (id + ".so");
}

fs::path Workspace::kernels(const Lesson& lesson) const {
  return root_ / lesson.name() / "kernel.hip";
}

Workspace::Kernels Workspace::state_of(const Lesson& lesson) const {
  const auto contents = read_file(kernels(lesson));
  if (!contents) return Kernels::missing;
  return *contents == lesson.stub() ? Kernels::untouched : Kernels::edited;
}

Workspace::Kernels Workspace::start(const Lesson& lesson) const {
  const Kernels before = state_of(lesson);
  if (before == Kernels::missing) create_file(kernels(lesson), lesson.stub());
  return before;
}

std::optional<fs::path> Workspace::reset(const Lesson& lesson) const {
  const fs::path file = kernels(lesson);
  std::optional<fs::path> backup;
  if (state_of(lesson) == Kernels::edited) {
    int number = 1;
    do {
      backup = fmt::format("{}.backup-{}", file.string(), number++);
    } while (fs::exists(*backup));
    create_file(*backup, *read_file(file));
  }
  replace_file(file, lesson.stub());
  return backup;
}

}  // namespace hippuzzle
