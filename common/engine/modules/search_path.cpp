#include "engine/modules/search_path.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <sstream>

#include "engine/platforms/platforms.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;
namespace {

// The prefix that the running binary is installed in.
fs::path running_prefix() { return fs::read_symlink("/proc/self/exe").parent_path().parent_path(); }

std::optional<fs::path> existing(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored) ? std::optional(path) : std::nullopt;
}

// p16, and not gemm.
bool is_numbered(const std::string& id) {
  return id.size() > 1 && id[0] == 'p' && id.find_first_not_of("0123456789", 1) == id.npos;
}

// p01, p02 …, then ids that are words.
std::vector<std::string> in_order(const std::set<std::string>& ids) {
  std::vector<std::string> ordered(ids.begin(), ids.end());
  std::ranges::stable_partition(ordered, is_numbered);
  return ordered;
}

}  // namespace

SearchPath::SearchPath(const std::vector<fs::path>& plugin_paths,
                       const std::vector<fs::path>& behind) {
  for (const fs::path& path : plugin_paths) roots_.push_back(fs::absolute(path));
  if (const char* variable = std::getenv("HIPPUZZLE_PLUGIN_PATH")) {
    std::istringstream entries(variable);
    for (std::string entry; std::getline(entries, entry, ':');) {
      if (!entry.empty()) roots_.push_back(fs::absolute(entry));
    }
  }
  shipped_ = roots_.size();
  roots_.push_back(running_prefix() / "lib" / "hippuzzle");
  for (const fs::path& path : behind) roots_.push_back(fs::absolute(path));
}

void SearchPath::set_workspace(const fs::path& root) { workspace_ = fs::absolute(root); }

std::optional<fs::path> SearchPath::find(const fs::path& name) const {
  for (const fs::path& root : roots_) {
    if (auto path = existing(root / name)) return path;
  }
  return std::nullopt;
}

std::optional<fs::path> SearchPath::judge_module(const std::string& id) const {
  return find(fs::path("judge") / (id + ".so"));
}

std::optional<fs::path> SearchPath::recorded_findings(const std::string& id) const {
  return find(fs::path("mistakes") / (id + ".findings.json"));
}

std::optional<fs::path> SearchPath::recorded_mistakes(const std::string& id) const {
  return find(fs::path("mistakes") / (id + ".json"));
}

std::optional<fs::path> SearchPath::kernel_module(const std::string& platform,
                                                  const std::string& id) const {
  if (workspace_) {
    if (auto path = existing(*workspace_ / platform / (id + ".so"))) return path;
  }
  return reference_module(platform, id);
}

std::optional<fs::path> SearchPath::reference_module(const std::string& platform,
                                                     const std::string& id) const {
  return find(fs::path(platform) / (id + ".so"));
}

std::optional<fs::path> SearchPath::checked_module(const std::string& id) const {
  return kernel_module(cpu_platform().name, id + ".check");
}

std::optional<fs::path> SearchPath::device_runtime(const std::string& platform) const {
  return existing(shipped_root() / ("libhippuzzle_device_" + platform + ".so"));
}

std::optional<fs::path> SearchPath::shipped(const fs::path& name) const {
  return existing(shipped_root() / name);
}

std::optional<fs::path> SearchPath::puzzle_folder(const std::string& id) const {
  for (const fs::path& root : roots_) {
    const bool shipped = &root == &shipped_root();
    std::error_code no_such_directory;
    for (const auto& entry :
         fs::directory_iterator((shipped ? shared_data() : root) / "puzzles", no_such_directory)) {
      const std::string name = entry.path().filename();
      if (name == id || (is_numbered(id) && name.starts_with(id + "_"))) return entry.path();
    }
  }
  return std::nullopt;
}

fs::path SearchPath::prefix() const { return shipped_root().parent_path().parent_path(); }

fs::path SearchPath::shared_data() const { return prefix() / "share" / "hippuzzle"; }

std::vector<std::string> SearchPath::puzzle_ids() const {
  std::set<std::string> ids;
  for (const fs::path& root : roots_) {
    std::error_code no_such_directory;
    for (const auto& file : fs::directory_iterator(root / "judge", no_such_directory)) {
      if (file.path().extension() == ".so") ids.insert(file.path().stem().string());
    }
  }
  return in_order(ids);
}

std::vector<std::string> SearchPath::unbuilt_ids() const {
  std::set<std::string> ids;
  std::error_code no_such_directory;
  for (const auto& entry : fs::directory_iterator(shared_data() / "puzzles", no_such_directory)) {
    const std::string name = entry.path().filename();
    const std::string number = name.substr(0, name.find('_'));  // p16 of p16_matmul
    const std::string id = is_numbered(number) ? number : name;
    if (!judge_module(id)) ids.insert(id);
  }
  return in_order(ids);
}

bool SearchPath::in_build_tree() const { return existing(prefix() / "CMakeCache.txt").has_value(); }

std::string SearchPath::describe() const {
  std::string text;
  for (size_t i = 0; i < roots_.size(); ++i) {
    if (i > 0) text += i + 1 == roots_.size() ? " and " : ", ";
    text += roots_[i].string();
  }
  return text;
}

}  // namespace hippuzzle
