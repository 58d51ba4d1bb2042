// Accesses of threads, announced one by one as a kernel's code does, and the resulting requests.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <ostream>
#include <vector>

#include "hip_cpu/check/requests/requests.hpp"

namespace hip_cpu::check {

// The calls that a kernel's code would make: functions at 1000 … 1999, 2000 … 2999, and so on.
inline CodeRange thousand(std::uintptr_t code) {
  return {code / 1000 * 1000, code / 1000 * 1000 + 1000};
}

class Grouping : public ::testing::Test, public RequestSink {
 protected:
  struct Taken {
    SiteId site;
    std::uint64_t lanes;
    unsigned bytes;
    bool operator==(const Taken&) const = default;
  };
  friend void PrintTo(const Taken& t, std::ostream* out) {
    *out << "site " << t.site << " lanes " << std::hex << t.lanes << std::dec << " bytes "
         << t.bytes;
  }

  void take(const Request& request) override {
    taken.push_back({request.site, request.lanes, request.bytes});
  }

  void begin(unsigned threads, unsigned width = 32) { requests.begin_block(threads, width); }
  void begin_thread(unsigned thread, std::uintptr_t function) {
    requests.begin_thread(thread);
    call(function, 0);
  }
  void call(std::uintptr_t function, std::uintptr_t from) {
    requests.enter(at(function), at(from));
  }
  void leave() { requests.leave(); }
  void block(std::uintptr_t code) { requests.block(at(code)); }
  // The site is the instruction's address plus a part for `context`.
  void read(std::uintptr_t code, std::size_t bytes = 4, std::uintptr_t address = 0,
            std::size_t most = 16) {
    requests.access_range(at(code), HIP_CPU_READ, false, address, bytes, most,
                          [&] { return static_cast<SiteId>(code + context); });
  }
  static const void* at(std::uintptr_t code) { return reinterpret_cast<const void*>(code); }

  std::vector<Taken> taken;
  unsigned context = 0;
  Requests requests{*this, thousand};
};

}  // namespace hip_cpu::check
