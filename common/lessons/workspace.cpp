#include "lessons/workspace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <span>
#include <string_view>
#include <system_error>

#include "engine/platforms/platforms.hpp"
#include "support/files/source_file.hpp"
#include "support/files/text_file.hpp"
#include "support/outcome.hpp"
#include "support/text/toml.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;
namespace {

constexpr const char* marker = "hippuzzle.toml";

// Whatever bears the name: a file, but also a folder or a link to nowhere.
bool has_marker(const fs::path& folder) {
  std::error_code ignored;
  return fs::symlink_status(folder / marker, ignored).type() != fs::file_type::not_found;
}

void require_file(const fs::path& path) {
  std::error_code ignored;
  if (fs::is_regular_file(path, ignored)) return;
  throw Error(
      Outcome::usage,
      fmt::format("{} is not a file, and a workspace keeps its settings there; remove it and "
                  "make the workspace anew",
                  path.string()));
}

std::optional<fs::path> root_around(const fs::path& from) {
  for (fs::path folder = fs::weakly_canonical(fs::absolute(from));; folder = folder.parent_path()) {
    if (has_marker(folder)) return folder;
    if (folder == folder.parent_path()) return std::nullopt;
  }
}

TomlTable read_settings(const fs::path& path) {
  require_file(path);
  TomlTable settings(path, Outcome::usage);
  for (const std::string& key : settings.keys()) {
    if (key != "backend" && key != "edition" && key != "plugin-path") {
      settings.refuse(key, "'backend', 'edition' or 'plugin-path', the settings that there are");
    }
  }
  return settings;
}

// Paths of modules travel as text.
bool is_utf8(const std::string& text) {
  for (size_t i = 0; i < text.size();) {
    const auto first = static_cast<unsigned char>(text[i]);
    const size_t length = first < 0x80       ? 1
                          : first >> 5 == 6  ? 2
                          : first >> 4 == 14 ? 3
                          : first >> 3 == 30 ? 4
                                             : 0;
    if (length == 0 || i + length > text.size()) return false;
    for (size_t k = 1; k < length; ++k) {
      if ((static_cast<unsigned char>(text[i + k]) & 0xc0) != 0x80) return false;
    }
    i += length;
  }
  return true;
}

// "prefix_sum" of "p14_prefix_sum"; "" of a folder whose name has no puzzle's number.
std::string_view without_number(std::string_view name) {
  if (name.size() < 5 || name[0] != 'p' || name[3] != '_') return "";
  if (name.substr(1, 2).find_first_not_of("0123456789") != name.npos) return "";
  return name.substr(4);
}

}  // namespace

Workspace::Workspace(fs::path root) : root_(std::move(root)) {
  if (!has_marker(root_)) return;
  const TomlTable settings = read_settings(root_ / marker);
  if (settings.has("backend")) {
    backend_ = settings.string("backend");
    const std::vector<std::string> known = backend_words();
    if (std::ranges::find(known, backend_) == known.end()) {
      const std::span others(known.begin(), known.end() - 1);
      settings.refuse("backend",
                      fmt::format("\"{}\" or \"{}\"", fmt::join(others, "\", \""), known.back()));
    }
  }
  if (settings.has("edition")) edition_ = settings.string("edition");
  if (!settings.has("plugin-path")) return;
  for (const std::string& folder : settings.strings("plugin-path")) {
    plugin_paths_.push_back(root_ / folder);
    if (fs::is_directory(plugin_paths_.back())) continue;
    settings.refuse("plugin-path",
                    fmt::format("folders, which {} is not", plugin_paths_.back().string()));
  }
}

std::optional<Workspace> Workspace::find(const fs::path& from) {
  const auto root = root_around(from);
  return root ? std::optional(Workspace(*root)) : std::nullopt;
}

Workspace Workspace::at(const fs::path& folder) {
  std::error_code failed;
  const fs::path root = fs::canonical(folder, failed);
  if (failed || !fs::is_directory(root)) {
    throw Error(Outcome::usage, fmt::format("'{}' is not a folder; name the folder of a workspace",
                                            folder.string()));
  }
  return Workspace(root);
}

Workspace Workspace::require() {
  auto workspace = find(fs::current_path());
  if (!workspace) {
    throw Error(Outcome::usage,
                fmt::format("this folder is not a workspace (there is no {} in {} or above)",
                            marker, fs::current_path().string()),
                Advice{Advice::create_workspace});
  }
  return *std::move(workspace);
}

bool Workspace::create(const fs::path& folder, const std::string& settings) {
  const fs::path root = fs::weakly_canonical(fs::absolute(folder));
  if (!is_utf8(root.string())) {
    throw Error(Outcome::usage,
                fmt::format("the name of {} is not UTF-8, and kernels could not be opened there; "
                            "choose another folder",
                            root.string()));
  }
  if (!can_be_included(root)) {
    throw Error(Outcome::usage,
                fmt::format("the path {} has a quotation mark or a line break, and no compiler "
                            "opens kernels there; choose another folder",
                            root.string()));
  }
  if (const auto around = root_around(root)) {
    if (*around == root) {
      require_file(root / marker);
      return false;
    }
    throw Error(Outcome::usage,
                fmt::format("{} lies in the workspace {}; choose a folder elsewhere", root.string(),
                            around->string()));
  }
  if (!fs::exists(root / ".gitignore"))
    create_file(root / ".gitignore", "/.hippuzzle/\ncompile_flags.txt\n");
  create_file(root / marker, settings);
  return true;
}

fs::path Workspace::module(const std::string& platform, const std::string& id) const {
  return private_folder() / platform / (id + ".so");
}

// A puzzle begun in one edition is begun in all: their folders differ in the number alone.
fs::path Workspace::kernels(const Lesson& lesson) const {
  const std::string folder = lesson.name();
  const fs::path own = root_ / folder / "kernel.hip";
  const std::string_view name = without_number(folder);
  std::error_code ignored;
  if (fs::exists(own, ignored) || name.empty()) return own;
  for (const auto& entry : fs::directory_iterator(root_, ignored)) {
    const std::string other = entry.path().filename();
    const fs::path kernels = entry.path() / "kernel.hip";
    if (without_number(other) == name && fs::exists(kernels, ignored)) return kernels;
  }
  return own;
}

Workspace::Kernels Workspace::state_of(const Lesson& lesson) const {
  const auto contents = read_source_file(kernels(lesson));
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
    create_file(*backup, *read_source_file(file));
  }
  replace_file(file, lesson.stub());
  return backup;
}

}  // namespace hippuzzle
