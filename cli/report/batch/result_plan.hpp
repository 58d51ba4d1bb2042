// The results that a batch is to give, whether or not they came: gaps are found by it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace hippuzzle {

struct ResultPlan {
  std::vector<std::string> planned;  // "p16 --naive on cpu", "ann: p16"; of all shards
  int shard = 1, shards = 1;
};

// {"planned": […], "shard": {"index": 1, "count": 3}}, the latter only where there are several, and
// back. Throws std::exception for any other text.
nlohmann::ordered_json plan_json(const ResultPlan& plan);
ResultPlan plan_of(const nlohmann::ordered_json& object);

}  // namespace hippuzzle
