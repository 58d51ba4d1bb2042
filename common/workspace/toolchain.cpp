#include "workspace/toolchain.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>
#include <unistd.h>

#include "engine/support/external_tool.hpp"
#include "engine/support/outcome.hpp"
#include "engine/support/text_file.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;
namespace {

std::string replace_all(std::string text, const std::string& from, const std::string& to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

class Reader {
 public:
  Reader(const fs::path& prefix, const fs::path& path) : prefix_(prefix), path_(path) {
    try {
      table_ = toml::parse_file(path.string());
    } catch (const toml::parse_error& error) {
      refuse(fmt::format("line {}: {}", error.source().begin.line, error.description()));
    }
  }

  std::vector<std::string> strings(const char* key) const {
    const toml::array* array = table_[key].as_array();
    if (array == nullptr) refuse(fmt::format("it has no array '{}'", key));
    std::vector<std::string> items;
    for (const toml::node& node : *array) {
      const auto item = node.value<std::string>();
      if (!item) refuse(fmt::format("'{}' has an item that is no string", key));
      if (!item->empty()) items.push_back(replace_all(*item, "@PREFIX@", prefix_.string()));
    }
    return items;
  }

  std::vector<std::string> command(const char* key) const {
    auto items = strings(key);
    if (items.empty()) refuse(fmt::format("'{}' is empty", key));
    items.front() = program(items.front());
    return items;
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const {
    throw Error(Outcome::load_failed,
                fmt::format("cannot use {}: {}; install hippuzzle again", path_.string(), why));
  }

  static std::string program(const std::string& path) {
    if (access(path.c_str(), X_OK) == 0) return path;
    const std::string name = fs::path(path).filename();
    if (const auto found = find_program(name)) return *found;
    throw Error(Outcome::unsupported,
                fmt::format("there is no compiler '{}' (neither at {} nor on PATH); install it to "
                            "compile kernels of your own",
                            name, path));
  }

  fs::path prefix_;
  fs::path path_;
  toml::table table_;
};

}  // namespace

Toolchain Toolchain::read(const fs::path& prefix, const std::string& platform) {
  const fs::path path = prefix / "lib/hippuzzle/toolchains" / (platform + ".toml");
  if (!fs::exists(path)) {
    throw Error(Outcome::unsupported,
                fmt::format("this hippuzzle cannot compile for '{}' (there is no {}); build it "
                            "where that platform's compiler is installed",
                            platform, path.string()));
  }
  const Reader file(prefix, path);
  return {platform,
          file.strings("environment"),
          file.command("compile"),
          file.strings("check"),
          file.strings("colour"),
          file.strings("include"),
          file.command("link"),
          file.strings("libraries")};
}

Toolchain Toolchain::checked() const {
  if (check.empty()) {
    throw Error(
        Outcome::unsupported,
        fmt::format("this hippuzzle cannot check kernels on '{}'; build it for the CPU with "
                    "g++ and without sanitizers",
                    platform));
  }
  Toolchain toolchain = *this;
  toolchain.compile.insert(toolchain.compile.end(), check.begin(), check.end());
  return toolchain;
}

}  // namespace hippuzzle
