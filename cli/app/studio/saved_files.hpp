// The files that run when they are saved, by the page or by any editor.
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lessons/file_watch.hpp"

namespace hippuzzle {

class SavedFiles {
 public:
  using Clock = std::chrono::steady_clock;

  struct Saved {
    std::string puzzle, variant;
    std::string version;  // "" for a file that is gone
  };

  // variant: of the runs of this puzzle from now on. Throws std::system_error.
  void watch(const std::string& puzzle, const std::filesystem::path& file,
             const std::string& variant);

  // This version needs no run: the studio wrote it.
  void expect(const std::string& puzzle, const std::string& version);

  // Readable when take() should be asked.
  std::vector<int> descriptors() const;

  // The time at which take() should be asked in any case.
  std::optional<Clock::time_point> until() const;

  // The files that have another version than before. Does not wait.
  std::vector<Saved> take();

 private:
  struct Watched {
    std::filesystem::path file;
    std::string variant;
    std::string version;  // that ran last
    FileWatch files;
    std::optional<Clock::time_point> run_at;
  };

  std::map<std::string, Watched> watched_;  // by puzzle
};

}  // namespace hippuzzle
