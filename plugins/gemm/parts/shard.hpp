// What a device has of a product over several devices: memory, streams, events, and which rows and
// panels of columns it works on (sharded.hpp).
#pragma once

#include <hip/hip_runtime.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <hippuzzle/devices.hpp>
#include <hippuzzle/hip_check.hpp>
#include <memory>
#include <utility>
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

// One of the two places for a panel, and what has happened there last.
struct PanelPlace {
  PanelPlace(int device, std::size_t b_bytes, std::size_t c_bytes)
      : b(device, b_bytes),
        c(device, c_bytes),
        arrived(hippuzzle::new_event(device)),
        multiplied(hippuzzle::new_event(device)),
        stored(hippuzzle::new_event(device)) {}

  ShardMemory b, c;  // of B, and of the shard's rows of C
  OwnedEvent arrived, multiplied, stored;
};

// Neighbouring rows or columns of a matrix.
struct Stretch {
  std::size_t first;
  unsigned count;
};

// Pieces of a shard's rows of A, each large enough to fill a device beside a panel.
inline std::vector<Stretch> pieces_of(unsigned rows) {
  constexpr unsigned each = tiles::roomy ? 2048 : 32;
  std::vector<Stretch> pieces;
  for (unsigned first = 0; first < rows; first += each)
    pieces.push_back({first, std::min(each, rows - first)});
  return pieces;
}

// What a device computes whose operands lie on another one: rows first to first + rows - 1 of C.
struct Shard {
  // row_bytes: of a row of A. panel_bytes: of the widest panel of B, and of its rows of C.
  Shard(int number, const Stretch& rows_of_c, std::size_t row_bytes, std::size_t panel_bytes,
        std::size_t result_bytes)
      : device(number),
        rows(rows_of_c),
        a(number, rows.count * row_bytes),
        pieces(pieces_of(rows.count)),
        places{{{number, panel_bytes, result_bytes}, {number, panel_bytes, result_bytes}}},
        compute(hippuzzle::new_stream(number)),
        copies(hippuzzle::new_stream(number)),
        results(hippuzzle::new_stream(number)) {
    for (std::size_t i = 0; i < pieces.size(); ++i)
      arrived.push_back(std::make_unique<OwnedEvent>(hippuzzle::new_event(number)));
  }

  int device;
  Stretch rows;
  ShardMemory a;
  std::vector<Stretch> pieces;  // of its rows of A, and when they have arrived
  std::vector<std::unique_ptr<OwnedEvent>> arrived;
  std::array<PanelPlace, 2> places;
  OwnedStream compute, copies, results;
};

// An eighth of the columns, in multiples that fill a device.
inline unsigned panel_columns(unsigned n) {
  constexpr unsigned most_panels = 8, least = tiles::roomy ? 1024 : 32;
  return std::max((n + most_panels * least - 1) / (most_panels * least), 1u) * least;
}

// Panels of B and C. The last is half as wide as the others: nothing hides its way home.
inline std::vector<Stretch> panels_of(unsigned n) {
  const unsigned columns = panel_columns(n), half = columns / 2;
  std::vector<Stretch> panels;
  unsigned first = 0;
  const auto take = [&](unsigned count) {
    panels.push_back({first, count});
    first += count;
  };
  while (n - first > columns) take(columns);
  if (n - first > half) take(n - first - half);
  take(n - first);
  return panels;
}

// The rows of each device, the one with the operands first. It has more than the others: it begins
// at once and leaves results where they are, while each of the others waits for a piece of A and a
// panel of B, and its last panel of C comes home behind its product. waiting_bytes: of these three;
// operations: that a device carries out while a link brings a byte.
inline std::vector<Stretch> divide_rows(unsigned m, unsigned n, unsigned k, unsigned devices,
                                        double waiting_bytes, double operations) {
  constexpr unsigned unit = tiles::roomy ? 256 : 8;
  const double worth = waiting_bytes * operations / (2.0 * n * k);
  const auto most = static_cast<double>(m / (devices * 2));
  const unsigned more = static_cast<unsigned>(std::min(worth, most)) / unit * unit;
  std::vector<Stretch> rows;
  unsigned first = 0;
  for (unsigned i = 0; i < devices; ++i) {
    const auto end = static_cast<unsigned>(std::size_t{m - more} * (i + 1) / devices) + more;
    rows.push_back({first, end - first});
    first = end;
  }
  return rows;
}

}  // namespace launchers
