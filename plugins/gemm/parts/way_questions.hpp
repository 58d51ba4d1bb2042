// What each rung that chooses its tiles by a model asks it (way.hpp), of a product and a device:
// the same for the launcher and for who explains its choice.
#pragma once

#include "parts/way.hpp"
#include "tiles.hpp"

struct ProductExtents {
  unsigned m, n, k;
};

// `whole` in parts of `part`.
constexpr unsigned parts_of(unsigned whole, unsigned part) { return (whole + part - 1) / part; }

constexpr double float_bytes(const ProductExtents& p) { return double(p.m) * p.n * sizeof(float); }

// Clusters of such tiles, as many at once as there are multiprocessors for.
constexpr TiledWork work_in(const tiles::Shape& shape, const ProductExtents& p,
                            unsigned multiprocessors) {
  return {parts_of(p.m, shape.rows * shape.below) * parts_of(p.n, shape.columns * shape.beside),
          multiprocessors / shape.cluster(), shape.cluster()};
}

constexpr WayQuestion fp32_best_question(const tiles::Shapes& shapes, const ProductExtents& p,
                                         unsigned multiprocessors) {
  TiledWork large = work_in(shapes.fp32_best[0], p, multiprocessors);
  large.can_add = false;
  large.is_even = true;
  return {{large, work_in(shapes.fp32_best[1], p, multiprocessors)},
          parts_of(p.k, shapes.fp32_best[0].k),
          float_bytes(p)};
}

constexpr WayQuestion wgmma_tf32_question(const tiles::Shapes& shapes, const ProductExtents& p,
                                          unsigned multiprocessors) {
  return {{work_in(shapes.wgmma_tf32[0], p, multiprocessors),
           work_in(shapes.wgmma_tf32[1], p, multiprocessors)},
          parts_of(p.k, shapes.wgmma_tf32[0].k),
          float_bytes(p)};
}

// by_boxes: whether the engine takes rows of C, which two kinds of tiles need. Row bytes: of A and
// of B, as they are fetched.
constexpr WayQuestion wgmma_bf16_question(const tiles::Shapes& shapes, const ProductExtents& p,
                                          unsigned multiprocessors, bool by_boxes,
                                          std::size_t a_row_bytes, std::size_t b_row_bytes) {
  const auto work = [&](unsigned kind) {
    return work_in(shapes.wgmma_bf16[kind], p, multiprocessors);
  };
  return {{work(0), by_boxes ? work(1) : TiledWork{}, by_boxes ? work(2) : TiledWork{}, work(3)},
          parts_of(p.k, shapes.wgmma_bf16[0].k),
          float_bytes(p),
          fetched_sectors(a_row_bytes, b_row_bytes)};
}

// adds: whether slices may be added in C.
constexpr WayQuestion three_question(const tiles::Shapes& shapes, const ProductExtents& p,
                                     unsigned multiprocessors, bool adds) {
  TiledWork work = work_in(shapes.three, p, multiprocessors);
  work.can_add = adds;
  return {{work}, parts_of(p.k, shapes.three.k), float_bytes(p)};
}
