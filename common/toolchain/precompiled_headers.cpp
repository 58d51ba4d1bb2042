#include "toolchain/precompiled_headers.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <system_error>
#include <utility>

#include "support/files/source_file.hpp"
#include "support/files/text_file.hpp"
#include "support/text/json.hpp"
#include "toolchain/content_hash.hpp"
#include "toolchain/prerequisites.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;
using json = nlohmann::ordered_json;
namespace {

constexpr std::chrono::days longest_unused(30);

// Size and time of each file: a precompiled header was made of some 250.
json stamps_of(const std::vector<std::string>& files) {
  json stamps = json::array();
  for (const std::string& file : files) {
    std::error_code gone;
    const auto time = fs::last_write_time(file, gone);
    const uintmax_t size = gone ? 0 : fs::file_size(file, gone);
    if (gone) return nullptr;
    stamps.push_back({size, time.time_since_epoch().count()});
  }
  return stamps;
}

// An entry's lock is touched at each use.
void remove_unused(const fs::path& folder) {
  const auto oldest = fs::file_time_type::clock::now() - longest_unused;
  std::vector<fs::path> unused;
  for (const auto& entry : fs::directory_iterator(folder)) {
    std::error_code unknown;
    const auto used = fs::last_write_time(entry.path() / "lock", unknown);
    if (!unknown && used < oldest) unused.push_back(entry.path());
  }
  for (const fs::path& entry : unused) fs::remove_all(entry);
}

}  // namespace

std::string leading_includes(const fs::path& puzzle) {
  std::istringstream lines(read_file(puzzle / "bindings.hip").value_or(""));
  std::string text;
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line.starts_with("//")) continue;
    if (!line.starts_with("#include <")) break;
    text += line + '\n';
  }
  return text;
}

PrecompiledHeaders::PrecompiledHeaders(Toolchain toolchain, const std::string& text,
                                       const fs::path& folder)
    : toolchain_(std::move(toolchain)), began_(fs::file_time_type::clock::now()) {
  if (folder.empty() || text.empty() || toolchain_.precompile.empty()) return;
  try {
    begin(text, folder);
  } catch (const std::system_error&) {  // a home that nobody can write to
    entry_.clear();
    lock_.reset();
  }
}

void PrecompiledHeaders::begin(const std::string& text, const fs::path& folder) {
  ContentHash name;
  name.add(text);
  for (const std::string& word : command("")) name.add(word);
  for (const std::string& word : toolchain_.environment) name.add(word);
  entry_ = folder / name.text();
  lock_.emplace(entry_ / "lock");
  fs::last_write_time(entry_ / "lock", began_);
  for (const char* extension : {"", ".gch", ".gch.new", ".json", ".d"})
    remove_unless_regular(file(extension));
  if (read_file(file("")) != text) {
    fs::remove(file(".json"));
    replace_file(file(""), text);
  }
  if (up_to_date()) return;
  remove_unused(folder);
  compiler_.emplace(command(file(".gch.new")), toolchain_.environment, Process::Errors::dropped);
}

Toolchain PrecompiledHeaders::finish() {
  if (compiler_) {
    std::string ignored;
    if (compiler_->wait_for(toolchain_.patience, ignored) == 0) keep();
  }
  lock_.reset();
  if (!entry_.empty()) {
    // A compiler reads the text if its precompiled form is missing or from another compiler.
    // -fpch-deps lists the files in it among the files that went into a module.
    for (const std::string& word :
         {std::string("-include"), file("").string(), std::string("-fpch-deps")}) {
      toolchain_.compile.push_back(word);
    }
  }
  return std::move(toolchain_);
}

fs::path PrecompiledHeaders::file(const char* extension) const {
  return entry_ / fmt::format("headers.hpp{}", extension);
}

std::vector<std::string> PrecompiledHeaders::command(const std::string& output) const {
  std::vector<std::string> words = toolchain_.compile;
  for (const std::string& directory : toolchain_.include) words.push_back("-I" + directory);
  words.insert(words.end(), toolchain_.precompile.begin(), toolchain_.precompile.end());
  if (output.empty()) return words;
  for (const std::string& word :
       {std::string("-MD"), std::string("-MF"), file(".d").string(), std::string("-c"),
        file("").string(), std::string("-o"), output}) {
    words.push_back(word);
  }
  return words;
}

bool PrecompiledHeaders::up_to_date() const {
  const auto text = read_file(file(".json"));
  if (!text || !fs::exists(file(".gch"))) return false;
  try {
    const json record = parse_json(*text);
    return record.at("stamps") == stamps_of(record.at("files"));
  } catch (const json::exception&) {  // not written by this hippuzzle
    return false;
  }
}

// At no moment does a record describe other headers than the headers next to it.
void PrecompiledHeaders::keep() const {
  try {
    const auto files = prerequisites(read_file(file(".d")).value_or(""));
    for (const std::string& header : files) {
      if (fs::last_write_time(header) >= began_ && header != file("")) return;
    }
    fs::remove(file(".json"));
    fs::rename(file(".gch.new"), file(".gch"));
    replace_file(file(".json"), to_line({{"files", files}, {"stamps", stamps_of(files)}}));
  } catch (const std::system_error&) {  // a full disk: the text is read each time
  }
}

}  // namespace hippuzzle
