// The order in which a launch's blocks run one after the other, in each its threads begin, and
// where they are interrupted.
//
// A GPU promises none. If barriers alone order a kernel's threads and it has no race, it does the
// same in every order, and one order shows everything. If it asks atomic operations who came first,
// another order is another program: then each order is one more try.
#pragma once

#include <cstdint>
#include <vector>

namespace hip_cpu::check {

class Schedule {
 public:
  Schedule() = default;  // the first one: all as they are numbered

  // Number 1 is the reverse; later ones are shuffled as the seed says.
  Schedule(unsigned number, std::uint64_t seed) : number_(number), seed_(seed) {}

  unsigned number() const { return number_; }
  bool is_first() const { return number_ == 0; }

  // moves_blocks(): whether blocks run in another order than their numbers'. keep_blocks() ends
  // that.
  bool moves_blocks() const { return number_ != 0 && !keeps_blocks_; }
  void keep_blocks() { keeps_blocks_ = true; }

  void begin_launch(std::uint64_t blocks);
  void begin_block(unsigned threads);

  // Whether other threads of the block run now, after an atomic operation of the running one: in a
  // shuffled order, after every second operation at random, and less often when there were many.
  bool lets_others_run();

  // The block whose turn it is, and the thread.
  std::uint64_t block(std::uint64_t turn) const;
  unsigned thread(unsigned turn) const { return number_ == 0 ? turn : threads_[turn]; }

 private:
  void shuffle(std::vector<std::uint32_t>& turns, std::uint64_t count);

  unsigned number_ = 0, interruptions_ = 0;
  std::uint64_t seed_ = 0, random_ = 0;
  bool keeps_blocks_ = false;
  std::uint64_t block_count_ = 0;
  std::vector<std::uint32_t> blocks_;  // of that many blocks in a row
  std::vector<std::uint32_t> threads_;
};

}  // namespace hip_cpu::check
