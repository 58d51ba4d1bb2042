// Ways in which a variant can compute a size (hippuzzle/ways.h): a model proposes a few, the runner
// measures them before its first sample, and a table on disk remembers them for each device, so
// that a size is searched once.
#pragma once

#include <hippuzzle/ways.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/judge/catalog/catalog.hpp"
#include "engine/performance/bench/launch_model.hpp"

namespace hippuzzle {

// The fastest measured one; nullptr when none is measured.
const TimedWay* fastest(const std::vector<TimedWay>& ways);

class WayTable {
 public:
  // The table of that puzzle and device in the folder, which need not be there; without a folder
  // nothing is remembered. A table that cannot be read, and rows of another revision, count as not
  // there.
  WayTable(const hippuzzle_way_model& model, const std::filesystem::path& folder,
           const std::string& puzzle, const ModelledDevice& device, const std::string& driver);

  // The proposed ways of the variant, with their times if all of them have been measured here.
  std::vector<TimedWay> ways(const VariantRef& ref, const hippuzzle_extents& extents) const;

  // Keeps measured ways, on disk as well, next to the rows that other processes have written
  // meanwhile. A table that cannot be written is no error: nothing is lost but time.
  void keep(const VariantRef& ref, const hippuzzle_extents& extents,
            const std::vector<TimedWay>& ways);

  const std::filesystem::path& file() const { return file_; }

 private:
  using Rows = std::map<std::string, std::vector<TimedWay>>;  // by variant and size

  Rows read() const;
  void write(const Rows& rows) const;

  const hippuzzle_way_model& model_;
  std::string puzzle_, driver_;
  ModelledDevice device_;
  std::filesystem::path file_;
  Rows rows_;
};

}  // namespace hippuzzle
