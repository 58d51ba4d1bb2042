// Compiled by clang as the AMD platform compiles it, but for the host: what MatrixCore reads, and
// where StageCopy writes, found by calling them on memory whose elements are their own indices.
#include "lds_layout.hpp"

#include <hip/hip_runtime.h>

#include <cstring>
#include <hippuzzle/architecture.hpp>
#include <hippuzzle/async_copy.hpp>
#include <hippuzzle/bfloat16.hpp>
#include <hippuzzle/dynamic_shared.hpp>
#include <hippuzzle/matrix_core.hpp>
#include <hippuzzle/vector.hpp>

#include "config.hpp"
#include "quads.hpp"
#include "tile_order.hpp"
#include "tiles.hpp"
using hippuzzle::Bf16;
#include "rungs/mma.hip"

static_assert(HIPPUZZLE_PLATFORM_AMD);

namespace {

constexpr unsigned lanes = 64;

template <class T>
std::vector<T> indices(unsigned count) {
  std::vector<T> all(count);
  for (unsigned i = 0; i < count; ++i) {
    if constexpr (sizeof(T) == 2) {
      all[i] = T{static_cast<uint16_t>(i)};
    } else {
      all[i] = static_cast<T>(i);
    }
  }
  return all;
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

// The elements of a fragment as accesses: one where they are neighbours in every lane, as the
// compiler joins them, else one each.
template <class T, class Load>
void add_reads(std::vector<LdsAccess>& all, const std::string& rung, const std::string& what,
               const Load& load) {
  std::vector<std::vector<unsigned>> of_lane;
  bool joined = true;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    of_lane.push_back(elements_of(load(lane), sizeof(T)));
    for (size_t i = 0; i < of_lane.back().size(); ++i)
      joined = joined && of_lane.back()[i] == of_lane.back()[0] + i;
  }
  const size_t elements = of_lane.front().size();
  for (size_t i = 0; i < (joined ? 1 : elements); ++i) {
    LdsAccess access{
        rung, what, true, static_cast<unsigned>((joined ? elements : 1) * sizeof(T)), {}};
    for (unsigned lane = 0; lane < lanes; ++lane)
      access.addresses.push_back(of_lane[lane][i] * sizeof(T));
    all.push_back(access);
  }
}

template <class Copy, class T>
void add_write(std::vector<LdsAccess>& all, const std::string& rung, const std::string& what) {
  LdsAccess access{rung, what, false, 16, {}};
  for (unsigned lane = 0; lane < lanes; ++lane) {
    threadIdx.x = lane;
    const Copy copy(nullptr, 1, 1);
    access.addresses.push_back(copy.place * sizeof(T));
  }
  all.push_back(access);
}

template <class T, unsigned Rows, unsigned Columns, unsigned Depth, unsigned Stages>
void add_rung(std::vector<LdsAccess>& all, const std::string& rung) {
  using Gemm = MmaGemm<T, Rows, Columns, Depth, Stages, true>;
  static_assert(Gemm::Core::lanes == lanes);
  const std::vector<T> memory = indices<T>(64 * 1024 / 2);
  add_write<typename Gemm::CopyA, T>(all, rung, "write a");
  add_write<typename Gemm::CopyB, T>(all, rung, "write b");
  add_reads<T>(all, rung, "read a", [&](unsigned lane) {
    return Gemm::Core::left(memory.data(), Gemm::a_stride, lane);
  });
  add_reads<T>(all, rung, "read b", [&](unsigned lane) {
    return Gemm::Core::right(memory.data(), Gemm::b_stride, lane);
  });
}

}  // namespace

std::vector<LdsAccess> lds_accesses() {
  using namespace tiles;
  std::vector<LdsAccess> all;
  add_rung<float, mma_tf32_rows, mma_tf32_columns, mma_tf32_depth, mma_tf32_stages>(all,
                                                                                    "mma-tf32");
  add_rung<Bf16, mma_bf16_rows, mma_bf16_columns, mma_bf16_depth, mma_bf16_stages>(all, "mma-bf16");
  return all;
}
