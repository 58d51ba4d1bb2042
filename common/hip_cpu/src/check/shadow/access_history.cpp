#include "hip_cpu/check/shadow/access_history.hpp"

namespace hip_cpu::check {

void AccessSet::thin_out(Time block_begin) {
  bool goes = false;
  std::erase_if(accesses_, [&](const Epoch& access) {
    if (!access.is_before(block_begin)) return false;
    goes = !goes;
    return !goes;
  });
}

std::uint32_t AccessHistories::make() {
  std::uint32_t number = made_;
  if (!dropped_.empty()) {
    number = dropped_.back();
    dropped_.pop_back();
  } else if (++made_ > all_.size()) {
    all_.emplace_back();
  }
  all_[number].reads.clear();
  all_[number].atomics.clear();
  return number;
}

}  // namespace hip_cpu::check
