#include "amd_emulator/check/register_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "amd_emulator/isa/places.hpp"

namespace hippuzzle::amd {
namespace {

using File = Registers::File;

constexpr uint64_t all_lanes = ~uint64_t{0};
constexpr uint64_t if_any(uint64_t bits) { return bits != 0 ? all_lanes : 0; }

}  // namespace

void RegisterCheck::start(const LaunchFacts& launch, unsigned lanes) {
  all_lanes_ = lanes == most_lanes ? ~uint64_t{0} : (uint64_t{1} << lanes) - 1;
  undefined_rows_.fill(all_lanes_);
  std::fill_n(undefined_rows_.begin(), launch.initial_rows, 0);
  undefined_.rows.fill(~uint64_t{0});
  for (unsigned r = 0; r < launch.initial_rows; ++r) undefined_.set_row(r, false);
  for (unsigned r = 0; r < scalar::exec + 2; ++r) {
    const auto sets = [&](uint16_t first, unsigned count) { return r - first < count; };
    // Registers that the hardware sets by itself.
    const bool is_set = r < launch.initial_scalars || sets(scalar::flat_scratch, 2) ||
                        sets(scalar::exec, 2) || sets(scalar::ttmp, 16);
    set_scalar(r, is_set ? 0 : ~0u);
  }
  undefined_.scc = 1;
  under_way_.start();
  attention_ = undefined_;
}

void RegisterCheck::gather_attention() {
  attention_ = undefined_;
  under_way_.add_to(attention_);
}

void RegisterCheck::before(const Wave& wave, const Instruction& i, Reporter& reporter) {
  const Effects& e = *i.effects;
  if (e.waits.is_for_memory() && under_way_.wait(e)) gather_attention();
  if (e.has_accumulators || attention_.meets(e.touched)) {
    under_way_.check(wave, i, reporter);
    check_values(wave, i, reporter);
    gather_attention();
  }
  if (e.unit != Effects::Unit::memory) return;
  under_way_.issue(i);
  for (const Registers& r : e.writes) attention_.add(r);
}

uint64_t RegisterCheck::undefined_bits(const Registers& r) const {
  uint64_t bits = undefined_scalars_[r.first];
  if (r.count > 1) bits |= static_cast<uint64_t>(undefined_scalars_[r.first + 1]) << 32;
  for (unsigned k = 2; k < r.count; ++k) bits |= undefined_scalars_[r.first + k];
  return bits;
}

void RegisterCheck::define(const Registers& r, uint64_t undefined) {
  set_scalar(r.first, static_cast<uint32_t>(undefined));
  if (r.count > 1) set_scalar(r.first + 1u, static_cast<uint32_t>(undefined >> 32));
  for (unsigned k = 2; k < r.count; ++k) set_scalar(r.first + k, undefined != 0 ? ~0u : 0);
}

void RegisterCheck::check_values(const Wave& wave, const Instruction& i, Reporter& reporter) {
  const Effects& e = *i.effects;
  if (e.is_vector()) check_vector(wave, i, reporter);
  if (e.unit == Effects::Unit::memory) check_memory(wave, i, reporter);
  if (e.unit == Effects::Unit::scalar) check_scalar(wave, i, reporter);
}

// The undefined bits of one source of a scalar instruction.
uint64_t RegisterCheck::undefined_source(const Wave&, const Instruction& i,
                                         unsigned operand) const {
  const Operand& o = i.operands[operand];
  if (!o.is_scalar() || o.index >= scalar::shared_base) return 0;
  const bool is_wide = std::ranges::any_of(i.effects->reads, [&](const Registers& r) {
    return r.file == File::scalars && r.first == o.index && r.count > 1;
  });
  return undefined_bits({File::scalars, o.index, static_cast<uint16_t>(is_wide ? 2 : 1)});
}

void RegisterCheck::check_scalar(const Wave& wave, const Instruction& i, Reporter& reporter) {
  const Effects& e = *i.effects;
  const bool is_undefined_scc = e.reads_scc && undefined_.scc != 0;
  uint64_t any = is_undefined_scc ? all_lanes : 0;
  for (const Registers& r : e.reads) any |= undefined_bits(r);
  if (any == 0) {  // nearly always
    for (const Registers& r : e.writes) define(r, 0);
    if (e.writes_scc) undefined_.scc = 0;
    return;
  }
  if (e.decides) {
    report_unwritten(wave, i, reporter, 1, true);
    for (const Registers& r : e.reads) define(r, 0);
    if (e.reads_scc) undefined_.scc = 0;
    return;
  }
  uint64_t result = if_any(any);
  const unsigned first = e.writes.empty() ? 0 : 1;
  const uint64_t ua = undefined_source(wave, i, first), ub = undefined_source(wave, i, first + 1);
  const uint64_t a = read_pair(wave, i.operands[first]);
  const uint64_t b = e.reads_exec ? wave.exec() : read_pair(wave, i.operands[first + 1]);
  switch (e.bits) {
    case Effects::Bits::each:
      result = ua | ub;
      break;
    case Effects::Bits::conjunction:
      result = (ua & ub) | (ua & b) | (ub & a);
      break;
    case Effects::Bits::conjunction_not:
      result = (ua & ub) | (ua & ~b) | (ub & a);
      break;
    case Effects::Bits::disjunction:
      result = (ua & ub) | (ua & ~b) | (ub & ~a);
      break;
    case Effects::Bits::all_of_any:
      if (e.chooses && !is_undefined_scc) result = wave.scc ? ua : ub;
      break;
  }
  const auto writes_exec = [](const Registers& r) {
    return r.overlaps({File::scalars, scalar::exec, 2});
  };
  if (result != 0 && (e.writes_exec || std::ranges::any_of(e.writes, writes_exec))) {
    report_unwritten(wave, i, reporter, 1, true);
    for (const Registers& r : e.reads) define(r, 0);
    result = 0;
  }
  for (const Registers& r : e.writes) define(r, e.writes_exec ? 0 : result);
  if (!e.writes_scc) return;
  undefined_.scc = result != 0 ? 1 : 0;
}

// Lanes of a vector instruction whose sources nobody has written.
uint64_t RegisterCheck::undefined_lanes(const Wave& wave, const Instruction& i) const {
  const Effects& e = *i.effects;
  const uint64_t exec = e.unit == Effects::Unit::matrix ? all_lanes : wave.exec();
  if (e.chooses) {
    const Registers& mask = e.reads.back();
    const uint64_t chosen = mask.count > 1 ? wave.pair(mask.first) : wave.scalars[mask.first];
    const auto of = [&](unsigned operand) -> uint64_t {
      const Operand& o = i.operands[operand];
      if (o.is_vector()) return undefined_rows_[o.index];
      return o.is_scalar() ? if_any(undefined_source(wave, i, operand)) : 0;
    };
    return (of(1) & ~chosen) | (of(2) & chosen) | undefined_bits(mask);
  }
  uint64_t undefined = 0;
  for (size_t k = 0; k < e.reads.size(); ++k) {
    const Registers& r = e.reads[k];
    if (r.file == File::scalars) {
      const uint64_t bits = undefined_bits(r);
      undefined |= k + e.masks_read >= e.reads.size() ? bits : if_any(bits);
      continue;
    }
    for (unsigned n = 0; n < r.count; ++n) {
      const uint64_t lanes = undefined_rows_[r.first + n];
      undefined |= !e.mixes_lanes ? lanes : (lanes & exec) == exec ? exec : 0;
    }
  }
  return undefined;
}

void RegisterCheck::check_vector(const Wave& wave, const Instruction& i, Reporter& reporter) {
  const Effects& e = *i.effects;
  const uint64_t exec = e.unit == Effects::Unit::matrix ? all_lanes : wave.exec();
  uint64_t undefined = undefined_lanes(wave, i);
  if (e.lane_of_scalar) {
    const bool is_first = i.count < 3;
    const unsigned lane = is_first ? static_cast<unsigned>(std::countr_zero(exec)) & 63
                                   : read_scalar(wave, i.operands[2]) & (wave.lanes - 1);
    if (i.operands[0].is_vector()) {  // v_writelane
      const uint64_t bit = uint64_t{1} << lane;
      const uint16_t to = i.operands[0].index;
      const bool has_value = undefined_source(wave, i, 1) == 0;
      set_row(to, has_value ? undefined_rows_[to] & ~bit : undefined_rows_[to] | bit);
    } else {
      define(e.writes.at(0), if_any(undefined >> lane & 1));
    }
    return;
  }
  undefined &= exec;
  // The lower half of a sum or a shift to the left has nothing of its sources' upper halves, which
  // compilers leave as they are where only that half is used.
  const uint64_t lower =
      e.halves == Effects::Halves::whole ? undefined : undefined_halves(i) & exec;
  const bool is_packed = e.halves == Effects::Halves::packed;
  if (e.writes_exec && undefined != 0) {
    report_unwritten(wave, i, reporter, undefined, true);
    undefined = 0;
  }
  for (const Registers& r : e.writes) {
    if (r.file == File::scalars) {
      define(r, undefined);
      continue;
    }
    for (unsigned k = 0; k < r.count; ++k) {
      const uint64_t lost = k == 0 || is_packed ? lower : undefined;
      set_row(r.first + k, (undefined_rows_[r.first + k] & ~exec) | lost);
    }
  }
}

// Lanes without a value in the lower half; of packed pairs, in both halves of a source.
uint64_t RegisterCheck::undefined_halves(const Instruction& i) const {
  const bool is_packed = i.effects->halves == Effects::Halves::packed;
  uint64_t undefined = 0;
  for (const Registers& r : i.effects->reads) {
    if (r.file == File::scalars) {
      undefined |= if_any(undefined_scalars_[r.first]);
    } else {
      const uint64_t upper = is_packed && r.count > 1 ? undefined_rows_[r.first + 1] : all_lanes;
      undefined |= undefined_rows_[r.first] & upper;
    }
  }
  return undefined;
}

void RegisterCheck::check_memory(const Wave& wave, const Instruction& i, Reporter& reporter) {
  const Effects& e = *i.effects;
  const uint64_t exec = wave.exec();
  const bool is_uniform = e.counters.scalar_memory;
  // A register that a compiler spills may have no value.
  const bool is_spill = e.memory.space == MemoryAccess::Space::private_memory ||
                        (e.memory.space == MemoryAccess::Space::buffer &&
                         is_private_buffer(wave, i.operands[e.memory.address_operand + 1u]));
  uint64_t undefined = 0;
  if (!is_spill || e.mixes_lanes) undefined = undefined_lanes(wave, i) & (is_uniform ? 1 : exec);
  if (undefined != 0 && e.memory.kind != MemoryAccess::Kind::none) {
    report_unwritten(wave, i, reporter, undefined, false);
    undefined = 0;
  }
  for (const Registers& r : e.writes) {
    if (r.file == File::scalars) {
      define(r, 0);
      continue;
    }
    for (unsigned k = r.first; k < unsigned{r.first} + r.count; ++k)
      set_row(k, (undefined_rows_[k] & ~exec) | undefined);
  }
}

// Names the first such register, and takes all as written from here on.
void RegisterCheck::report_unwritten(const Wave& wave, const Instruction& i, Reporter& reporter,
                                     uint64_t lanes, bool is_decision) {
  const Effects& e = *i.effects;
  std::string which = "scc";
  for (const Registers& r : e.reads) {
    for (unsigned k = 0; k < r.count; ++k) {
      const bool is_undefined = r.file == File::rows ? (undefined_rows_[r.first + k] & lanes) != 0
                                                     : undefined_scalars_[r.first + k] != 0;
      if (is_undefined && which == "scc") which = register_name(r, k);
      if (r.file == File::rows) set_row(r.first + k, undefined_rows_[r.first + k] & ~lanes);
      if (r.file == File::scalars) set_scalar(r.first + k, 0);
    }
  }
  Finding f;
  f.kind = Finding::Kind::uninitialised;
  f.detail = fmt::format("'{}' {} the register {}, which holds nothing that anybody has written",
                         e.text, is_decision ? "decides by" : "uses", which);
  reporter.report(std::move(f), wave, static_cast<unsigned>(std::countr_zero(lanes)), i);
}

}  // namespace hippuzzle::amd
