#include "cli/app/studio/saved_files.hpp"

#include <exception>

#include "support/files/text_file.hpp"
#include "support/text/sha256.hpp"

namespace hippuzzle {
namespace {

// An editor may write a file in several steps: a run begins after this long without a change.
constexpr std::chrono::milliseconds quiet{40};

// "" for a file that is missing or cannot be read.
std::string version_of(const std::filesystem::path& file) {
  try {
    const auto text = read_file(file);
    return text ? sha256(*text) : "";
  } catch (const std::exception&) {
    return "";
  }
}

}  // namespace

void SavedFiles::watch(const std::string& puzzle, const std::filesystem::path& file,
                       const std::string& variant) {
  if (const auto found = watched_.find(puzzle); found != watched_.end()) {
    found->second.variant = variant;
    return;
  }
  watched_.emplace(puzzle, Watched{file, variant, version_of(file), FileWatch(file.parent_path()),
                                   std::nullopt});
}

void SavedFiles::expect(const std::string& puzzle, const std::string& version) {
  const auto found = watched_.find(puzzle);
  if (found != watched_.end()) found->second.version = version;
}

std::vector<int> SavedFiles::descriptors() const {
  std::vector<int> all;
  for (const auto& [puzzle, watched] : watched_) all.push_back(watched.files.descriptor());
  return all;
}

std::optional<SavedFiles::Clock::time_point> SavedFiles::until() const {
  std::optional<Clock::time_point> first;
  for (const auto& [puzzle, watched] : watched_) {
    if (watched.run_at && (!first || *watched.run_at < *first)) first = watched.run_at;
  }
  return first;
}

std::vector<SavedFiles::Saved> SavedFiles::take() {
  std::vector<Saved> saved;
  for (auto& [puzzle, watched] : watched_) {
    if (watched.files.saved()) watched.run_at = Clock::now() + quiet;
    if (!watched.run_at || Clock::now() < *watched.run_at) continue;
    watched.run_at.reset();
    const std::string version = version_of(watched.file);
    if (version == watched.version) continue;
    watched.version = version;
    saved.push_back({puzzle, watched.variant, version});
  }
  return saved;
}

}  // namespace hippuzzle
