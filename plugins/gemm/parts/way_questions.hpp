// The questions of each rung that chooses its tiles by a model (way.hpp), about a product and a
// device: the same for the launcher and for `explain`.
#pragma once

#include <hippuzzle/matrix/stream_k.hpp>
#include <iterator>

#include "parts/engine_rows.hpp"
#include "parts/fitted_way.hpp"
#include "parts/way.hpp"
#include "tiles.hpp"

struct ProductExtents {
  unsigned m, n, k;
};

// `whole` in parts of `part`.
constexpr unsigned parts_of(unsigned whole, unsigned part) { return (whole + part - 1) / part; }

constexpr double float_bytes(const ProductExtents& p) { return double(p.m) * p.n * sizeof(float); }

// input, output: bytes of an element. transposed_b: B is n x k.
constexpr Traffic traffic_of(const ProductExtents& p, unsigned input, unsigned output,
                             bool transposed_b = false) {
  const double a = double(p.m) * p.k * input, b = double(p.k) * p.n * input;
  const auto copied = [&](unsigned columns, double bytes) {
    return columns * input % launchers::engine_bytes == 0 ? 0 : bytes;
  };
  return {a + b + double(p.m) * p.n * output, copied(p.k, a) + copied(transposed_b ? p.k : p.n, b),
          p.n % 4 == 0 ? 0 : double(p.m) * p.n * output};
}

// Clusters of such tiles, as many at once as there are multiprocessors for.
constexpr TiledWork work_in(const tiles::Shape& shape, const ProductExtents& p,
                            unsigned multiprocessors) {
  return {parts_of(p.m, shape.rows * shape.below) * parts_of(p.n, shape.columns * shape.beside),
          multiprocessors / shape.cluster(), shape.cluster()};
}

// Large tiles are shared out evenly only where the kernel does so: sums wait in rows of C, which
// then are whole float4s, and of a short k the shares would be rounded to whole tiles.
constexpr WayQuestion fp32_best_question(const tiles::Shapes& shapes, const ProductExtents& p,
                                         unsigned multiprocessors) {
  WayQuestion q{{}, parts_of(p.k, shapes.fp32_best[0].k), float_bytes(p), 0, traffic_of(p, 4, 4)};
  for (unsigned kind = 0; kind < std::size(shapes.fp32_best); ++kind) {
    const tiles::Shape& shape = shapes.fp32_best[kind];
    q.tiles[kind] = work_in(shape, p, multiprocessors);
    q.tiles[kind].most_slices = parts_of(p.k, shape.k * shape.boxes);
  }
  q.tiles[0].can_add = false;
  q.tiles[0].is_even = p.n % 4 == 0 && q.stages >= 4 * hippuzzle::StreamK::fewest_k_tiles;
  return q;
}

constexpr WayQuestion wgmma_tf32_question(const tiles::Shapes& shapes, const ProductExtents& p,
                                          unsigned multiprocessors) {
  return {{work_in(shapes.wgmma_tf32[0], p, multiprocessors),
           work_in(shapes.wgmma_tf32[1], p, multiprocessors)},
          parts_of(p.k, shapes.wgmma_tf32[0].k),
          float_bytes(p),
          0,
          traffic_of(p, 4, 4)};
}

// The questions of wgmma-bf16 and wgmma-bf16-tn: about tiles of four shapes that a persistent grid
// computes whole, and about tiles that fit the problem.
struct Bf16Question {
  WayQuestion whole;
  FittedQuestion fitted;
};

// transposed_b: and a BF16 result. by_engine: whether it takes rows of C, which those tiles need
// that are written by it. is_roomy: a GPU, with clusters. Row bytes count fetched rows.
constexpr Bf16Question wgmma_bf16_question(const tiles::Shapes& shapes, const ProductExtents& p,
                                           unsigned multiprocessors, bool transposed_b,
                                           bool by_engine, bool is_roomy, std::size_t a_row_bytes,
                                           std::size_t b_row_bytes) {
  Bf16Question q{};
  for (unsigned kind = 0; kind < most_tile_kinds; ++kind) {
    const bool from_registers = !transposed_b && kind == most_tile_kinds - 1;
    if (!by_engine && !from_registers) continue;
    q.whole.tiles[kind] = work_in(shapes.wgmma_bf16[kind], p, multiprocessors);
    q.whole.tiles[kind].can_add = false;
  }
  q.whole.stages = parts_of(p.k, shapes.wgmma_bf16[0].k);
  q.whole.result_bytes = float_bytes(p);
  q.whole.off_sectors = off_sectors(a_row_bytes, b_row_bytes);
  q.whole.traffic = traffic_of(p, 2, transposed_b ? 2 : 4, transposed_b);
  q.fitted = {p.m,
              p.n,
              q.whole.stages,
              multiprocessors,
              q.whole.off_sectors,
              !transposed_b,
              is_roomy ? fitted_most_blocks : 1,
              tiles::fitted_right(is_roomy),
              q.whole.traffic};
  return q;
}

// One of both.
struct Bf16Way {
  Way whole = {0, 1};
  FittedWay fitted;  // right is 0 where tiles are whole

  constexpr bool is_fitted() const { return fitted.right != 0; }
};

constexpr double predicted(const Bf16Question& q, const Bf16Costs& costs, const Bf16Way& way) {
  return way.is_fitted() ? predicted(q.fitted, costs.fitted, way.fitted)
                         : predicted(q.whole, costs.whole, way.whole);
}

// Calls visit(way, microseconds) for every way.
template <class Visit>
constexpr void for_each_way(const Bf16Question& q, const Bf16Costs& costs, const Visit& visit) {
  for (unsigned kind = 0; kind < most_tile_kinds; ++kind) {
    if (q.whole.tiles[kind].items == 0) continue;
    const Way way{kind, 1};
    visit(Bf16Way{way, {}}, predicted(q.whole, costs.whole, way));
  }
  for_each_fitted(q.fitted, costs.fitted, [&](const FittedWay& way, double time) {
    visit(Bf16Way{{0, 1}, way}, time);
  });
}

constexpr Bf16Way choose_way(const Bf16Question& q, const Bf16Costs& costs) {
  Bf16Way best;
  double least = -1;
  for_each_way(q, costs, [&](const Bf16Way& way, double time) {
    if (least >= 0 && time >= least) return;
    least = time;
    best = way;
  });
  return best;
}

// adds: whether slices may be added in C.
constexpr WayQuestion three_question(const tiles::Shapes& shapes, const ProductExtents& p,
                                     unsigned multiprocessors, bool adds) {
  TiledWork work = work_in(shapes.three, p, multiprocessors);
  work.can_add = adds;
  return {{work}, parts_of(p.k, shapes.three.k), float_bytes(p), 0, traffic_of(p, 4, 4)};
}
