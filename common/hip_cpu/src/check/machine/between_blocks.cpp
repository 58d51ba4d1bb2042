#include "hip_cpu/check/machine/between_blocks.hpp"

#include <algorithm>
#include <atomic>
#include <thread>

namespace hip_cpu::check {
namespace {

using Address = std::uintptr_t;

// Of the records of 64 bytes of memory, and of others that share the lock.
constexpr Address line = 64;

class LineLock {
 public:
  explicit LineLock(Address address) : flag_(flags[address / line % count].flag) {
    while (flag_.test_and_set(std::memory_order_acquire)) std::this_thread::yield();
  }
  ~LineLock() { flag_.clear(std::memory_order_release); }
  LineLock(const LineLock&) = delete;
  LineLock& operator=(const LineLock&) = delete;

 private:
  static constexpr std::size_t count = 1024;
  struct alignas(64) Flag {
    std::atomic_flag flag;
  };
  static Flag flags[count];

  std::atomic_flag& flag_;
};

LineLock::Flag LineLock::flags[count];

// One access of the running thread, as its block sees the records of others.
class Judge {
 public:
  explicit Judge(const Grid& worker)
      : worker_(worker), me_(worker.current->time, worker.current->index, worker.number, false) {}

  // A read of words that needs no record: needs no lock either.
  bool is_settled(Region& region, Address address, std::size_t bytes) const {
    if ((address | bytes) % Region::word != 0) return false;
    for (Address at = address; at < address + bytes; at += Region::word) {
      const Cell& cell = region.cell(at);
      const Access write = cell.write.load(), first = cell.reads[0].load(),
                   second = cell.reads[1].load();
      if (!region.is_plain(at) || is_of_launch(write) || !is_of_launch(first) ||
          !is_of_launch(second) || !are_of_two_blocks(first, second))
        return false;
    }
    return true;
  }

  bool admit_read(Cell& cell) const {
    if (is_of_launch(cell.write) && !is_before(cell.write)) return false;
    Access& first = cell.reads[0];
    Access& second = cell.reads[1];
    if (!is_of_launch(first)) {
      first.store(me_);
    } else if (!is_of_launch(second)) {
      if (!is_before(first)) {
        second.store(me_);
      } else {
        first.store(me_);
      }
    } else if (!is_of_block(first) || !is_of_block(second)) {
      if (!are_of_two_blocks(first, second)) second.store(me_);
    } else if (is_before(first)) {
      first.store(me_);
    } else if (is_before(second)) {
      second.store(me_);
    }
    return true;
  }

  bool admit_write(Cell& cell) const {
    for (const Access& earlier : {cell.write, cell.reads[0], cell.reads[1]})
      if (is_of_launch(earlier) && !is_before(earlier)) return false;
    cell.write.store(me_);
    return true;
  }

 private:
  bool is_of_launch(const Access& access) const { return !access.is_before(worker_.begin); }

  // Of those of the launch:
  bool is_of_block(const Access& access) const {
    return access.site() == worker_.number && !access.is_before(worker_.block_begin);
  }
  bool is_before(const Access& access) const {
    return is_of_block(access) && worker_.before(access, 0, false);
  }
  // Of blocks of another worker it is not known whether they are the same.
  bool are_of_two_blocks(const Access& a, const Access& b) const {
    return a.site() != b.site() || is_of_block(a) != is_of_block(b);
  }

  const Grid& worker_;
  const Access me_;
};

// In one line, under its lock.
bool admit_in_line(const Judge& judge, Region& region, Address address, std::size_t bytes,
                   bool writes) {
  const State least = region.state(address, bytes);
  if (least == outside) return false;
  if (writes) {
    if (least != written) region.mark_written(address, bytes);
  } else {
    for (Address at = address; least != written && at < address + bytes; ++at)
      if (!region.is_written(at)) return false;
  }
  bool admitted = true;
  const auto visit = [&](Cell& cell) {
    admitted &= writes ? judge.admit_write(cell) : judge.admit_read(cell);
  };
  for (Address at = address; at < address + bytes;) {
    if (at % Region::word == 0 && address + bytes - at >= Region::word && !region.is_split(at)) {
      visit(region.cell(at));
      at += Region::word;
    } else {
      region.visit_byte(at++, visit);
    }
  }
  return admitted;
}

}  // namespace

bool admit(Grid& worker, Region& region, Address address, std::size_t bytes, bool writes) {
  const Judge judge(worker);
  for (const Address end = address + bytes; address < end;) {
    const std::size_t part = std::min(end, address / line * line + line) - address;
    if (writes || !judge.is_settled(region, address, part)) {
      const LineLock lock(address);
      if (!admit_in_line(judge, region, address, part, writes)) return false;
    }
    address += part;
  }
  return true;
}

}  // namespace hip_cpu::check
