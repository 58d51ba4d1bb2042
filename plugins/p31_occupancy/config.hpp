// p31: what a variant's launch function decides.
#pragma once

struct Blocks {
  unsigned count;    // of the grid
  unsigned threads;  // of each block
};
