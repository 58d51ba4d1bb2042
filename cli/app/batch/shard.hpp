// A shard: the part of a batch that one of several machines does.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace hippuzzle {

struct Shard {
  int index = 1, count = 1;

  // word: "2/5", as shard_word() holds it to. Without one the variables of the environment decide,
  // GTEST_SHARD_INDEX and GTEST_TOTAL_SHARDS or a Slurm array's, and a message says so. Otherwise
  // the
  // shard is the whole batch. Throws Error(usage) for variables that make no sense.
  static Shard choose(const std::optional<std::string>& word);
};

// A ValueCheck for a shard.
std::string shard_word(const std::string& text);

// Selects the shard's pieces by how long each takes: the longest first, each to the shard that has
// least so far. Machines that get the same durations select the same.
std::vector<bool> pieces_of(const Shard& shard, const std::vector<double>& seconds);

// Keeps only the shard's pieces.
template <class Piece>
void keep_pieces(std::vector<Piece>& pieces, const std::vector<bool>& own, size_t first = 0) {
  size_t kept = 0;
  for (size_t i = 0; i < pieces.size(); ++i) {
    if (!own[first + i]) continue;
    if (kept != i) pieces[kept] = std::move(pieces[i]);
    ++kept;
  }
  pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(kept), pieces.end());
}

}  // namespace hippuzzle
