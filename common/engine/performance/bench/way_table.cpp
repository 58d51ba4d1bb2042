#include "engine/performance/bench/way_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>

#include "engine/judge/cases/size.hpp"
#include "support/files/file_lock.hpp"
#include "support/files/text_file.hpp"
#include "support/text/json.hpp"

namespace hippuzzle {
namespace {

using json = nlohmann::ordered_json;

constexpr int table_version = 1;             // raised when a member changes its meaning
constexpr std::chrono::seconds patience{2};  // with another process that writes the table

std::string file_name(const std::string& puzzle, const ModelledDevice& d,
                      const std::string& driver) {
  std::string name =
      fmt::format("{} {} {} {} {}", puzzle, d.platform, d.name, d.architecture, driver);
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '.') c = '-';
  }
  return name + ".json";
}

std::string key_of(const VariantRef& ref, const hippuzzle_extents& extents) {
  return fmt::format("{} {}", ref.variant->name, size_text(extents, *ref.variant));
}

bool same_numbers(const std::vector<TimedWay>& a, const std::vector<TimedWay>& b) {
  return std::ranges::is_permutation(a, b, {}, &TimedWay::number, &TimedWay::number);
}

TimedWay to_way(const json& j) {
  const TimedWay way{j.at("number"), j.at("way"), j.at("predicted_ms"), j.at("measured_ms")};
  if (way.number == 0 || !std::isfinite(way.milliseconds) || way.milliseconds <= 0)
    throw std::runtime_error("no time of a way");
  return way;
}

}  // namespace

const TimedWay* fastest(const std::vector<TimedWay>& ways) {
  const TimedWay* best = nullptr;
  for (const TimedWay& way : ways) {
    if (way.milliseconds > 0 && (best == nullptr || way.milliseconds < best->milliseconds))
      best = &way;
  }
  return best;
}

WayTable::WayTable(const hippuzzle_way_model& model, const std::filesystem::path& folder,
                   const std::string& puzzle, const ModelledDevice& device,
                   const std::string& driver)
    : model_(model),
      puzzle_(puzzle),
      driver_(driver),
      device_(device),
      file_(folder.empty() ? folder : folder / file_name(puzzle, device, driver)),
      rows_(read()) {}

std::vector<TimedWay> WayTable::ways(const VariantRef& ref,
                                     const hippuzzle_extents& extents) const {
  std::vector<TimedWay> proposed = proposed_ways(model_, ref, extents, device_);
  const auto row = rows_.find(key_of(ref, extents));
  // Another model proposed others.
  if (row == rows_.end() || !same_numbers(row->second, proposed)) return proposed;
  for (TimedWay& way : proposed)
    way.milliseconds = std::ranges::find(row->second, way.number, &TimedWay::number)->milliseconds;
  return proposed;
}

void WayTable::keep(const VariantRef& ref, const hippuzzle_extents& extents,
                    const std::vector<TimedWay>& ways) {
  const std::string key = key_of(ref, extents);
  rows_[key] = ways;
  if (file_.empty()) return;
  try {
    std::filesystem::path lock_file = file_;
    const FileLock lock(lock_file += ".lock", patience);
    Rows all = read();
    all[key] = ways;
    write(all);
  } catch (const std::exception&) {  // measured again next time
  }
}

WayTable::Rows WayTable::read() const {
  if (file_.empty()) return {};
  try {
    const auto text = read_file(file_);
    if (!text) return {};
    const json j = parse_json(*text);
    if (j.at("version") != table_version || j.at("revision") != model_.revision) return {};
    Rows rows;
    for (const json& row : j.at("sizes")) {
      std::vector<TimedWay>& ways = rows[fmt::format("{} {}", row.at("variant").get<std::string>(),
                                                     row.at("size").get<std::string>())];
      for (const json& way : row.at("ways")) ways.push_back(to_way(way));
    }
    return rows;
  } catch (const std::exception&) {
    return {};  // measured again
  }
}

void WayTable::write(const Rows& rows) const {
  json sizes = json::array();
  for (const auto& [key, ways] : rows) {
    json all = json::array();
    for (const TimedWay& way : ways)
      all.push_back({{"number", way.number},
                     {"way", way.words},
                     {"predicted_ms", way.predicted},
                     {"measured_ms", way.milliseconds}});
    const size_t blank = key.find(' ');
    sizes.push_back(
        {{"variant", key.substr(0, blank)}, {"size", key.substr(blank + 1)}, {"ways", all}});
  }
  replace_derived_file(file_, to_indented({{"version", table_version},
                                           {"revision", model_.revision},
                                           {"puzzle", puzzle_},
                                           {"platform", device_.platform},
                                           {"device", device_.name},
                                           {"architecture", device_.architecture},
                                           {"multiprocessors", device_.multiprocessors},
                                           {"driver", driver_},
                                           {"sizes", sizes}}) +
                                  "\n");
}

}  // namespace hippuzzle
