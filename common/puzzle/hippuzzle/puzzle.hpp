// The judge's side of a puzzle, plain host C++20; included by its puzzle.cpp.
//
// The C structs of <hippuzzle/puzzle.h> under C++ names, builders that make variants of a question,
// and HIPPUZZLE_PUZZLE, which exports the module's entry and its ELF note:
//
//   constexpr Question question = {buffers,   configure, fill_example, fill_random,
//                                  reference, flops,     bytes};
//   constexpr Cases cases = {{4}, expected, sizes};
//   constexpr Variant variants[] = {exact("naive", "a thread an element", question, cases)};
#pragma once

#include <hippuzzle/puzzle.h>

#include <cstdint>
#include <iterator>
#include <span>

namespace hippuzzle {

using Extents = hippuzzle_extents;
using Shape = hippuzzle_shape;
using LaunchConfiguration = hippuzzle_launch_configuration;
using Buffer = hippuzzle_buffer;
using Variant = hippuzzle_variant;
using Claim = hippuzzle_claim;
using NamedCase = hippuzzle_named_case;

constexpr uint32_t ceil_div(uint64_t a, uint64_t b) {
  return static_cast<uint32_t>((a + b - 1) / b);
}

// The side of the tile that kernels are compiled for at these extents; usual: of config.hpp.
constexpr uint32_t tile_side(const Extents* e, uint32_t usual) {
  const uint64_t side = e->n[HIPPUZZLE_TILE_EXTENT];
  return side == 0 ? usual : static_cast<uint32_t>(side);
}

// A size, with the side of its tile.
constexpr Extents in_tiles(uint64_t side, Extents extents) {
  extents.n[HIPPUZZLE_TILE_EXTENT] = side;
  return extents;
}

// The bounds of a claim that are the same for all extents:
//   constexpr Claim claims[] = {
//       {HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_PER_THREAD, at_most<1>},
//       {HIPPUZZLE_WARP_OPERATIONS, HIPPUZZLE_IN_ALL, nullptr, at_least<1>}};
template <uint64_t most>
uint64_t at_most(const Extents*) {
  return most;
}

template <uint64_t least>
uint64_t at_least(const Extents*) {
  static_assert(least > 0, "every kernel counts at least 0");
  return least;
}

// A computation, its inputs and its cost: the part that variants of a puzzle share. The members
// have the meaning of hippuzzle_variant's members.
struct Question {
  std::span<const Buffer> buffers;
  decltype(Variant::configure) configure;
  decltype(Variant::fill_example) fill_example;
  decltype(Variant::fill_random) fill_random;
  decltype(Variant::reference) reference;
  decltype(Variant::flops) flops;
  decltype(Variant::bytes) bytes;
  decltype(Variant::terms) terms = nullptr;       // of a componentwise comparison
  hippuzzle_describe_product* product = nullptr;  // of a matrix product
};

// The extents at which a variant is asked.
struct Cases {
  Extents example;
  const double* expected;          // of the example: written down, not computed
  std::span<const Extents> sizes;  // every further case's
  hippuzzle_refuse* refuse = nullptr;
  hippuzzle_choose_tile* tile = nullptr;  // of a size that names none
  std::span<const NamedCase> named = {};
  uint32_t warp_extent = 0;  // 1 + the index of the extent that is the width of a warp
  Extents example_64 = {};   // the same example for warps of 64
  const double* expected_64 = nullptr;
};

// A variant whose output must equal the reference: its arithmetic does not round.
constexpr Variant exact(const char* name, const char* summary, const Question& question,
                        const Cases& cases, std::span<const Claim> claims = {}) {
  return {.name = name,
          .summary = summary,
          .buffers = question.buffers.data(),
          .buffer_count = static_cast<uint32_t>(question.buffers.size()),
          .size_count = static_cast<uint32_t>(cases.sizes.size()),
          .sizes = cases.sizes.data(),
          .example = cases.example,
          .expected = cases.expected,
          .configure = question.configure,
          .fill_example = question.fill_example,
          .fill_random = question.fill_random,
          .reference = question.reference,
          .flops = question.flops,
          .bytes = question.bytes,
          .refuse = cases.refuse,
          .product = question.product,
          .claims = claims.data(),
          .claim_count = static_cast<uint32_t>(claims.size()),
          .named_case_count = static_cast<uint32_t>(cases.named.size()),
          .named_cases = cases.named.data(),
          .tile = cases.tile,
          .warp_extent = cases.warp_extent,
          .example_64 = cases.example_64,
          .expected_64 = cases.expected_64};
}

// A variant whose output may differ from the reference by its rounding: HIPPUZZLE_COMPONENTWISE
// with this factor and the question's terms.
constexpr Variant componentwise(const char* name, const char* summary, const Question& question,
                                const Cases& cases, double factor,
                                std::span<const Claim> claims = {}) {
  Variant variant = exact(name, summary, question, cases, claims);
  variant.tolerance = HIPPUZZLE_COMPONENTWISE;
  variant.factor = factor;
  variant.terms = question.terms;
  return variant;
}

inline uint64_t elements(const Shape& shape) {
  uint64_t n = 1;
  for (uint32_t i = 0; i < shape.rank; ++i) n *= shape.n[i];
  return n;
}

// Buffer i of a fill or a reference, as an array of T.
template <class T>
std::span<T> view(void* const* buffers, uint32_t i, uint64_t n) {
  return {static_cast<T*>(buffers[i]), n};
}

template <class T>
std::span<const T> view(const void* const* buffers, uint32_t i, uint64_t n) {
  return {static_cast<const T*>(buffers[i]), n};
}

// Pseudo-random numbers that are the same on every machine (SplitMix64, Steele, Lea and Flood
// 2014).
class Random {
 public:
  explicit constexpr Random(uint64_t seed) : state_(seed) {}

  constexpr uint64_t bits() {
    uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

  // Uniform in [low, high), in steps that a float holds exactly when the interval does.
  constexpr double uniform(double low, double high) {
    return low + (high - low) * static_cast<double>(bits() >> 40) * 0x1p-24;
  }

  // Uniform in {low, …, high}.
  constexpr int64_t integer(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(bits() % static_cast<uint64_t>(high - low + 1));
  }

 private:
  uint64_t state_;
};

// Fills with uniform values in [-1, 1).
template <class T>
void fill_uniform(std::span<T> values, Random& random) {
  for (T& value : values) value = static_cast<T>(random.uniform(-1, 1));
}

}  // namespace hippuzzle

// variants: a static constexpr array of hippuzzle::Variant.
#define HIPPUZZLE_PUZZLE(id_, title_, variants_)                                \
  HIPPUZZLE_NOTE(HIPPUZZLE_KIND_JUDGE, "host", id_);                            \
  extern "C" HIPPUZZLE_EXPORT const hippuzzle_puzzle hippuzzle_puzzle_entry = { \
      .abi_version = HIPPUZZLE_ABI_VERSION,                                     \
      .struct_size = sizeof(hippuzzle_puzzle),                                  \
      .variant_size = sizeof(hippuzzle_variant),                                \
      .variant_count = std::size(variants_),                                    \
      .variants = variants_,                                                    \
      .id = id_,                                                                \
      .title = title_}
