#include "amd_emulator/dispatch/initial_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "amd_emulator/isa/places.hpp"

namespace hippuzzle::amd {
namespace {

uint32_t threads_of(const Launch& launch) {
  return launch.block[0] * launch.block[1] * launch.block[2];
}

unsigned axis_of(const std::string& kind) { return static_cast<unsigned>(kind.back() - 'x'); }

// The hidden arguments that the runtime puts after the explicit ones. Arguments left at 0 serve
// queues in kernels and several devices.
uint64_t hidden_value(const Launch& launch, const std::string& kind) {
  if (kind.starts_with("hidden_block_count_")) return launch.grid[axis_of(kind)];
  if (kind.starts_with("hidden_group_size_")) return launch.block[axis_of(kind)];
  if (kind == "hidden_grid_dims") return 3;
  if (kind == "hidden_dynamic_lds_size") return launch.dynamic_shared_bytes;
  if (kind == "hidden_hostcall_buffer") return hostcall_window;
  return 0;
}

template <class T>
void put(std::span<uint8_t> bytes, size_t offset, T value) {
  std::memcpy(bytes.data() + offset, &value, sizeof value);
}

// Whether a thread's three numbers share v0, ten bits each.
bool packs_thread_numbers(const std::string& target) {
  return target == "gfx90a" || target.starts_with("gfx94") || target.starts_with("gfx95") ||
         target.starts_with("gfx11");
}

}  // namespace

void check_launch(const Launch& launch) {
  const Kernel& kernel = launch.kernel;
  const uint64_t threads = uint64_t{launch.block[0]} * launch.block[1] * launch.block[2];
  if (threads == 0 || std::ranges::count(launch.grid, 0u) > 0)
    throw Fault(Fault::Kind::bad_launch, "the launch has no threads");
  const uint64_t most = std::min(kernel.most_threads, 1024u);
  if (threads > most) {
    throw Fault(Fault::Kind::bad_launch,
                fmt::format("the launch has {} threads a block, and kernel {} was compiled for at "
                            "most {}",
                            threads, kernel.name, most));
  }
  const uint64_t shared = uint64_t{kernel.shared_bytes} + launch.dynamic_shared_bytes;
  if (shared > most_shared_bytes) {
    throw Fault(Fault::Kind::out_of_memory,
                fmt::format("the launch needs {} bytes of LDS a block, and there are {}", shared,
                            most_shared_bytes));
  }
  // Rounding to the nearest, denormal numbers kept.
  const uint32_t rounding = kernel.rsrc1 >> 12 & 15, denormals = kernel.rsrc1 >> 16 & 15;
  if (rounding != 0 || denormals != 15) {
    throw Fault(Fault::Kind::not_emulated,
                fmt::format("kernel {} starts with a floating-point mode that is not emulated (it "
                            "does not round to the nearest or does not keep denormal numbers)",
                            kernel.name));
  }
}

InitialState::InitialState(const Launch& launch) {
  const Kernel& kernel = launch.kernel;
  // A compiler loads whole groups of dwords; the last group may reach past the arguments.
  constexpr size_t loaded_beyond = 64;
  arguments.resize(kernel.argument_bytes + loaded_beyond);
  size_t explicit_ones = 0;
  for (const Argument& a : kernel.arguments) {
    if (uint64_t{a.offset} + a.size > arguments.size()) continue;
    if (a.is_hidden()) {
      const uint64_t value = hidden_value(launch, a.kind);
      std::memcpy(arguments.data() + a.offset, &value, std::min<size_t>(a.size, sizeof value));
    } else if (explicit_ones < launch.arguments.size()) {
      std::memcpy(arguments.data() + a.offset, launch.arguments[explicit_ones++], a.size);
    }
  }
  const auto argument_address = reinterpret_cast<uint64_t>(arguments.data());
  const std::span<uint8_t> p(packet);
  put<uint16_t>(p, 0, 0x1502);  // a kernel dispatch, with system fences
  put<uint16_t>(p, 2, 3);       // dimensions
  for (size_t axis = 0; axis < 3; ++axis) {
    put(p, 4 + 2 * axis, static_cast<uint16_t>(launch.block[axis]));
    put(p, 12 + 4 * axis, launch.grid[axis] * launch.block[axis]);
  }
  put(p, 24, kernel.private_bytes);
  put(p, 28, kernel.shared_bytes + launch.dynamic_shared_bytes);
  put(p, 32, kernel.descriptor);
  put(p, 40, argument_address);

  const auto add_pair = [&](uint64_t value) {
    user_scalars.push_back(static_cast<uint32_t>(value));
    user_scalars.push_back(static_cast<uint32_t>(value >> 32));
  };
  const uint32_t wanted = kernel.properties;
  if ((wanted & 1) != 0)
    user_scalars.insert(user_scalars.end(), std::begin(private_descriptor),
                        std::end(private_descriptor));
  if ((wanted & 2) != 0) add_pair(reinterpret_cast<uint64_t>(packet.data()));
  if ((wanted & 4) != 0) add_pair(0);  // queue
  if ((wanted & 8) != 0) add_pair(argument_address);
  if ((wanted & 16) != 0) add_pair(0);  // dispatch id
  if ((wanted & 32) != 0) add_pair(0);  // flat scratch
  if ((wanted & 64) != 0) user_scalars.push_back(kernel.private_bytes);
  // gfx11 loads sixteen scalar registers, whatever the descriptor asks for.
  const size_t loaded = kernel.rsrc2 >> 1 & 31;
  user_scalars.resize(std::max(loaded, user_scalars.size()));
}

LaunchFacts InitialState::facts(const Launch& launch) const {
  const Kernel& kernel = launch.kernel;
  const bool is_packed = packs_thread_numbers(launch.program.target());
  return {.kernel = kernel.name,
          .target = launch.program.target(),
          .grid = launch.grid,
          .block = launch.block,
          .lds_bytes = kernel.shared_bytes + launch.dynamic_shared_bytes,
          .initial_scalars = static_cast<unsigned>(user_scalars.size()) +
                             static_cast<unsigned>(std::popcount(kernel.rsrc2 >> 7 & 15u)) +
                             (kernel.rsrc2 & 1),
          .initial_rows = is_packed ? 1 : 1 + (kernel.rsrc2 >> 11 & 3),
          .is_spread =
              launch.program.generation() != Generation::gfx9 && (kernel.rsrc1 >> 29 & 1) != 0};
}

void start_wave(Wave& w, const Launch& launch, const InitialState& state,
                const std::array<uint32_t, 3>& place, uint32_t first_thread) {
  const Kernel& kernel = launch.kernel;
  const uint32_t threads = std::min(threads_of(launch) - first_thread, w.lanes);
  size_t next = 0;
  for (const uint32_t value : state.user_scalars) w.scalars[next++] = value;
  for (size_t axis = 0; axis < 3; ++axis) {
    if ((kernel.rsrc2 >> (7 + axis) & 1) != 0) w.scalars[next++] = place[axis];
  }
  if ((kernel.rsrc2 >> 10 & 1) != 0) w.scalars[next++] = 0;  // workgroup information
  if ((kernel.rsrc2 & 1) != 0) w.scalars[next++] = 0;        // where its private memory begins
  w.set_pair(scalar::exec, threads == 64 ? ~uint64_t{0} : (uint64_t{1} << threads) - 1);

  const bool is_packed = packs_thread_numbers(launch.program.target());
  const uint32_t axes = kernel.rsrc2 >> 11 & 3;
  for (uint32_t lane = 0; lane < threads; ++lane) {
    const uint32_t thread = first_thread + lane;
    const uint32_t x = thread % launch.block[0], rest = thread / launch.block[0];
    const uint32_t y = rest % launch.block[1], z = rest / launch.block[1];
    w.rows[0].lane[lane] = is_packed ? x | y << 10 | z << 20 : x;
    if (is_packed) continue;
    if (axes > 0) w.rows[1].lane[lane] = y;
    if (axes > 1) w.rows[2].lane[lane] = z;
  }
}

}  // namespace hippuzzle::amd
