#include "workspace/workspace.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <system_error>

#include "engine/support/outcome.hpp"
#include "engine/support/text_file.hpp"

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

[[noreturn]] void refuse(const fs::path& path, const std::string& why) {
  throw Error(Outcome::usage, fmt::format("cannot use {}: {}", path.string(), why));
}

std::string read_backend(const fs::path& path) {
  toml::table settings;
  try {
    settings = toml::parse_file(path.string());
  } catch (const toml::parse_error& error) {
    refuse(path, fmt::format("line {}: {}", error.source().begin.line, error.description()));
  }
  std::string backend = "auto";
  for (const auto& [key, value] : settings) {
    if (key.str() != "backend") {
      refuse(path, fmt::format("there is no setting '{}', only 'backend'", key.str()));
    }
    if (!value.is_string()) refuse(path, "'backend' must be a string such as \"cpu\"");
    backend = value.ref<std::string>();
  }
  return backend;
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
