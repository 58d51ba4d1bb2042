#include "amd_emulator/check/hazard_check.hpp"

#include <fmt/format.h>

namespace hippuzzle::amd {

void HazardCheck::start() {
  past_.fill({});
  now_ = {.states = longest, .vectors = 0, .transcendentals = 0};
  matrix_until_ = wide_store_until_ = watched_until_ = settled_ = 0;
}

// The distance between the two, as the rule counts; enough where results have settled.
int HazardCheck::between(const HazardRule& rule, const Past& past) const {
  if (!rule.counts_vectors) return static_cast<int>(now_.states - past.when.states - 1);
  // Two more transcendental ones are as good as many others.
  const bool has_settled =
      (rule.before & role::transcendental) != 0 &&
      (past.when.vectors < settled_ || now_.transcendentals - past.when.transcendentals > 2);
  return has_settled ? rule.distance : static_cast<int>(now_.vectors - past.when.vectors - 1);
}

void HazardCheck::look_at(const Wave& wave, const Instruction& i, Reporter& reporter) {
  const Effects& now = *i.effects;
  const Roles roles = now.roles;
  const uint64_t reach =
      now.unit == Effects::Unit::matrix || now_.states < matrix_until_ ? longest : 5;
  for (unsigned back = 1; back <= past_.size(); ++back) {
    const Past& past = past_[(next_ - back) % past_.size()];
    if (past.instruction == nullptr) break;
    if (family_ != gfx11 && now_.states - past.when.states > reach) break;
    if (family_ == gfx11 && now_.vectors - past.when.vectors > rows_until_settled) break;
    const Effects& before = *past.instruction->effects;
    if (!may_share(before, now)) continue;
    const HazardRule* broken = nullptr;
    int needed = 0;
    for (const HazardRule& rule : hazard_rules()) {
      if ((rule.families & family_) == 0 || (before.roles & rule.before) != rule.before ||
          (before.roles & rule.before_lacks) != 0 || (roles & rule.now) != rule.now ||
          (roles & rule.now_lacks) != 0)
        continue;
      const int distance =
          rule.distance + (rule.by_passes ? matrix_passes(before.text, family_) : 0);
      if (distance <= needed || between(rule, past) >= distance) continue;
      if (!share(rule.shared, before, now)) continue;
      broken = &rule;
      needed = distance;
    }
    if (broken == nullptr) continue;
    Finding f;
    f.kind = Finding::Kind::wait_states;
    f.detail = broken->counts_vectors
                   ? fmt::format(
                         "{}: '{}' needs {} vector instructions after '{}', or "
                         "s_waitcnt_depctr, and has {}",
                         broken->why, now.text, needed, before.text, between(*broken, past))
                   : fmt::format(
                         "{}: '{}' needs {} wait states after '{}' and has {}; s_nop "
                         "makes them",
                         broken->why, now.text, needed, before.text, between(*broken, past));
    f.sides.resize(2);
    f.sides[1].address = past.instruction->address;
    f.sides[1].text = before.text;
    reporter.report(std::move(f), wave, 0, i);
  }
}

void HazardCheck::count_vectors(const Effects& now) {
  if ((now.roles & (role::matrix | role::transcendental | role::compares_to_exec)) != 0)
    watched_until_ = now_.vectors + rows_until_settled;
  if ((now.roles & role::memory) != 0 || now.waits.vector_results) settled_ = now_.vectors;
  if (now.is_vector()) ++now_.vectors;
  if ((now.roles & role::transcendental) != 0) ++now_.transcendentals;
}

}  // namespace hippuzzle::amd
