// One product over several devices, each with the kernels of a rung.
//
// The operands lie over the devices: of A and C each has a stretch of rows, of B a panel of columns
// (scatter()). A device multiplies its rows with its own panel at once, while the others' panels
// come to it, each from the device that has it: in step s device i takes panel i + s, so that no
// device sends to two at a time. The host enqueues everything and waits for nothing; events order
// two streams a device. The result stays where it is computed until gather().
//
// Floor: a device receives k x columns elements while it computes 2 rows x k x columns operations,
// 2 rows / sizeof(element) operations a byte. The first panel is there, so that nothing waits where
// that is more than a device does while its link brings a byte: 1870 for an H100 in BF16 (743
// TFLOP/s, 397 GB/s), reached with 1870 rows.
//
// The copy engines do the copies between devices, so that a persistent product loses no
// multiprocessor.
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

template <class Input, int32_t (*Rung)(const hippuzzle_launch*)>
class ShardedProduct {
 public:
  ShardedProduct(const std::vector<hippuzzle_device_stream>& devices, unsigned m, unsigned n,
                 unsigned k)
      : home_(devices[0].device),
        m_(m),
        n_(n),
        k_(k),
        panels_(divide(n, static_cast<unsigned>(devices.size()))),
        begun_(hippuzzle::new_event(home_)) {
    const std::vector<Stretch> rows = divide(m, static_cast<unsigned>(devices.size()));
    std::vector<std::size_t> panel_bytes;
    for (const Stretch& panel : panels_) panel_bytes.push_back(panel.count * k_ * sizeof(Input));
    for (std::size_t i = 0; i < devices.size(); ++i) {
      for (std::size_t other = 0; other < i; ++other)
        connect(devices[i].device, devices[other].device);
      shards_.push_back(std::make_unique<Shard>(devices[i].device, rows[i], k_ * sizeof(Input),
                                                panel_bytes, n_ * sizeof(float)));
    }
  }

  bool is_of(std::size_t devices, int home, unsigned m, unsigned n, unsigned k) const {
    return shards_.size() == devices && home_ == home && m_ == m && n_ == n && k_ == k;
  }

  // Operands from the home's buffers to where they belong. C last: the caches hold none of the
  // operands' last bytes when the launch begins.
  int32_t scatter(const hippuzzle_launch& launch) const {
    begin(launch);
    const auto* a = static_cast<const char*>(launch.buffers[1]);
    const auto* b = static_cast<const Input*>(launch.buffers[2]);
    for (std::size_t i = 0; i < shards_.size(); ++i) {
      const Shard& shard = *shards_[i];
      const CurrentDevice current(shard.device);
      const std::size_t row_bytes = k_ * sizeof(Input);
      copy(shard, shard.a.data(), a + shard.rows.first * row_bytes, shard.rows.count * row_bytes);
      const Stretch& panel = panels_[i];
      const std::size_t panel_row = panel.count * sizeof(Input);
      copy_rows(shard, shard.b[i]->data(), panel_row, b + panel.first, n_ * sizeof(Input),
                panel_row, k_);
      for (const Stretch& columns : panels_) {
        const std::size_t result_row = columns.count * sizeof(float);
        copy_rows(shard, result(shard, columns), result_row, at_home(launch, shard, columns),
                  n_ * sizeof(float), result_row, shard.rows.count);
      }
    }
    return end(launch);
  }

  int32_t multiply(const hippuzzle_launch& launch) const {
    begin(launch);
    for (std::size_t step = 0; step < panels_.size(); ++step) {
      for (std::size_t i = 0; i < shards_.size(); ++i) {
        const std::size_t panel = (i + step) % panels_.size();
        if (step > 0) fetch(*shards_[i], panel);
        if (const int32_t error = multiply_panel(*shards_[i], panel, launch)) return error;
      }
    }
    return end(launch);
  }

  int32_t gather(const hippuzzle_launch& launch) const {
    begin(launch);
    for (const auto& shard : shards_) {
      const CurrentDevice current(shard->device);
      for (const Stretch& columns : panels_) {
        const std::size_t result_row = columns.count * sizeof(float);
        copy_rows(*shard, at_home(launch, *shard, columns), n_ * sizeof(float),
                  result(*shard, columns), result_row, result_row, shard->rows.count);
      }
    }
    return end(launch);
  }

 private:
  // A copy between devices that reach each other goes straight; else HIP leads it through the host.
  static void connect(int device, int peer) {
    int can = 0;
    for (const auto& [one, other] : {std::pair(device, peer), std::pair(peer, device)}) {
      const CurrentDevice current(one);
      if (hipDeviceCanAccessPeer(&can, one, other) == hipSuccess && can != 0)
        static_cast<void>(hipDeviceEnablePeerAccess(other, 0));  // again is an error and no matter
      static_cast<void>(hipGetLastError());
    }
  }

  // All streams wait for the work in the launch's stream, which then waits for them.
  void begin(const hippuzzle_launch& launch) const {
    HIP_CHECK(hipEventRecord(begun_.get(), hippuzzle::stream_of(launch)));
    for (const auto& shard : shards_) {
      const CurrentDevice current(shard->device);
      for (const OwnedStream* stream : {&shard->compute, &shard->copies})
        HIP_CHECK(hipStreamWaitEvent(stream->get(), begun_.get(), 0));
    }
  }

  int32_t end(const hippuzzle_launch& launch) const {
    for (const auto& shard : shards_) {
      for (const OwnedStream* stream : {&shard->copies, &shard->compute}) {
        hippuzzle::order(shard->device, stream->get(), shard->done.get(),
                         hippuzzle::stream_of(launch));
      }
    }
    return static_cast<int32_t>(hipGetLastError());
  }

  static void copy(const Shard& shard, void* to, const void* from, std::size_t bytes) {
    if (bytes == 0) return;
    HIP_CHECK(hipMemcpyAsync(to, from, bytes, hipMemcpyDefault, shard.copies.get()));
  }

  // to_row, from_row: bytes from a row to the next.
  static void copy_rows(const Shard& shard, void* to, std::size_t to_row, const void* from,
                        std::size_t from_row, std::size_t row_bytes, std::size_t rows) {
    if (row_bytes == 0 || rows == 0) return;
    HIP_CHECK(hipMemcpy2DAsync(to, to_row, from, from_row, row_bytes, rows, hipMemcpyDefault,
                               shard.copies.get()));
  }

  // The shard's rows of these columns of C: with it, and in the launch's output.
  static float* result(const Shard& shard, const Stretch& columns) {
    return reinterpret_cast<float*>(shard.c.data()) + columns.first * shard.rows.count;
  }
  float* at_home(const hippuzzle_launch& launch, const Shard& shard, const Stretch& columns) const {
    return static_cast<float*>(launch.buffers[0]) + shard.rows.first * n_ + columns.first;
  }

  void fetch(const Shard& shard, std::size_t panel) const {
    const Shard& owner = *shards_[panel];
    const std::size_t bytes = panels_[panel].count * k_ * sizeof(Input);
    if (bytes == 0 || shard.rows.count == 0) return;
    const CurrentDevice current(shard.device);
    HIP_CHECK(hipMemcpyPeerAsync(shard.b[panel]->data(), shard.device, owner.b[panel]->data(),
                                 owner.device, bytes, shard.copies.get()));
    HIP_CHECK(hipEventRecord(shard.arrived[panel]->get(), shard.copies.get()));
    HIP_CHECK(hipStreamWaitEvent(shard.compute.get(), shard.arrived[panel]->get(), 0));
  }

  // The rung over the shard's rows and a panel that has arrived.
  int32_t multiply_panel(const Shard& shard, std::size_t panel,
                         const hippuzzle_launch& launch) const {
    const Stretch& columns = panels_[panel];
    if (columns.count == 0 || shard.rows.count == 0) return 0;
    const CurrentDevice current(shard.device);
    void* const buffers[] = {result(shard, columns), shard.a.data(), shard.b[panel]->data()};
    hippuzzle_launch of_panel = launch;
    of_panel.extents = {{shard.rows.count, columns.count, k_}};
    of_panel.buffers = buffers;
    of_panel.stream = shard.compute.get();
    of_panel.device_count = 0;
    return Rung(&of_panel);
  }

  int home_;
  std::size_t m_, n_, k_;
  std::vector<Stretch> panels_;
  OwnedEvent begun_;
  std::vector<std::unique_ptr<Shard>> shards_;
};

// The variant `Rung` over all of a launch's devices; with a single one, which nobody scatters
// operands for, it is the rung itself.
template <class Input, int32_t (*Rung)(const hippuzzle_launch*)>
struct Sharded {
  using Product = ShardedProduct<Input, Rung>;

  static int32_t launch(const hippuzzle_launch* launch) {
    return hippuzzle::devices_of(*launch).size() > 1 ? on_devices(*launch, &Product::multiply)
                                                     : Rung(launch);
  }
  static int32_t scatter(const hippuzzle_launch* launch) {
    return on_devices(*launch, &Product::scatter);
  }
  static int32_t gather(const hippuzzle_launch* launch) {
    return on_devices(*launch, &Product::gather);
  }

 private:
  // The memory of the last shape is kept: a launch that is measured allocates nothing.
  static int32_t on_devices(const hippuzzle_launch& launch,
                            int32_t (Product::*step)(const hippuzzle_launch&) const) {
    try {
      const std::vector<hippuzzle_device_stream> devices = hippuzzle::devices_of(launch);
      const auto m = static_cast<unsigned>(launch.extents.n[0]),
                 n = static_cast<unsigned>(launch.extents.n[1]),
                 k = static_cast<unsigned>(launch.extents.n[2]);
      // Not a static object: a GPU's runtime may end before statics do.
      static auto& known = *new std::unique_ptr<Product>;
      if (!known || !known->is_of(devices.size(), devices[0].device, m, n, k)) {
        known.reset();
        known = std::make_unique<Product>(devices, m, n, k);
      }
      return ((*known).*step)(launch);
    } catch (const hippuzzle::HipError& error) {
      static_cast<void>(hipGetLastError());
      return static_cast<int32_t>(error.code());
    }
  }
};

using ShardedFp32 = Sharded<float, fp32_best>;
using ShardedBf16 = Sharded<hippuzzle::Bf16, wgmma_bf16>;

}  // namespace launchers
