// A device's share of a product over several devices: memory, streams, events, its own rows and its
// own panel of columns (sharded.hpp).
#pragma once

#include <hip/hip_runtime.h>

#include <algorithm>
#include <cstddef>
#include <hippuzzle/devices.hpp>
#include <hippuzzle/hip_check.hpp>
#include <memory>
#include <vector>

#include "tiles.hpp"

namespace launchers {

using hippuzzle::CurrentDevice;

// Device memory, for as long as the shards of a shape are kept.
class ShardMemory {
 public:
  ShardMemory(int device, std::size_t bytes) {
    const CurrentDevice current(device);
    HIP_CHECK(hipMalloc(&data_, std::max<std::size_t>(bytes, 1)));
  }
  ~ShardMemory() { static_cast<void>(hipFree(data_)); }
  ShardMemory(const ShardMemory&) = delete;
  ShardMemory& operator=(const ShardMemory&) = delete;
  char* data() const { return data_; }

 private:
  char* data_ = nullptr;
};

inline hipError_t destroy(hipStream_t stream) { return hipStreamDestroy(stream); }
inline hipError_t destroy(hipEvent_t event) { return hipEventDestroy(event); }

// A stream or an event of a device.
template <class Handle>
class Owned {
 public:
  explicit Owned(Handle handle) : handle_(handle) {}
  ~Owned() { static_cast<void>(destroy(handle_)); }
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  Handle get() const { return handle_; }

 private:
  Handle handle_;
};
using OwnedStream = Owned<hipStream_t>;
using OwnedEvent = Owned<hipEvent_t>;

// Neighbouring rows or columns of a matrix.
struct Stretch {
  std::size_t first;
  unsigned count;
};

// A stretch for each device, in multiples of a tile's length; the last ones may be empty.
inline std::vector<Stretch> divide(unsigned length, unsigned devices) {
  constexpr unsigned unit = tiles::roomy ? 256 : 8;
  const unsigned units = (length + unit - 1) / unit;
  std::vector<Stretch> stretches;
  unsigned first = 0;
  for (unsigned i = 0; i < devices; ++i) {
    const unsigned end = std::min(length, units * (i + 1) / devices * unit);
    stretches.push_back({first, end - first});
    first = end;
  }
  return stretches;
}

// A device with its rows of A and C, and with B, of which one panel is its own and the others come.
struct Shard {
  // row_bytes: of a row of A. panel_bytes: of each panel of B. result_row_bytes: of a row of C.
  Shard(int number, const Stretch& its_rows, std::size_t row_bytes,
        const std::vector<std::size_t>& panel_bytes, std::size_t result_row_bytes)
      : device(number),
        rows(its_rows),
        a(number, rows.count * row_bytes),
        c(number, rows.count * result_row_bytes),
        compute(hippuzzle::new_stream(number)),
        copies(hippuzzle::new_stream(number)),
        done(hippuzzle::new_event(number)) {
    for (const std::size_t bytes : panel_bytes) {
      b.push_back(std::make_unique<ShardMemory>(number, bytes));
      arrived.push_back(std::make_unique<OwnedEvent>(hippuzzle::new_event(number)));
    }
  }

  int device;
  Stretch rows;
  ShardMemory a, c;  // c: panel after panel, each rows.count x its columns
  std::vector<std::unique_ptr<ShardMemory>> b;
  std::vector<std::unique_ptr<OwnedEvent>> arrived;  // each panel of B, by this launch
  OwnedStream compute, copies;
  OwnedEvent done;  // with all that has been enqueued
};

}  // namespace launchers
