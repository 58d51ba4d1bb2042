// Enumerators and the words for them in messages, files and documents, each pair in one place.
#pragma once

#include <hippuzzle/puzzle.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

#include "engine/results/finding_kinds.hpp"
#include "engine/results/kernels.hpp"
#include "engine/results/trace.hpp"
#include "support/advice.hpp"

namespace hippuzzle {

template <class Enum>
struct Name {
  Enum value;
  std::string_view word;
};

// Specialised for each enum that has words.
template <class Enum>
struct Names;

template <>
struct Names<Advice::Kind> {
  static constexpr Name<Advice::Kind> all[] = {
      {Advice::allow_more_time, "allow-more-time"},
      {Advice::allow_more_measuring, "allow-more-measuring"},
      {Advice::choose_smaller_size, "choose-smaller-size"},
      {Advice::look_at_all_blocks, "look-at-all-blocks"},
      {Advice::leave_out_counters, "leave-out-counters"},
      {Advice::run_in_this_process, "run-in-this-process"},
      {Advice::use_cpu, "use-cpu"},
      {Advice::list_puzzles, "list-puzzles"},
      {Advice::create_workspace, "create-workspace"},
      {Advice::build_everything, "build-everything"},
      {Advice::read_lesson, "read-lesson"}};
};

template <>
struct Names<Access> {
  static constexpr Name<Access> all[] = {{Access::none, "none"},
                                         {Access::read, "read"},
                                         {Access::write, "write"},
                                         {Access::atomic, "atomic"}};
};

template <>
struct Names<RaceRemedy> {
  static constexpr Name<RaceRemedy> all[] = {
      {RaceRemedy::unknown, "unknown"},
      {RaceRemedy::barrier_between, "barrier-between"},
      {RaceRemedy::barrier_each_round, "barrier-each-round"},
      {RaceRemedy::barrier_between_and_each_round, "barrier-between-and-each-round"},
      {RaceRemedy::read_first, "read-first"},
      {RaceRemedy::combined_update, "combined-update"},
      {RaceRemedy::own_element, "own-element"}};
};

// The rules' ids.
template <>
struct Names<FindingKind> {
  static constexpr auto all = [] {
    std::array<Name<FindingKind>, std::size(finding_kinds::table)> names = {};
    std::ranges::transform(finding_kinds::table, names.begin(), [](const FindingRule& row) {
      return Name<FindingKind>{row.kind, row.id};
    });
    return names;
  }();
};

// Names of counts in documents for programs.
template <>
struct Names<Counted> {
  static constexpr Name<Counted> all[] = {{Counted::global_reads, "global_reads"},
                                          {Counted::global_writes, "global_writes"},
                                          {Counted::global_atomics, "global_atomics"},
                                          {Counted::shared_reads, "shared_reads"},
                                          {Counted::shared_writes, "shared_writes"},
                                          {Counted::shared_atomics, "shared_atomics"},
                                          {Counted::global_read_bytes, "global_read_bytes"},
                                          {Counted::global_write_bytes, "global_write_bytes"},
                                          {Counted::global_atomic_bytes, "global_atomic_bytes"},
                                          {Counted::shared_read_bytes, "shared_read_bytes"},
                                          {Counted::shared_write_bytes, "shared_write_bytes"},
                                          {Counted::shared_atomic_bytes, "shared_atomic_bytes"},
                                          {Counted::barriers, "barriers"},
                                          {Counted::warp_operations, "warp_operations"},
                                          {Counted::atomics, "atomics"},
                                          {Counted::async_copy_bytes, "async_copy_bytes"},
                                          {Counted::open_group_reads, "open_group_reads"},
                                          {Counted::bank_conflicts, "bank_conflicts"},
                                          {Counted::global_sectors, "global_sectors"},
                                          {Counted::global_requests, "global_requests"},
                                          {Counted::matrix_operations, "matrix_operations"},
                                          {Counted::shared_bytes, "shared_bytes"},
                                          {Counted::resident, "resident"}};
};

template <>
struct Names<Kernels> {
  static constexpr Name<Kernels> all[] = {{Kernels::reference, "reference"},
                                          {Kernels::yours, "yours"}};
};

template <>
struct Names<ThreadState> {
  static constexpr Name<ThreadState> all[] = {{ThreadState::at_barrier, "barrier"},
                                              {ThreadState::left, "left"},
                                              {ThreadState::elsewhere, "elsewhere"}};
};

template <>
struct Names<hippuzzle_type> {
  static constexpr Name<hippuzzle_type> all[] = {{HIPPUZZLE_F32, "f32"},
                                                 {HIPPUZZLE_F64, "f64"},
                                                 {HIPPUZZLE_I32, "i32"},
                                                 {HIPPUZZLE_U32, "u32"},
                                                 {HIPPUZZLE_BF16, "bf16"}};
};

template <>
struct Names<hippuzzle_math> {
  static constexpr Name<hippuzzle_math> all[] = {
      {HIPPUZZLE_MATH_FP32, "FP32"}, {HIPPUZZLE_MATH_TF32, "TF32"}, {HIPPUZZLE_MATH_BF16, "BF16"}};
};

template <class Enum>
concept HasNames = requires {
  Names<Enum>::all;
};

// Throws std::runtime_error on a value that is not an enumerator.
template <HasNames Enum>
std::string_view word_of(Enum value) {
  for (const Name<Enum>& name : Names<Enum>::all) {
    if (name.value == value) return name.word;
  }
  throw std::runtime_error("a value without a name: " +
                           std::to_string(static_cast<std::underlying_type_t<Enum>>(value)));
}

// Throws std::runtime_error on a word that names nothing.
template <HasNames Enum>
Enum named(std::string_view word) {
  for (const Name<Enum>& name : Names<Enum>::all) {
    if (name.word == word) return name.value;
  }
  throw std::runtime_error("an unknown word '" + std::string(word) + "'");
}

}  // namespace hippuzzle
