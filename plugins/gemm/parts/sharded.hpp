// One product over several devices, each with the kernels of a rung: C and A by rows, B by panels
// of columns, which come while the panel before is multiplied.
//
// All of A, B and C lies on the launch's own device, the first. Device i takes its rows of A from
// there, and each panel of B from device i - 1, so that no link carries a byte of B twice. Of
// panels there are two places on every device, for B's and for C's, which goes home in the same
// way. The host enqueues everything and waits for nothing; events order three streams a device.
//
// Floor: a device multiplies its rows with a panel while it receives the next one, k x columns
// elements for 2 rows x k x columns operations: 2 rows / sizeof(element) operations a byte. Beside
// that stands what nothing hides: the first panel's way to the last device, and the last of C home.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <hippuzzle/bindings.hpp>
#include <hippuzzle/devices.hpp>
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

// What a device computes: rows first to first + rows - 1 of C.
struct Shard {
  Shard(int number, unsigned first_row, unsigned row_count, std::size_t a_bytes,
        std::size_t b_bytes, std::size_t c_bytes)
      : device(number),
        first(first_row),
        rows(row_count),
        a(number, a_bytes),
        places{{{number, b_bytes, c_bytes}, {number, b_bytes, c_bytes}}},
        compute(hippuzzle::new_stream(number)),
        copies(hippuzzle::new_stream(number)),
        results(hippuzzle::new_stream(number)) {}

  int device;
  unsigned first, rows;
  ShardMemory a;  // but for the first shard, whose A lies in place
  std::array<PanelPlace, 2> places;
  OwnedStream compute, copies, results;
};

// Of B and C: `columns` each, the last fewer. As many as leave little at the beginning and at the
// end that nothing hides, and wide enough to fill a device.
inline unsigned panel_columns(unsigned n) {
  constexpr unsigned most_panels = 8, least = tiles::roomy ? 1024 : 32;
  const unsigned columns = (n + most_panels - 1) / most_panels;
  return std::min(n, std::max((columns + least - 1) / least * least, least));
}

template <class Input, int32_t (*Rung)(const hippuzzle_launch*)>
class ShardedProduct {
 public:
  ShardedProduct(const std::vector<hippuzzle_device_stream>& devices, unsigned m, unsigned n,
                 unsigned k)
      : home_(devices[0].device),
        m_(m),
        n_(n),
        k_(k),
        columns_(panel_columns(n)),
        begun_(hippuzzle::new_event(home_)) {
    const auto count = static_cast<unsigned>(devices.size());
    for (unsigned i = 0; i < count; ++i) {
      const auto first = static_cast<unsigned>(std::size_t{m} * i / count);
      const auto rows = static_cast<unsigned>(std::size_t{m} * (i + 1) / count) - first;
      connect(devices[i].device, devices[i == 0 ? 0 : i - 1].device);
      connect(devices[i].device, home_);
      shards_.push_back(std::make_unique<Shard>(
          devices[i].device, first, rows, i == 0 ? 0 : std::size_t{rows} * k * sizeof(Input),
          std::size_t{k} * columns_ * sizeof(Input), std::size_t{rows} * columns_ * sizeof(float)));
    }
  }

  bool is_of(std::size_t devices, int home, unsigned m, unsigned n, unsigned k) const {
    return shards_.size() == devices && home_ == home && m_ == m && n_ == n && k_ == k;
  }

  int32_t enqueue(const hippuzzle_launch& launch) {
    const hipStream_t stream = hippuzzle::stream_of(launch);
    HIP_CHECK(hipEventRecord(begun_.get(), stream));
    for (const auto& shard : shards_) begin(*shard, launch);
    unsigned turn = 0;
    for (unsigned first = 0; first < n_; first += columns_, turn ^= 1) {
      const unsigned columns = std::min(columns_, n_ - first);
      for (std::size_t i = 0; i < shards_.size(); ++i) fetch_panel(i, turn, first, columns, launch);
      for (const auto& shard : shards_) {
        if (const int32_t error = multiply(*shard, turn, columns, launch)) return error;
        store(*shard, turn, first, columns, launch);
      }
    }
    for (const auto& shard : shards_) {
      const CurrentDevice current(home_);
      for (const PanelPlace& place : shard->places)
        HIP_CHECK(hipStreamWaitEvent(stream, place.stored.get(), 0));
    }
    return static_cast<int32_t>(hipGetLastError());
  }

 private:
  // A copy between devices that reach each other goes straight; else HIP leads it through the host.
  static void connect(int device, int peer) {
    int can = 0;
    if (device == peer) return;
    for (const auto& [one, other] : {std::pair(device, peer), std::pair(peer, device)}) {
      const CurrentDevice current(one);
      if (hipDeviceCanAccessPeer(&can, one, other) == hipSuccess && can != 0)
        static_cast<void>(hipDeviceEnablePeerAccess(other, 0));  // again is an error and no matter
      static_cast<void>(hipGetLastError());
    }
  }

  static hipError_t wait(const OwnedStream& stream, const OwnedEvent& event) {
    return hipStreamWaitEvent(stream.get(), event.get(), 0);
  }

  void begin(const Shard& shard, const hippuzzle_launch& launch) const {
    const CurrentDevice current(shard.device);
    for (const OwnedStream* stream : {&shard.compute, &shard.copies, &shard.results})
      HIP_CHECK(wait(*stream, begun_));
    if (shard.first == 0 || shard.rows == 0) return;
    const auto* a = static_cast<const Input*>(launch.buffers[1]);
    HIP_CHECK(hipMemcpyPeerAsync(shard.a.data(), shard.device, a + std::size_t{shard.first} * k_,
                                 home_, std::size_t{shard.rows} * k_ * sizeof(Input),
                                 shard.copies.get()));
  }

  void fetch_panel(std::size_t i, unsigned turn, unsigned first, unsigned columns,
                   const hippuzzle_launch& launch) const {
    const Shard& shard = *shards_[i];
    const PanelPlace& place = shard.places[turn];
    const CurrentDevice current(shard.device);
    // The panel that was here has been multiplied, and the next device has it.
    HIP_CHECK(wait(shard.copies, place.multiplied));
    if (i + 1 < shards_.size()) HIP_CHECK(wait(shard.copies, shards_[i + 1]->places[turn].arrived));
    const std::size_t row_bytes = columns * sizeof(Input);
    if (i == 0) {
      const auto* b = static_cast<const Input*>(launch.buffers[2]);
      HIP_CHECK(hipMemcpy2DAsync(place.b.data(), row_bytes, b + first, n_ * sizeof(Input),
                                 row_bytes, k_, hipMemcpyDeviceToDevice, shard.copies.get()));
    } else {
      const Shard& before = *shards_[i - 1];
      HIP_CHECK(wait(shard.copies, before.places[turn].arrived));
      HIP_CHECK(hipMemcpyPeerAsync(place.b.data(), shard.device, before.places[turn].b.data(),
                                   before.device, row_bytes * k_, shard.copies.get()));
    }
    HIP_CHECK(hipEventRecord(place.arrived.get(), shard.copies.get()));
  }

  int32_t multiply(const Shard& shard, unsigned turn, unsigned columns,
                   const hippuzzle_launch& launch) const {
    const PanelPlace& place = shard.places[turn];
    const CurrentDevice current(shard.device);
    HIP_CHECK(wait(shard.compute, place.arrived));
    HIP_CHECK(wait(shard.compute, place.stored));
    const bool is_first = shard.first == 0;
    void* const buffers[] = {place.c.data(), is_first ? launch.buffers[1] : shard.a.data(),
                             place.b.data()};
    hippuzzle_launch of_panel = launch;
    of_panel.extents = {{shard.rows, columns, k_}};
    of_panel.buffers = buffers;
    of_panel.stream = shard.compute.get();
    of_panel.device_count = 0;
    const int32_t error = Rung(&of_panel);
    HIP_CHECK(hipEventRecord(place.multiplied.get(), shard.compute.get()));
    return error;
  }

  void store(const Shard& shard, unsigned turn, unsigned first, unsigned columns,
             const hippuzzle_launch& launch) const {
    const PanelPlace& place = shard.places[turn];
    const CurrentDevice current(shard.device);
    HIP_CHECK(wait(shard.results, place.multiplied));
    auto* c = static_cast<float*>(launch.buffers[0]) + std::size_t{shard.first} * n_ + first;
    const std::size_t row_bytes = columns * sizeof(float);
    HIP_CHECK(hipMemcpy2DAsync(c, n_ * sizeof(float), place.c.data(), row_bytes, row_bytes,
                               shard.rows, hipMemcpyDefault, shard.results.get()));
    HIP_CHECK(hipEventRecord(place.stored.get(), shard.results.get()));
  }

  int home_;
  unsigned m_, n_, k_, columns_;
  OwnedEvent begun_;
  std::vector<std::unique_ptr<Shard>> shards_;
};

// Over as many of the launch's devices as there are rows for; on one it is the rung itself. The
// memory of the last shape is kept: a launch that is measured allocates nothing.
template <class Input, int32_t (*Rung)(const hippuzzle_launch*)>
int32_t sharded(const hippuzzle_launch* launch) {
  try {
    std::vector<hippuzzle_device_stream> devices = hippuzzle::devices_of(*launch);
    const auto m = static_cast<unsigned>(launch->extents.n[0]),
               n = static_cast<unsigned>(launch->extents.n[1]),
               k = static_cast<unsigned>(launch->extents.n[2]);
    devices.resize(std::min<std::size_t>(devices.size(), m));
    if (devices.size() == 1) return Rung(launch);
    // Not a static object: a GPU's runtime may end before statics do.
    static auto& known = *new std::unique_ptr<ShardedProduct<Input, Rung>>;
    if (!known || !known->is_of(devices.size(), devices[0].device, m, n, k)) {
      known.reset();
      known = std::make_unique<ShardedProduct<Input, Rung>>(devices, m, n, k);
    }
    return known->enqueue(*launch);
  } catch (const hippuzzle::HipError& error) {
    static_cast<void>(hipGetLastError());
    return static_cast<int32_t>(error.code());
  }
}

}  // namespace launchers
