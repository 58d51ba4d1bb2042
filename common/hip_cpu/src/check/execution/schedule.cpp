#include "hip_cpu/check/execution/schedule.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace hip_cpu::check {
namespace {

constexpr std::uint64_t most_shuffled = 1u << 16;  // blocks in a group that is shuffled in itself

// splitmix64 (Steele, Lea and Flood, OOPSLA 2014): the same numbers with every compiler.
std::uint64_t next(std::uint64_t& state) {
  std::uint64_t z = state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

}  // namespace

// Fisher and Yates.
void Schedule::shuffle(std::vector<std::uint32_t>& turns, std::uint64_t count) {
  turns.resize(count);
  std::iota(turns.begin(), turns.end(), 0u);
  if (number_ == 1) return std::reverse(turns.begin(), turns.end());
  for (std::uint64_t left = count; left > 1; --left)
    std::swap(turns[left - 1], turns[next(random_) % left]);
}

void Schedule::begin_launch(std::uint64_t blocks) {
  block_count_ = blocks;
  random_ = seed_ + number_;
  if (moves_blocks()) shuffle(blocks_, std::min(blocks, most_shuffled));
}

void Schedule::begin_block(unsigned threads) {
  interruptions_ = 0;
  if (number_ == 0 || (number_ == 1 && threads_.size() == threads)) return;
  shuffle(threads_, threads);
}

bool Schedule::lets_others_run() {
  constexpr unsigned many = 1024;  // after which a block would take much longer
  if (number_ < 2) return false;
  const std::uint64_t odds = interruptions_ < many ? 2 : 64;
  if (next(random_) % odds != 0) return false;
  ++interruptions_;
  return true;
}

std::uint64_t Schedule::block(std::uint64_t turn) const {
  if (!moves_blocks()) return turn;
  if (number_ == 1) return block_count_ - 1 - turn;
  const std::uint64_t first = turn / most_shuffled * most_shuffled;
  const bool is_whole = block_count_ - first >= blocks_.size();
  return is_whole ? first + blocks_[turn - first] : turn;
}

}  // namespace hip_cpu::check
