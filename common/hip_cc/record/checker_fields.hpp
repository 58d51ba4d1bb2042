// The checker's structs (hip_cpu/check.h) in the record that a checked program leaves. The name of
// each member in the record stands here alone, for the program that writes and for hippuzzle that
// reads; a struct with a member more does not compile.
#pragma once

#include <hip_cpu/check.h>

#include <concepts>
#include <type_traits>

namespace hippuzzle::record {

template <class Self, class Struct>
concept Is = std::same_as<std::remove_const_t<Self>, Struct>;

// visit(name, member) is called for a number, an enumerator, a text, three numbers, a struct and an
// array of structs of fixed length; visit(name, items, count) for a list, of frames among others.

template <Is<hip_cpu_range> Self, class Visit>
void visit_members(Self& self, const Visit& visit) {
  auto& [least, most, total] = self;
  visit("least", least);
  visit("most", most);
  visit("total", total);
}

template <Is<hip_cpu_limit> Self, class Visit>
void visit_members(Self& self, const Visit& visit) {
  auto& [what, in_all, most, least] = self;
  visit("what", what);
  visit("in_all", in_all);
  visit("most", most);
  visit("least", least);
}

// The instruction is left out: a program of the CPU has none of a GPU's.
template <Is<hip_cpu_side> Self, class Visit>
void visit_members(Self& self, const Visit& visit) {
  auto& [access, block, thread, frame_count, frames, instruction, is_copy] = self;
  static_cast<void>(instruction);
  visit("access", access);
  visit("block", block);
  visit("thread", thread);
  visit("frames", frames, frame_count);
  visit("copy", is_copy);
}

template <Is<hip_cpu_finding> Self, class Visit>
void visit_members(Self& self, const Visit& visit) {
  auto& [kind, kernel, array, is_shared, bytes, array_bytes, first, last, address, count,
         between_blocks, after_barrier, has_stopped, waiting, threads, missing, schedule, in_sample,
         detail, index, side_count, sides, limit, counted, is_used] = self;
  visit("kind", kind);
  visit("kernel", kernel);
  visit("array", array);
  visit("shared", is_shared);
  visit("bytes", bytes);
  visit("array_bytes", array_bytes);
  visit("first", first);
  visit("last", last);
  visit("address", address);
  visit("count", count);
  visit("between_blocks", between_blocks);
  visit("after_barrier", after_barrier);
  visit("has_stopped", has_stopped);
  visit("waiting", waiting);
  visit("threads", threads);
  visit("missing", missing);
  visit("schedule", schedule);
  visit("in_sample", in_sample);
  visit("detail", detail);
  visit("index", index);
  visit("sides", sides, side_count);
  visit("limit", limit);
  visit("counted", counted);
  visit("used", is_used);
}

template <Is<hip_cpu_instruction> Self, class Visit>
void visit_members(Self& self, const Visit& visit) {
  auto& [access, is_shared, bytes, array, variable, accesses, requests, partial, dense, sectors,
         wavefronts, conflicts, repeated, frame_count, frames] = self;
  visit("access", access);
  visit("shared", is_shared);
  visit("bytes", bytes);
  visit("array", array);
  visit("variable", variable);
  visit("accesses", accesses);
  visit("requests", requests);
  visit("partial", partial);
  visit("dense", dense);
  visit("sectors", sectors);
  visit("wavefronts", wavefronts);
  visit("conflicts", conflicts);
  visit("repeated", repeated);
  visit("frames", frames, frame_count);
}

template <Is<hip_cpu_launch_counts> Self, class Visit>
void visit_members(Self& self, const Visit& visit) {
  auto& [kernel, grid, block, warp_size, is_complete, counted_blocks, counted, instruction_count,
         instructions, launches] = self;
  visit("kernel", kernel);
  visit("grid", grid);
  visit("block", block);
  visit("warp_size", warp_size);
  visit("complete", is_complete);
  visit("counted_blocks", counted_blocks);
  visit("counted", counted);
  visit("instructions", instructions, instruction_count);
  visit("launches", launches);
}

}  // namespace hippuzzle::record
