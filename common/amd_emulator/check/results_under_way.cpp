#include "amd_emulator/check/results_under_way.hpp"

#include <fmt/format.h>

namespace hippuzzle::amd {
namespace {

using File = Registers::File;

}  // namespace

std::string register_name(const Registers& r, unsigned k) {
  const unsigned index = r.first + k;
  if (r.file == File::rows)
    return index < row::accumulators ? fmt::format("v{}", index)
                                     : fmt::format("a{}", index - row::accumulators);
  switch (index) {
    case scalar::vcc:
      return "vcc_lo";
    case scalar::vcc + 1:
      return "vcc_hi";
    case scalar::m0:
      return "m0";
    case scalar::exec:
      return "exec_lo";
    case scalar::exec + 1:
      return "exec_hi";
    default:
      return fmt::format("s{}", index);
  }
}

void ResultsUnderWay::start() {
  // Numbers go on, so that registers need not be checked.
  for (Counter* counter : {&memory_, &stores_, &local_, &scalar_}) counter->wait(0);
}

uint32_t ResultsUnderWay::Counter::issue(const Instruction& i) {
  if (is_idle()) busy = {};
  latest[++issued % most_kept] = &i;
  for (const Registers& r : i.effects->writes) busy.add(r);
  return issued;
}

bool ResultsUnderWay::Counter::wait(uint32_t most) {
  if (issued <= done + most) return false;
  done = issued - most;
  if (most >= most_kept) return true;
  busy = {};
  for (uint32_t k = done + 1; k <= issued; ++k) {
    for (const Registers& r : latest[k % most_kept]->effects->writes) busy.add(r);
  }
  return true;
}

bool ResultsUnderWay::wait(const Effects& e) {
  bool has_ended = false;
  const auto wait_for = [&](Counter& counter, uint32_t most) { has_ended |= counter.wait(most); };
  if (e.waits.vector_memory != Waits::all) wait_for(memory_, e.waits.vector_memory);
  if (e.waits.vector_stores != Waits::all) wait_for(stores_, e.waits.vector_stores);
  if (e.waits.local_and_scalar == Waits::all) return has_ended;
  wait_for(local_, e.waits.local_and_scalar);
  // Scalar loads end in any order.
  if (e.waits.local_and_scalar == 0) wait_for(scalar_, 0);
  return has_ended;
}

const ResultsUnderWay::UnderWay& ResultsUnderWay::under_way(const Registers& r, unsigned k) const {
  return r.file == File::rows ? rows_[r.first + k] : scalars_[r.first + k];
}
ResultsUnderWay::UnderWay& ResultsUnderWay::under_way(const Registers& r, unsigned k) {
  return r.file == File::rows ? rows_[r.first + k] : scalars_[r.first + k];
}

const ResultsUnderWay::UnderWay* ResultsUnderWay::unfinished(const Registers& r) const {
  for (unsigned k = 0; k < r.count; ++k) {
    const UnderWay& u = under_way(r, k);
    if (u.memory > memory_.done || u.local > local_.done || u.scalar > scalar_.done) return &u;
  }
  return nullptr;
}

void ResultsUnderWay::check(const Wave& wave, const Instruction& i, Reporter& reporter) {
  const Effects& e = *i.effects;
  const auto report = [&](const Registers& r, const UnderWay& u, const char* what) {
    Finding f;
    f.kind = Finding::Kind::too_early;
    f.detail = fmt::format("'{}' {} {}, which '{}' has yet to write; s_waitcnt has to come first",
                           e.text, what, register_name(r, 0), u.by->effects->text);
    f.sides.resize(2);
    f.sides[1].address = u.by->address;
    f.sides[1].text = u.by->effects->text;
    reporter.report(std::move(f), wave, 0, i);
    for (unsigned k = 0; k < r.count; ++k) under_way(r, k) = {};
  };
  for (const Registers& r : e.reads) {
    if (const UnderWay* u = unfinished(r)) report(r, *u, "reads");
  }
  for (const Registers& r : e.writes) {
    const UnderWay* u = unfinished(r);
    if (u == nullptr) continue;
    // Instructions of one kind end in their order.
    const bool is_in_order = (e.counters.vector_memory && u->local == 0) ||
                             (e.counters.local && !e.counters.vector_memory && u->memory == 0);
    if (!is_in_order) report(r, *u, "overwrites");
  }
}

void ResultsUnderWay::issue(const Instruction& i) {
  const Effects& e = *i.effects;
  const Counters& c = e.counters;
  UnderWay u{.memory = 0, .local = 0, .scalar = 0, .by = &i};
  if (c.vector_memory) u.memory = memory_.issue(i);
  if (c.local) u.local = local_.issue(i);
  if (c.scalar_memory) u.scalar = scalar_.issue(i);
  if (c.vector_stores) {
    stores_.issue(i);
    store_by_ = &i;
  }
  if (e.memory.space == MemoryAccess::Space::local && e.memory.kind == MemoryAccess::Kind::write) {
    local_store_ = local_.issued;
    local_store_by_ = &i;
  }
  for (const Registers& r : e.writes) {
    for (unsigned k = 0; k < r.count; ++k) under_way(r, k) = u;
  }
}

}  // namespace hippuzzle::amd
