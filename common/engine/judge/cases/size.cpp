#include "engine/judge/cases/size.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <random>
#include <set>
#include <span>
#include <sstream>
#include <vector>

#include "engine/judge/cases/cases.hpp"
#include "support/outcome.hpp"

namespace hippuzzle {
namespace {

// The extents that a user gives: the host knows the width of a warp.
std::vector<size_t> asked_extents(const hippuzzle_variant& variant) {
  std::vector<size_t> indices;
  for (size_t i = 0; i < std::size(variant.example.n) && variant.example.n[i] != 0; ++i)
    if (i + 1 != variant.warp_extent) indices.push_back(i);
  return indices;
}

}  // namespace

std::optional<std::string> refusal(const hippuzzle_variant& variant,
                                   const hippuzzle_extents& extents) {
  // A size of another variant of the puzzle may have more numbers, or fewer.
  for (size_t i = 0; i < HIPPUZZLE_TILE_EXTENT; ++i) {
    if ((extents.n[i] != 0) != (variant.example.n[i] != 0)) {
      const size_t count = asked_extents(variant).size();
      return fmt::format("it takes sizes of {}, such as {}",
                         count == 1 ? "one number" : fmt::format("{} numbers", count),
                         size_text(variant.example, variant));
    }
  }
  if (variant.refuse != nullptr) {
    if (const char* why = variant.refuse(&extents)) return fmt::format("it {}", why);
  }
  const hippuzzle_extents in_tiles = with_tile(variant, extents);
  const hippuzzle_launch_configuration c = variant.configure(&in_tiles);
  constexpr uint64_t most_threads = 1024, most_blocks_beside = 65'535;
  const uint64_t threads = uint64_t{c.block.x} * c.block.y * c.block.z;
  if (threads > most_threads) {
    return fmt::format("it would need a block of {} threads, and a block has at most {}", threads,
                       most_threads);
  }
  if (c.grid.y > most_blocks_beside || c.grid.z > most_blocks_beside) {
    return fmt::format("it would need a grid of {} x {} x {} blocks, and y and z go up to {}",
                       c.grid.x, c.grid.y, c.grid.z, most_blocks_beside);
  }
  return std::nullopt;
}

hippuzzle_extents parse_size(const std::string& text, const hippuzzle_variant& variant) {
  const size_t count = asked_extents(variant).size();
  std::vector<uint64_t> numbers;
  std::istringstream in(text);
  for (std::string word; std::getline(in, word, 'x');) {
    const bool is_number = !word.empty() && word.size() < 12 &&
                           word.find_first_not_of("0123456789") == std::string::npos;
    numbers.push_back(is_number ? std::stoull(word) : 0);
  }
  const bool is_complete = numbers.size() == 1 || numbers.size() == count;
  if (!is_complete || text.ends_with('x') || std::ranges::find(numbers, 0u) != numbers.end()) {
    throw Error(
        Outcome::usage,
        fmt::format("'{}' is not a size of this puzzle; give one number, such as 1024{}", text,
                    count == 1 ? ""
                               : fmt::format(", or {} with x between them, such as {}", count,
                                             size_text(variant.example, variant))));
  }
  hippuzzle_extents extents = {};
  size_t next = 0;
  for (const size_t i : asked_extents(variant))
    extents.n[i] = numbers[numbers.size() == 1 ? 0 : next++];
  return for_warps_of(warp_lanes(variant, variant.example), variant, extents);
}

std::vector<hippuzzle_extents> unforeseen_sizes(const hippuzzle_variant& variant, uint64_t seed,
                                                uint32_t count) {
  constexpr uint32_t most_tries = 64;  // of each size; a variant may take few
  const std::span own(variant.sizes, variant.size_count);
  hippuzzle_extents least = variant.example, greatest = variant.example;
  std::set<uint64_t> tiles = {tile_of(variant.example)};
  for (const hippuzzle_extents& size : own) {
    tiles.insert(tile_of(size));
    for (size_t i = 0; i < HIPPUZZLE_TILE_EXTENT; ++i) {
      least.n[i] = std::min(least.n[i], size.n[i]);
      greatest.n[i] = std::max(greatest.n[i], size.n[i]);
    }
  }
  const auto is_equal = [](const hippuzzle_extents& a, const hippuzzle_extents& b) {
    return std::ranges::equal(a.n, b.n);
  };
  std::mt19937_64 numbers(seed);
  std::vector<hippuzzle_extents> sizes;
  for (uint32_t tries = 0; sizes.size() < count && tries < count * most_tries; ++tries) {
    hippuzzle_extents drawn = {};
    for (size_t i = 0; i < HIPPUZZLE_TILE_EXTENT; ++i)
      drawn.n[i] = least.n[i] + numbers() % (greatest.n[i] - least.n[i] + 1);
    drawn = for_warps_of(warp_widths[tries % std::size(warp_widths)], variant, drawn);
    if (refusal(variant, drawn)) continue;
    drawn = with_tile(variant, drawn);
    const auto is_drawn = [&](const hippuzzle_extents& other) { return is_equal(other, drawn); };
    if (!tiles.contains(tile_of(drawn)) || is_drawn(variant.example) ||
        std::ranges::any_of(own, is_drawn) || std::ranges::any_of(sizes, is_drawn))
      continue;
    sizes.push_back(drawn);
  }
  return sizes;
}

hippuzzle_extents usual_size(const std::string& usual, const hippuzzle_variant& variant) {
  const hippuzzle_extents extents = parse_size(usual, variant);
  if (!refusal(variant, extents)) return extents;
  const auto product = [](const hippuzzle_extents& e) {
    uint64_t all = 1;
    for (size_t i = 0; i < std::size(e.n) && e.n[i] != 0; ++i) all *= e.n[i];
    return all;
  };
  hippuzzle_extents largest = variant.example;
  for (const hippuzzle_extents& size : std::span(variant.sizes, variant.size_count)) {
    if (product(size) > product(largest)) largest = size;
  }
  return largest;
}

std::string size_text(const hippuzzle_extents& extents, const hippuzzle_variant& variant) {
  hippuzzle_extents asked = {};
  size_t next = 0;
  for (const size_t i : asked_extents(variant)) asked.n[next++] = extents.n[i];
  return size_text(asked);
}

std::string size_text(const hippuzzle_extents& extents) {
  std::string text = fmt::format("{}", extents.n[0]);
  bool all_equal = true;
  for (size_t i = 1; i < std::size(extents.n) && extents.n[i] != 0; ++i) {
    text += fmt::format("x{}", extents.n[i]);
    all_equal = all_equal && extents.n[i] == extents.n[0];
  }
  return all_equal ? fmt::format("{}", extents.n[0]) : text;
}

}  // namespace hippuzzle
