#include "lessons/learner_progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "support/files/file_lock.hpp"
#include "support/files/text_file.hpp"
#include "support/text/json.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;
using json = nlohmann::ordered_json;
namespace {

constexpr int format_version = 1;
constexpr std::array standings = {"not started", "started", "failing", "passed", "passed clean"};

Standing to_standing(const std::string& text) {
  const auto found = std::ranges::find(standings, text);
  if (found == standings.end()) throw std::runtime_error("unknown standing");
  return static_cast<Standing>(found - standings.begin());
}

VariantProgress to_progress(const json& j) {
  return {to_standing(j.at("standing")), j.at("ever_passed"), j.at("hints_shown"),
          j.value("kernels", "")};
}

json to_json(const VariantProgress& p) {
  return {{"standing", standings[static_cast<size_t>(p.standing)]},
          {"ever_passed", p.ever_passed},
          {"hints_shown", p.hints_shown},
          {"kernels", p.kernels}};
}

}  // namespace

Progress::Progress(fs::path folder) : folder_(std::move(folder)) { load(); }

VariantProgress Progress::of(const std::string& puzzle, const std::string& variant) const {
  const auto variants = entries_.find(puzzle);
  if (variants == entries_.end()) return {};
  const auto entry = variants->second.find(variant);
  return entry == variants->second.end() ? VariantProgress{} : entry->second;
}

void Progress::record_verdict(const std::string& puzzle, const std::string& variant,
                              Standing standing, const std::string& kernels) {
  update(puzzle, variant, [&](VariantProgress& p) {
    const bool was_clean = p.standing == Standing::passed_clean && p.kernels == kernels;
    p.standing = standing == Standing::passed && was_clean ? Standing::passed_clean : standing;
    p.kernels = kernels;
    p.ever_passed |= standing == Standing::passed || standing == Standing::passed_clean;
  });
}

void Progress::record_hints(const std::string& puzzle, const std::string& variant, int shown) {
  update(puzzle, variant, [&](VariantProgress& p) { p.hints_shown = shown; });
}

void Progress::forget_verdicts(const std::string& puzzle) {
  if (!entries_.contains(puzzle)) return;
  const FileLock lock(folder_ / "state.lock");
  load();
  const auto variants = entries_.find(puzzle);
  if (variants == entries_.end()) return;
  for (auto& [variant, progress] : variants->second) progress.standing = Standing::not_started;
  save();
}

template <class Change>
void Progress::update(const std::string& puzzle, const std::string& variant, const Change& change) {
  const FileLock lock(folder_ / "state.lock");
  load();
  change(entries_[puzzle][variant]);
  save();
}

void Progress::load() {
  entries_.clear();
  const auto text = read_file(file());
  if (!text) return;
  try {
    const json state = parse_json(*text);
    if (state.at("version") != format_version) throw std::runtime_error("another version");
    for (const auto& [puzzle, variants] : state.at("puzzles").items()) {
      for (const auto& [variant, progress] : variants.items()) {
        entries_[puzzle][variant] = to_progress(progress);
      }
    }
  } catch (const std::exception&) {
    entries_.clear();
    int number = 1;
    do {
      set_aside_ = fmt::format("{}.unreadable-{}", file().string(), number++);
    } while (fs::exists(set_aside_));
    fs::rename(file(), set_aside_);
  }
}

void Progress::save() const {
  json puzzles = json::object();
  for (const auto& [puzzle, variants] : entries_) {
    for (const auto& [variant, progress] : variants) puzzles[puzzle][variant] = to_json(progress);
  }
  replace_file(file(), to_indented({{"version", format_version}, {"puzzles", puzzles}}) + "\n");
}

}  // namespace hippuzzle
