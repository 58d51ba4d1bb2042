// The way of a launch: as the host has chosen it (hippuzzle/ways.h), else the model's.
#pragma once

#include <hippuzzle/ways.h>

#include <map>
#include <optional>
#include <string>
#include <tuple>

#include "parts/problem.hpp"
#include "parts/way_number.hpp"

namespace launchers {

// Numbers of ways by variant and extents.
using ChosenWays = std::map<std::tuple<std::string, uint64_t, uint64_t, uint64_t>, uint32_t>;

inline ChosenWays& chosen_ways() {
  static ChosenWays ways;
  return ways;
}

inline int32_t choose(const char* variant, const hippuzzle_extents* e, uint32_t number) {
  const ChosenWays::key_type key{variant, e->n[0], e->n[1], e->n[2]};
  if (number == 0)
    chosen_ways().erase(key);
  else
    chosen_ways()[key] = number;
  return 0;
}

// nullopt where the host has chosen a way that the question does not have.
template <class Question, class Costs>
auto way_for(const char* variant, const ProductExtents& p, const Question& q, const Costs& costs)
    -> std::optional<decltype(choose_way(q, costs))> {
  const auto chosen = chosen_ways().find({variant, p.m, p.n, p.k});
  if (chosen == chosen_ways().end()) return choose_way(q, costs);
  return way_of(q, costs, chosen->second);
}

}  // namespace launchers
