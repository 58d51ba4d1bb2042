// gemm: the ways that the model proposes for a size on a device, to be measured there
// (hippuzzle/ways.h). The judge's side of it: no kernel.
#pragma once

#include <hippuzzle/ways.h>

#include <algorithm>
#include <string>
#include <vector>

#include "explain.hpp"
#include "parts/way_number.hpp"

namespace explain {

// "128 x 144, clusters of 2 x 4, 3 slices of k"
inline void write_words(char (&words)[64], const tiles::Shape& tile, unsigned below,
                        unsigned beside, unsigned slices) {
  const auto text = [](unsigned number) { return std::to_string(number); };
  std::string all = text(tile.rows) + " x " + text(tile.columns);
  if (below * beside > 1) all += ", clusters of " + text(below) + " x " + text(beside);
  if (slices > 1) all += ", " + text(slices) + " slices of k";
  all.copy(words, sizeof words - 1);
}
inline void write_words(char (&words)[64], const Way& way, const tiles::Shape* shapes) {
  const tiles::Shape& shape = shapes[way.tile];
  write_words(words, shape, shape.below, shape.beside, way.slices);
}
inline void write_words(char (&words)[64], const Bf16Way& way, const tiles::Shape* shapes) {
  if (!way.is_fitted()) return write_words(words, way.whole, shapes);
  const FittedWay& it = way.fitted;
  if (it.transposed)
    write_words(words, {it.right, fitted_left, 0}, it.along_right, it.along_left, it.slices);
  else
    write_words(words, {fitted_left, it.right, 0}, it.along_left, it.along_right, it.slices);
}

// Whether two ways are computed by one kernel, which the model may misjudge as a whole.
inline bool share_a_kernel(const Way& a, const Way& b) { return a.tile == b.tile; }
inline bool share_a_kernel(const Bf16Way& a, const Bf16Way& b) {
  return a.is_fitted() == b.is_fitted();
}

// The best ways; if one kernel has all of them, the last one makes room for the best way of others.
template <class Question, class Costs>
auto proposals(const Question& q, const Costs& costs, std::size_t most) {
  struct Proposal {
    decltype(choose_way(q, costs)) way;
    double time;
  };
  std::vector<Proposal> all;
  for_each_way(q, costs, [&](const auto& way, double time) { all.push_back({way, time}); });
  std::ranges::stable_sort(all, {}, &Proposal::time);
  const auto differs = [&](const Proposal& one) {
    return !share_a_kernel(one.way, all.front().way);
  };
  const auto other = std::ranges::find_if(all, differs);
  const std::size_t count = std::min(most, all.size());
  if (other != all.end() && count > 1 && other >= all.begin() + static_cast<std::ptrdiff_t>(count))
    all[count - 1] = *other;
  all.resize(count);
  return all;
}

// A CPU and devices that the model does not describe have no choice.
inline uint32_t propose(const char* variant, const hippuzzle_extents* e,
                        const hippuzzle_modelled_device* device, uint32_t most,
                        hippuzzle_proposed_way* ways) {
  if (!is_modelled(*device)) return 0;
  uint32_t count = 0;
  with_question(
      variant, product_of(*e), true, false, device->multiprocessors,
      [&](const auto& q, const auto& costs, const tiles::Shape* shapes, unsigned, unsigned) {
        for (const auto& proposal : proposals(q, costs, most)) {
          hippuzzle_proposed_way& to = ways[count++];
          to.number = number_of(proposal.way);
          to.microseconds = predicted(q, costs, proposal.way);
          write_words(to.words, proposal.way, shapes);
        }
      });
  return count;
}

}  // namespace explain
