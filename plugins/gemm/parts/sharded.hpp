// One product over several devices, each with the kernels of a rung, C and A divided by rows.
//
// All of A, B and C lies on the launch's own device, the home, which multiplies its rows in place,
// in one launch. The others get theirs of A from there, in pieces, and B in panels of columns, the
// first of them from home and each other one from the device before, so that no link carries a
// byte of B twice. The next panel comes while one is multiplied, the first panel is multiplied with
// pieces of A as they arrive, and C goes home by panels. The host enqueues everything and waits for
// nothing; events order three streams a device.
//
// Floor: a device multiplies its rows with a panel while it receives the next one, k x columns
// elements for 2 rows x k x columns operations: 2 rows / sizeof(element) operations a byte. Beside
// that stands what nothing hides: the first piece of A and the first panel's way to the last
// device, and the last panel of C's way home; the home's rows are so many more.
//
// Copies are those of the copy engines. One within the home would be a kernel's, which waits for a
// multiprocessor until a persistent product has ended.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <hippuzzle/bindings.hpp>
#include <hippuzzle/devices.hpp>
#include <memory>
#include <utility>
#include <vector>

#include "parts/shard.hpp"

namespace launchers {

// Operations that a device carries out while a link brings a byte: of an H100, 743 and 58 TFLOP/s,
// over 397 GB/s of NVLink.
template <class Input>
constexpr double operations_a_byte = sizeof(Input) == 2 ? 1870 : 146;

template <class Input, int32_t (*Rung)(const hippuzzle_launch*)>
class ShardedProduct {
 public:
  ShardedProduct(const std::vector<hippuzzle_device_stream>& devices, unsigned m, unsigned n,
                 unsigned k)
      : home_(devices[0].device),
        m_(m),
        n_(n),
        k_(k),
        panels_(panels_of(n)),
        begun_(hippuzzle::new_event(home_)) {
    const auto count = static_cast<unsigned>(devices.size());
    const std::size_t columns = panels_.front().count;  // no other is wider
    const std::size_t row_bytes = k * sizeof(Input), panel_bytes = row_bytes * columns;
    const unsigned rows_each = m / count;
    const double waiting = static_cast<double>(pieces_of(rows_each)[0].count * row_bytes) +
                           static_cast<double>(panel_bytes) +
                           static_cast<double>(rows_each) * panels_.back().count * sizeof(float);
    const std::vector<Stretch> rows =
        divide_rows(m, n, k, count, waiting, operations_a_byte<Input>);
    home_rows_ = rows[0].count;
    for (unsigned i = 1; i < count; ++i) {
      connect(devices[i].device, devices[i - 1].device);
      connect(devices[i].device, home_);
      shards_.push_back(std::make_unique<Shard>(devices[i].device, rows[i], row_bytes, panel_bytes,
                                                rows[i].count * columns * sizeof(float)));
    }
  }

  bool is_of(std::size_t devices, int home, unsigned m, unsigned n, unsigned k) const {
    return shards_.size() + 1 == devices && home_ == home && m_ == m && n_ == n && k_ == k;
  }

  int32_t enqueue(const hippuzzle_launch& launch) {
    const hipStream_t stream = hippuzzle::stream_of(launch);
    HIP_CHECK(hipEventRecord(begun_.get(), stream));
    if (const int32_t error = multiply_at_home(launch)) return error;
    for (const auto& shard : shards_) begin(*shard);
    unsigned turn = 0;
    for (const Stretch& panel : panels_) {
      const bool is_first = panel.first == 0;
      for (std::size_t i = 0; i < shards_.size(); ++i) {
        const Shard& shard = *shards_[i];
        if (is_first) fetch_rows(shard, 0, 1, launch);
        fetch_panel(i, turn, panel, launch);
        if (is_first) fetch_rows(shard, 1, shard.pieces.size(), launch);
      }
      for (const auto& shard : shards_) {
        if (const int32_t error = multiply(*shard, turn, panel, launch)) return error;
        store(*shard, turn, panel, launch);
      }
      turn ^= 1;
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

  void begin(const Shard& shard) const {
    const CurrentDevice current(shard.device);
    for (const OwnedStream* stream : {&shard.compute, &shard.copies, &shard.results})
      HIP_CHECK(wait(*stream, begun_));
  }

  // The rung over `rows` rows, of operands that are given.
  static int32_t multiply_rows(const hippuzzle_launch& launch, unsigned rows, unsigned columns,
                               void* const* buffers, hipStream_t stream) {
    hippuzzle_launch of_rows = launch;
    of_rows.extents = {{rows, columns, launch.extents.n[2]}};
    of_rows.buffers = buffers;
    of_rows.stream = stream;
    of_rows.device_count = 0;
    return Rung(&of_rows);
  }

  int32_t multiply_at_home(const hippuzzle_launch& launch) const {
    const CurrentDevice current(home_);
    return multiply_rows(launch, home_rows_, n_, launch.buffers, hippuzzle::stream_of(launch));
  }

  // Pieces `from` to `end` - 1 of A, of those that there are.
  void fetch_rows(const Shard& shard, std::size_t from, std::size_t end,
                  const hippuzzle_launch& launch) const {
    const CurrentDevice current(shard.device);
    const auto* a = static_cast<const char*>(launch.buffers[1]);
    const std::size_t row_bytes = k_ * sizeof(Input);
    for (std::size_t i = from; i < std::min(end, shard.pieces.size()); ++i) {
      const auto [first, count] = shard.pieces[i];
      HIP_CHECK(hipMemcpyPeerAsync(shard.a.data() + first * row_bytes, shard.device,
                                   a + (shard.rows.first + first) * row_bytes, home_,
                                   count * row_bytes, shard.copies.get()));
      HIP_CHECK(hipEventRecord(shard.arrived[i]->get(), shard.copies.get()));
    }
  }

  void fetch_panel(std::size_t i, unsigned turn, const Stretch& panel,
                   const hippuzzle_launch& launch) const {
    const Shard& shard = *shards_[i];
    const PanelPlace& place = shard.places[turn];
    const CurrentDevice current(shard.device);
    // The panel that was here has been multiplied, and the next device has it.
    HIP_CHECK(wait(shard.copies, place.multiplied));
    if (i + 1 < shards_.size()) HIP_CHECK(wait(shard.copies, shards_[i + 1]->places[turn].arrived));
    const std::size_t row_bytes = panel.count * sizeof(Input);
    if (i == 0) {
      const auto* b = static_cast<const Input*>(launch.buffers[2]);
      HIP_CHECK(hipMemcpy2DAsync(place.b.data(), row_bytes, b + panel.first, n_ * sizeof(Input),
                                 row_bytes, k_, hipMemcpyDefault, shard.copies.get()));
    } else {
      const Shard& before = *shards_[i - 1];
      HIP_CHECK(wait(shard.copies, before.places[turn].arrived));
      HIP_CHECK(hipMemcpyPeerAsync(place.b.data(), shard.device, before.places[turn].b.data(),
                                   before.device, row_bytes * k_, shard.copies.get()));
    }
    HIP_CHECK(hipEventRecord(place.arrived.get(), shard.copies.get()));
  }

  // The first panel piece by piece, as rows of A arrive.
  int32_t multiply(const Shard& shard, unsigned turn, const Stretch& panel,
                   const hippuzzle_launch& launch) const {
    const PanelPlace& place = shard.places[turn];
    const CurrentDevice current(shard.device);
    HIP_CHECK(wait(shard.compute, place.arrived));
    HIP_CHECK(wait(shard.compute, place.stored));
    const auto multiply_piece = [&](const Stretch& piece) {
      void* const buffers[] = {place.c.data() + piece.first * panel.count * sizeof(float),
                               shard.a.data() + piece.first * k_ * sizeof(Input), place.b.data()};
      return multiply_rows(launch, piece.count, panel.count, buffers, shard.compute.get());
    };
    int32_t error = panel.first > 0 ? multiply_piece({0, shard.rows.count}) : 0;
    for (std::size_t i = 0; panel.first == 0 && i < shard.pieces.size() && error == 0; ++i) {
      HIP_CHECK(wait(shard.compute, *shard.arrived[i]));
      error = multiply_piece(shard.pieces[i]);
    }
    HIP_CHECK(hipEventRecord(place.multiplied.get(), shard.compute.get()));
    return error;
  }

  void store(const Shard& shard, unsigned turn, const Stretch& panel,
             const hippuzzle_launch& launch) const {
    const PanelPlace& place = shard.places[turn];
    const CurrentDevice current(shard.device);
    HIP_CHECK(wait(shard.results, place.multiplied));
    auto* c = static_cast<float*>(launch.buffers[0]) + shard.rows.first * n_ + panel.first;
    const std::size_t row_bytes = panel.count * sizeof(float);
    HIP_CHECK(hipMemcpy2DAsync(c, n_ * sizeof(float), place.c.data(), row_bytes, row_bytes,
                               shard.rows.count, hipMemcpyDefault, shard.results.get()));
    HIP_CHECK(hipEventRecord(place.stored.get(), shard.results.get()));
  }

  int home_;
  std::size_t m_, n_, k_;
  unsigned home_rows_ = 0;
  std::vector<Stretch> panels_;
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
