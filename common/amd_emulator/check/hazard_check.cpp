#include "amd_emulator/check/hazard_check.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace hippuzzle::amd {
namespace {

using File = Registers::File;
using Unit = Effects::Unit;

constexpr Registers vcc{File::scalars, scalar::vcc, 2}, exec{File::scalars, scalar::exec, 2};

bool begins(const Effects& e, std::string_view name) { return e.text.starts_with(name); }
bool contains(const Effects& e, std::string_view part) {
  return e.text.find(part) != std::string::npos;
}

bool touches(const std::vector<Registers>& all, const Registers& one) {
  return std::ranges::any_of(all, [&](const Registers& r) { return r.overlaps(one); });
}

// Whether one reads what the other wrote, of registers of one file.
bool reads_result(const Effects& later, const Effects& earlier, File file) {
  return std::ranges::any_of(earlier.writes, [&](const Registers& r) {
    return r.file == file && touches(later.reads, r);
  });
}

bool overwrites_result(const Effects& later, const Effects& earlier) {
  return std::ranges::any_of(earlier.writes, [&](const Registers& r) {
    return r.file == File::rows && touches(later.writes, r);
  });
}

bool is_vector_memory(const Effects& e) {
  return e.unit == Unit::memory && !e.counters.scalar_memory &&
         e.memory.space != MemoryAccess::Space::local && e.memory.kind != MemoryAccess::Kind::none;
}

bool is_double_matrix(const Effects& e) { return begins(e, "v_mfma_f64"); }
bool is_single_matrix(const Effects& e) {
  return contains(e, "x1f32") || contains(e, "x2f32") || contains(e, "x4f32") ||
         contains(e, "_1k_f32") || contains(e, "x4_f32") || contains(e, "x2_f32") ||
         contains(e, "b_f32");
}

// The last source of a matrix instruction, its addend, where that is a register.
const Registers* addend(const Effects& e) {
  return e.reads.size() == 3 ? &e.reads.back() : nullptr;
}

}  // namespace

int matrix_passes(const std::string& name, bool is_gfx940) {
  const bool is_double = name.starts_with("v_mfma_f64");
  if (name.find("_4x4x") != std::string::npos) return is_double ? 4 : 2;
  const bool is_wide = name.find("_32x32x") != std::string::npos;
  if (is_double) return is_gfx940 ? 8 : 16;
  const bool has_blocks = name.find("b_") != std::string::npos;
  const bool is_single = name.find("f32", 10) != std::string::npos;
  if (is_gfx940 && !has_blocks && !is_single) return is_wide ? 8 : 4;
  return is_wide ? 16 : 8;
}

HazardCheck::HazardCheck(const std::string& target)
    : family_(target.starts_with("gfx94") || target.starts_with("gfx95") ? Family::gfx940
              : target == "gfx90a"                                       ? Family::gfx90a
              : target == "gfx908"                                       ? Family::gfx908
              : target.starts_with("gfx9")                               ? Family::gfx906
                                                                         : Family::none) {}

void HazardCheck::start() {
  past_.fill({});
  now_ = longest;
  matrix_until_ = wide_store_until_ = 0;
}

// Matrix instructions behind others, and behind each other.
int HazardCheck::needed_by_matrix(const Effects& before, const Effects& now,
                                  const char*& why) const {
  const Registers* const c = addend(now);
  if (before.unit == Unit::vector) {
    if (touches(before.writes, exec) || before.writes_exec) {
      why = "a vector instruction wrote EXEC before a matrix instruction";
      return 4;
    }
    if (!reads_result(now, before, File::rows)) return 0;
    why = "a matrix instruction reads what a vector instruction wrote";
    return family_ == Family::gfx908 && begins(before, "v_accvgpr_write")
               ? (c != nullptr && touches(before.writes, *c) ? 1 : 3)
               : 2;
  }
  if (before.unit != Unit::matrix || !reads_result(now, before, File::rows)) return 0;
  why = "a matrix instruction reads another's result";
  const int passes = matrix_passes(before.text, family_ == Family::gfx940);
  const bool is_addend = c != nullptr && touches(before.writes, *c);
  const bool is_factor = std::any_of(now.reads.begin(), now.reads.begin() + 2,
                                     [&](const Registers& r) { return touches(before.writes, r); });
  if (family_ == Family::gfx908) {
    if (is_factor) return 4;
    return before.writes.at(0) == *c ? 0 : 2;
  }
  if (is_factor) {
    if (is_double_matrix(before)) return passes == 4 ? 6 : 11;
    if (family_ == Family::gfx940) return passes + (is_single_matrix(before) ? 2 : 3);
    return passes + 3;
  }
  if (!is_addend) return 0;
  if (before.writes.at(0) == *c) {
    if (is_double_matrix(now) && passes == 4 && is_double_matrix(before)) return 4;
    return family_ == Family::gfx940 && passes == 2 ? 2 : 0;
  }
  if (is_double_matrix(before)) return !is_double_matrix(now) ? 0 : passes == 4 ? 4 : 9;
  if (family_ == Family::gfx940) {
    if (is_single_matrix(before)) return is_single_matrix(now) ? passes : 0;
    return passes + 1;
  }
  return passes + (is_double_matrix(now) ? 1 : 0);
}

// Vector and memory instructions behind matrix instructions.
int HazardCheck::needed_after_matrix(const Effects& before, const Effects& now,
                                     const char*& why) const {
  const int passes = matrix_passes(before.text, family_ == Family::gfx940);
  const bool reads = reads_result(now, before, File::rows);
  if (family_ == Family::gfx908) {
    if (begins(now, "v_accvgpr_read") && reads) {
      why = "v_accvgpr_read of a matrix instruction's result";
      return passes + 2;
    }
    if (begins(now, "v_accvgpr_write") && overwrites_result(now, before)) {
      why = "v_accvgpr_write over a matrix instruction's result";
      return passes - 1;
    }
    return 0;
  }
  if (reads) {
    why = "an instruction reads a matrix instruction's result";
    if (is_double_matrix(before))
      return now.unit == Unit::memory ? (passes == 4 ? 9 : 18) : (passes == 4 ? 6 : 11);
    if (family_ == Family::gfx940 && is_single_matrix(before)) return passes + 2;
    return passes + 3;
  }
  if (overwrites_result(now, before)) {
    why = "an instruction overwrites a matrix instruction's result";
    if (is_double_matrix(before)) return passes == 4 ? 6 : 11;
    if (family_ == Family::gfx940 && is_single_matrix(before)) return passes + 2;
    return passes + 3;
  }
  const Registers* const c = addend(before);
  if (c == nullptr || is_double_matrix(before) || !touches(now.writes, *c)) return 0;
  if (family_ == Family::gfx940 && is_single_matrix(before)) return 0;
  why = "an instruction overwrites what a matrix instruction adds";
  return passes - 1;
}

int HazardCheck::needed(const Effects& before, const Effects& now, const char*& why) const {
  if (now.unit == Unit::matrix) return needed_by_matrix(before, now, why);
  if (before.unit == Unit::matrix) {
    return now.unit == Unit::vector || now.unit == Unit::memory
               ? needed_after_matrix(before, now, why)
               : 0;
  }
  const bool wrote_by_vector = before.unit == Unit::vector;
  if (wrote_by_vector && is_vector_memory(now) && reads_result(now, before, File::scalars)) {
    why = "a memory instruction reads a scalar register that a vector instruction wrote";
    return 5;
  }
  if (now.unit != Unit::vector) return 0;
  if (now.is_div_fmas && wrote_by_vector && touches(before.writes, vcc)) {
    why = "v_div_fmas reads VCC that a vector instruction wrote";
    return 4;
  }
  if (now.lane_of_scalar && wrote_by_vector && !begins(now, "v_readfirstlane") &&
      !now.reads.empty() && now.reads.back().file == File::scalars &&
      touches(before.writes, now.reads.back())) {
    why = "a lane is chosen by a scalar register that a vector instruction wrote";
    return 4;
  }
  if (now.is_dpp) {
    if (wrote_by_vector && (before.writes_exec || touches(before.writes, exec))) {
      why = "DPP behind a vector instruction that wrote EXEC";
      return 5;
    }
    if (wrote_by_vector && reads_result(now, before, File::rows)) {
      why = "DPP reads what a vector instruction wrote";
      return 2;
    }
  }
  if (is_vector_memory(before) && before.memory.kind == MemoryAccess::Kind::write &&
      before.memory.bytes > 8 && !before.reads.empty()) {
    const bool overwrites = std::ranges::any_of(before.reads, [&](const Registers& r) {
      return r.file == File::rows && r.count > 2 && touches(now.writes, r);
    });
    if (overwrites) {
      why = "an instruction overwrites data of a store of more than 8 bytes";
      return family_ == Family::gfx940 ? 2 : 1;
    }
  }
  if (family_ == Family::gfx940 && wrote_by_vector && reads_result(now, before, File::scalars)) {
    why = "a vector instruction reads a scalar register that another wrote";
    return 2;
  }
  return 0;
}

void HazardCheck::before(const Wave& wave, const Instruction& i, Reporter& reporter) {
  if (family_ == Family::none) return;
  const Effects& now = *i.effects;
  if (!is_subject(now)) return remember(i);
  const uint64_t reach = now.unit == Unit::matrix || now_ < matrix_until_ ? longest : 5;
  for (unsigned back = 1; back <= past_.size(); ++back) {
    const Past& past = past_[(next_ - back) % past_.size()];
    if (past.instruction == nullptr || now_ - past.when > reach) break;
    const char* why = "";
    const int between = static_cast<int>(now_ - past.when - 1);
    const Effects& before = *past.instruction->effects;
    const int states = needed(before, now, why);
    if (between >= states) continue;
    Finding f;
    f.kind = Finding::Kind::wait_states;
    f.detail = fmt::format("{}: '{}' needs {} wait states behind '{}' and has {}; s_nop makes them",
                           why, now.text, states, before.text, between);
    f.sides.resize(2);
    f.sides[1].address = past.instruction->address;
    f.sides[1].text = before.text;
    reporter.report(std::move(f), wave, 0, i);
  }
  remember(i);
}

// Whether any rule is about the instruction, by what it is and what was executed just before.
bool HazardCheck::is_subject(const Effects& now) const {
  if (now.unit != Unit::vector && now.unit != Unit::matrix && now.unit != Unit::memory)
    return false;
  if (now.unit == Unit::matrix || now_ < matrix_until_ || now_ < wide_store_until_) return true;
  if (now.unit == Unit::memory) return now.reads_scalars;
  return now.is_dpp || now.is_div_fmas || now.lane_of_scalar ||
         (family_ == Family::gfx940 && now.reads_scalars);
}

void HazardCheck::remember(const Instruction& i) {
  const Effects& now = *i.effects;
  if (now.unit == Unit::matrix) matrix_until_ = now_ + longest + 1;
  if (now.memory.kind == MemoryAccess::Kind::write && now.memory.bytes > 8)
    wide_store_until_ = now_ + 3;
  if (now.is_vector() || is_vector_memory(now)) past_[next_++ % past_.size()] = {&i, now_};
  now_ += now.wait_states;
}

}  // namespace hippuzzle::amd
