#include "amd_emulator/check/hazard_check.hpp"

#include <fmt/format.h>

#include <cstdlib>

namespace hippuzzle::amd {
namespace {

using Unit = Effects::Unit;

constexpr unsigned rows_until_settled = 8;  // vector instructions that rules of gfx11 look back

// s_waitcnt_depctr until no vector instruction's result is under way: bits 15 to 12 are 0.
bool waits_for_vectors(const Effects& e) {
  constexpr std::string_view name = "s_waitcnt_depctr ";
  if (!e.text.starts_with(name)) return false;
  if (e.text.find("va_vdst(0)") != std::string::npos) return true;
  const std::string number = e.text.substr(name.size());
  return number.starts_with("0x") && std::strtoul(number.c_str(), nullptr, 16) >> 12 == 0;
}

}  // namespace

void HazardCheck::start() {
  past_.fill({});
  now_ = {.states = longest, .vectors = 0, .transcendentals = 0};
  matrix_until_ = wide_store_until_ = watched_until_ = settled_ = 0;
}

void HazardCheck::before(const Wave& wave, const Instruction& i, Reporter& reporter) {
  if (family_ == 0) return;
  const Effects& now = *i.effects;
  const Roles roles =
      now.unit == Unit::scalar || now.unit == Unit::none ? Roles{0} : known_roles(i);
  if (roles != 0 && is_subject(now)) look_at(wave, i, roles, reporter);
  remember(i, roles);
}

Roles HazardCheck::known_roles(const Instruction& i) {
  Known& known = known_[i.address / 4 % known_.size()];
  if (known.instruction != &i) known = {&i, roles_of(*i.effects)};
  return known.roles;
}

// Whether any rule is about the instruction, by what it is and what was executed just before.
bool HazardCheck::is_subject(const Effects& now) const {
  if (family_ == gfx11) return now.is_vector() && now_.vectors < watched_until_;
  if (now.unit == Unit::matrix || now_.states < matrix_until_ || now_.states < wide_store_until_)
    return true;
  if (now.unit == Unit::memory) return now.reads_scalars;
  return now.is_dpp || now.is_div_fmas || now.lane_of_scalar ||
         (family_ == gfx940 && now.reads_scalars);
}

// What lies between, as the rule counts; enough where results have settled.
int HazardCheck::between(const HazardRule& rule, const Past& past) const {
  if (!rule.counts_vectors) return static_cast<int>(now_.states - past.when.states - 1);
  // Two more transcendental ones are as good as many others.
  const bool has_settled =
      (rule.before & role::transcendental) != 0 &&
      (past.when.vectors < settled_ || now_.transcendentals - past.when.transcendentals > 2);
  return has_settled ? rule.distance : static_cast<int>(now_.vectors - past.when.vectors - 1);
}

void HazardCheck::look_at(const Wave& wave, const Instruction& i, Roles roles, Reporter& reporter) {
  const Effects& now = *i.effects;
  const uint64_t reach = now.unit == Unit::matrix || now_.states < matrix_until_ ? longest : 5;
  for (unsigned back = 1; back <= past_.size(); ++back) {
    const Past& past = past_[(next_ - back) % past_.size()];
    if (past.instruction == nullptr) break;
    if (family_ != gfx11 && now_.states - past.when.states > reach) break;
    if (family_ == gfx11 && now_.vectors - past.when.vectors > rows_until_settled) break;
    const Effects& before = *past.instruction->effects;
    const HazardRule* broken = nullptr;
    int needed = 0;
    for (const HazardRule& rule : hazard_rules()) {
      if ((rule.families & family_) == 0 || (past.roles & rule.before) != rule.before ||
          (past.roles & rule.before_lacks) != 0 || (roles & rule.now) != rule.now ||
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
                         "{}: '{}' needs {} vector instructions behind '{}', or "
                         "s_waitcnt_depctr, and has {}",
                         broken->why, now.text, needed, before.text, between(*broken, past))
                   : fmt::format(
                         "{}: '{}' needs {} wait states behind '{}' and has {}; s_nop "
                         "makes them",
                         broken->why, now.text, needed, before.text, between(*broken, past));
    f.sides.resize(2);
    f.sides[1].address = past.instruction->address;
    f.sides[1].text = before.text;
    reporter.report(std::move(f), wave, 0, i);
  }
}

void HazardCheck::remember(const Instruction& i, Roles roles) {
  const Effects& now = *i.effects;
  if (now.unit == Unit::matrix) matrix_until_ = now_.states + longest + 1;
  if ((roles & role::wide_store) != 0) wide_store_until_ = now_.states + 3;
  if ((roles & (role::vector | role::matrix | role::vector_memory)) != 0)
    past_[next_++ % past_.size()] = {&i, roles, now_};
  if (family_ == gfx11) {
    if ((roles & (role::matrix | role::transcendental | role::compares_to_exec)) != 0)
      watched_until_ = now_.vectors + rows_until_settled;
    if ((roles & role::memory) != 0 || waits_for_vectors(now)) settled_ = now_.vectors;
    if (now.is_vector()) ++now_.vectors;
    if ((roles & role::transcendental) != 0) ++now_.transcendentals;
  }
  now_.states += now.wait_states;
}

}  // namespace hippuzzle::amd
