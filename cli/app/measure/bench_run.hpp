// The common part of the commands that measure: which variants, whose kernels, on which device.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/app/learner/learner.hpp"
#include "cli/args/global_options.hpp"
#include "cli/args/option_groups.hpp"
#include "engine/performance/bench/benchmark.hpp"

namespace hippuzzle {

// The entry's variants of these flags and of the names in these lists, which have commas between
// them; all variants when there are none. Throws Error(usage).
std::vector<VariantRef> choose_variants(const CatalogEntry& entry,
                                        const std::vector<std::string>& flags,
                                        const std::vector<std::string>& lists);

// The kernels to be measured.
struct Chosen {
  Candidate candidate;
  std::optional<Learner> learner;  // who wrote them; none for the shipped ones

  const Learner* whose() const { return learner ? &*learner : nullptr; }
  Kernels kernels() const { return learner ? Kernels::yours : Kernels::reference; }
};

// The first platform of --backend that has a device and the puzzle's kernels; in a workspace the
// learner's. Throws Error(unsupported) that says why each was passed over.
Chosen choose_candidate(const RunSettings& settings, const GlobalOptions& globals,
                        const std::string& id);

// Compiles a learner's kernels for the tiles that the variants take at these sizes. Throws
// Error(load_failed).
void compile_tiles(Chosen& chosen, const std::vector<VariantRef>& refs,
                   const std::vector<hippuzzle_extents>& sizes);

// These sizes, or without any the sizes that suit the platform and that the variant takes.
std::vector<hippuzzle_extents> or_default(std::vector<hippuzzle_extents> sizes,
                                          const hippuzzle_variant& variant,
                                          const std::string& platform);

BenchOptions bench_options(const RunSettings& settings, double budget_seconds);

// One size, with a progress bar. Knows the device's measured ceilings if they are remembered.
Bench measure_size(const std::vector<VariantRef>& refs, const hippuzzle_extents& extents,
                   const Chosen& chosen, const BenchOptions& options, const RunJob& run_job);

// The worst outcome of all; a baseline that is not installed is not a failure of the variants.
Outcome outcome_of(const std::vector<Bench>& sizes);

}  // namespace hippuzzle
