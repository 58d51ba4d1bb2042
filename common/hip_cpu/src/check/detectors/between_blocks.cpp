#include "hip_cpu/check/detectors/between_blocks.hpp"

#include <algorithm>
#include <atomic>
#include <thread>

namespace hip_cpu::check {
namespace {

// One lock guards the shadow cells of 64 bytes of memory, and of other lines that share it.
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

// One access of the running thread, and whether the shadow cells that it meets admit it.
class Judge {
 public:
  explicit Judge(const Machine& worker)
      : worker_(worker),
        me_(worker.current->time, worker.current->index, worker.worker.number, false) {}

  // A read of words that changes no shadow cell needs no lock.
  bool is_settled(ShadowMemory& memory, Address address, std::size_t bytes) const {
    if ((address | bytes) % ShadowMemory::word != 0) return false;
    for (Address at = address; at < address + bytes; at += ShadowMemory::word) {
      const Time begin = worker_.launch.begin;
      if (!memory.is_plain(at) || !memory.is_settled(at, begin)) return false;
    }
    return true;
  }

  bool admit_read(ShadowCell& cell) const {
    if (is_of_launch(cell.write) && !is_before(cell.write)) return false;
    Epoch& first = cell.reads[0];
    Epoch& second = cell.reads[1];
    if (!is_of_launch(first)) {
      first = me_;
    } else if (!is_of_launch(second)) {
      if (is_before(first)) {
        first = me_;
      } else {
        second = is_of_block(first) ? me_ : me_.settled();
      }
    } else if (!second.is_settled()) {  // both of one block
      if (!is_of_block(first)) {
        second = me_.settled();
      } else if (is_before(first)) {
        first = me_;
      } else if (is_before(second)) {
        second = me_;
      }
    }
    return true;
  }

  bool admit_write(ShadowCell& cell) const {
    for (const Epoch& earlier : {cell.write, cell.reads[0], cell.reads[1]})
      if (is_of_launch(earlier) && !is_before(earlier)) return false;
    cell.write = me_;
    return true;
  }

 private:
  bool is_of_launch(const Epoch& access) const { return !access.is_before(worker_.launch.begin); }

  // To be called for accesses of the launch only.
  bool is_of_block(const Epoch& access) const {
    return access.site() == worker_.worker.number && !access.is_before(worker_.block.begin);
  }
  bool is_before(const Epoch& access) const {
    return is_of_block(access) && worker_.happened_before(access, 0, false);
  }

  const Machine& worker_;
  const Epoch me_;
};

// Admits an access in one line, under its lock.
bool admit_in_line(const Judge& judge, ShadowMemory& memory, Address address, std::size_t bytes,
                   bool writes) {
  const State least = memory.state(address, bytes);
  if (least == outside || least == arriving) return false;
  if (writes) {
    if (least != written) memory.mark_written(address, bytes);
  } else {
    for (Address at = address; least != written && at < address + bytes; ++at)
      if (!memory.is_written(at)) return false;
  }
  bool admitted = true;
  const auto visit = [&](ShadowCell& cell) {
    admitted &= writes ? judge.admit_write(cell) : judge.admit_read(cell);
  };
  for (Address at = address; at < address + bytes;) {
    if (at % ShadowMemory::word == 0 && address + bytes - at >= ShadowMemory::word &&
        !memory.is_split(at)) {
      memory.visit(at, visit);
      at += ShadowMemory::word;
    } else {
      memory.visit_byte(at++, visit);
    }
  }
  return admitted;
}

// False when something is to be found there.
bool admit(const Machine& worker, ShadowMemory& memory, Address address, std::size_t bytes,
           bool writes) {
  const Judge judge(worker);
  for (const Address end = address + bytes; address < end;) {
    const std::size_t part = std::min(end, address / line * line + line) - address;
    if (writes || !judge.is_settled(memory, address, part)) {
      const LineLock lock(address);
      if (!admit_in_line(judge, memory, address, part, writes)) return false;
    }
    address += part;
  }
  return true;
}

}  // namespace

void check_between_blocks(Machine& worker, ShadowMemory& memory, const Access& access) {
  if (access.kind == Kind::atomic || worker.worker.given_up->load(std::memory_order_relaxed) ||
      !admit(worker, memory, access.address, access.bytes, access.kind == Kind::write))
    worker.stop_launch();
}

}  // namespace hip_cpu::check
