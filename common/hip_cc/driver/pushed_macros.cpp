#include "hip_cc/driver/pushed_macros.hpp"

#include <algorithm>
#include <filesystem>
#include <set>
#include <string_view>
#include <system_error>

#include "support/files/text_file.hpp"

namespace hippuzzle::cc {
namespace {

namespace fs = std::filesystem;

// The name in a line marker, `# 12 "name" flags`; "" for another line and for a file that is the
// system's, which has the flag 3.
std::string_view users_file(std::string_view line) {
  if (!line.starts_with("# ")) return {};
  const size_t begin = line.find('"'), end = line.rfind('"');
  if (begin == std::string_view::npos || begin == end) return {};
  if (line.find('3', end) != std::string_view::npos) return {};
  return line.substr(begin + 1, end - begin - 1);
}

}  // namespace

bool pushes_macros(const std::string& preprocessed, const std::vector<std::string>& known) {
  std::set<std::string_view> looked_at;
  for (size_t begin = 0, end = 0; begin < preprocessed.size(); begin = end + 1) {
    end = std::min(preprocessed.find('\n', begin), preprocessed.size());
    const std::string_view name =
        users_file(std::string_view(preprocessed).substr(begin, end - begin));
    if (name.empty() || !looked_at.insert(name).second) continue;
    if (std::ranges::any_of(known,
                            [&](const std::string& folder) { return name.starts_with(folder); }))
      continue;
    std::error_code none;
    if (!fs::is_regular_file(name, none)) continue;
    const auto text = read_file(name);
    if (text && text->find("push_macro") != std::string::npos) return true;
  }
  return false;
}

}  // namespace hippuzzle::cc
