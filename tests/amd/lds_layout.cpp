// Compiled by clang as the AMD platform compiles it, but for the host. Calls MatrixCore and
// StageCopy on memory whose elements are their own indices, and so finds the elements that
// MatrixCore reads and the places where StageCopy writes.
#include "tests/amd/lds_layout.hpp"

#include <hip/hip_runtime.h>

#include <cstring>
#include <hippuzzle/architecture.hpp>
#include <hippuzzle/async_copy.hpp>
#include <hippuzzle/bfloat16.hpp>
#include <hippuzzle/dynamic_shared.hpp>
#include <hippuzzle/matrix/matrix_core.hpp>
#include <hippuzzle/matrix/shared_box.hpp>
#include <hippuzzle/vector.hpp>

#include "tiles.hpp"
using hippuzzle::Bf16;
#include "parts/mma_gemm.hpp"

static_assert(HIPPUZZLE_PLATFORM_AMD);

namespace {

constexpr unsigned lanes = 64;

// A box whose elements are their own indices.
template <class Box>
Box indices() {
  Box box;
  for (unsigned i = 0; i < Box::rows * Box::columns; ++i) {
    if constexpr (sizeof(typename Box::Element) == 2)
      box.elements[i] = {static_cast<uint16_t>(i)};
    else
      box.elements[i] = static_cast<typename Box::Element>(i);
  }
  return box;
}

// The elements that a fragment of a lane holds, in its order.
template <class Fragment>
std::vector<unsigned> elements_of(const Fragment& fragment, unsigned element_bytes) {
  std::vector<unsigned> all;
  unsigned char bytes[sizeof(Fragment)];
  std::memcpy(bytes, &fragment, sizeof bytes);
  for (unsigned at = 0; at < sizeof bytes; at += element_bytes) {
    if (element_bytes == 2) {
      uint16_t index = 0;
      std::memcpy(&index, bytes + at, sizeof index);
      all.push_back(index);
    } else {
      float index = 0;
      std::memcpy(&index, bytes + at, sizeof index);
      all.push_back(static_cast<unsigned>(index));
    }
  }
  return all;
}

// The elements of a fragment as accesses: elements that are neighbours in every lane make one
// access, as the compiler joins them.
template <class T, class Load>
void add_reads(std::vector<LdsAccess>& all, const std::string& rung, const std::string& what,
               const Load& load) {
  std::vector<std::vector<unsigned>> of_lane;
  for (unsigned lane = 0; lane < lanes; ++lane)
    of_lane.push_back(elements_of(load(lane), sizeof(T)));
  const size_t elements = of_lane.front().size();
  const auto follows = [&](size_t i) {
    for (const std::vector<unsigned>& of : of_lane)
      if (of[i] != of[i - 1] + 1) return false;
    return true;
  };
  for (size_t first = 0, next = 0; first < elements; first = next) {
    while (++next < elements && (next - first) * sizeof(T) < 16 && follows(next)) continue;
    LdsAccess access{rung, what, true, static_cast<unsigned>((next - first) * sizeof(T)), {}};
    for (const std::vector<unsigned>& of : of_lane)
      access.addresses.push_back(of[first] * sizeof(T));
    all.push_back(access);
  }
}

template <class Copy>
void add_write(std::vector<LdsAccess>& all, const std::string& rung, const std::string& what) {
  LdsAccess access{rung, what, false, 16, {}};
  for (unsigned lane = 0; lane < lanes; ++lane) {
    threadIdx.x = lane;
    const Copy copy(nullptr, 1, 1);
    access.addresses.push_back(copy.place * sizeof(typename Copy::T));
  }
  all.push_back(access);
}

// The accesses of each turn through a stage.
template <class T, unsigned Rows, unsigned Columns, unsigned TileK, unsigned Stages>
void add_rung(std::vector<LdsAccess>& all, const std::string& rung) {
  using Gemm = MmaGemm<T, Rows, Columns, TileK, Stages, true>;
  using Core = typename Gemm::Core;
  static_assert(Core::lanes == lanes);
  const auto a = indices<decltype(Gemm::Stage::a)>();
  const auto b = indices<decltype(Gemm::Stage::b)>();
  add_write<typename Gemm::CopyA>(all, rung, "write a");
  add_write<typename Gemm::CopyB>(all, rung, "write b");
  for (unsigned k = 0; k < TileK; k += Core::tile_k) {
    add_reads<T>(all, rung, "read a", [&](unsigned lane) { return Core::left(a, 0, k, lane); });
    add_reads<T>(all, rung, "read b", [&](unsigned lane) { return Core::right(b, k, 0, lane); });
  }
}

}  // namespace

std::vector<LdsAccess> lds_accesses() {
  using namespace tiles;
  std::vector<LdsAccess> all;
  add_rung<float, mma_tf32_rows, mma_tf32_columns, mma_tf32_k, mma_tf32_stages>(all, "mma-tf32");
  add_rung<Bf16, mma_bf16_rows, mma_bf16_columns, mma_bf16_k, mma_bf16_stages>(all, "mma-bf16");
  return all;
}
