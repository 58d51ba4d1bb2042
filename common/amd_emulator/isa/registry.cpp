#include "amd_emulator/isa/registry.hpp"

#include <map>

namespace hippuzzle::amd {

const Registry& instructions(Generation generation) {
  static std::map<Generation, Registry> all;
  const auto [entry, is_new] = all.try_emplace(generation);
  Registry& registry = entry->second;
  if (!is_new) return registry;
  add_scalar_arithmetic(registry);
  add_scalar_control(registry);
  add_scalar_memory(registry);
  add_vector_integer(registry);
  add_vector_carry(registry);
  add_vector_wide(registry);
  add_vector_word(registry);
  add_vector_float(registry);
  add_vector_half(registry);
  add_vector_double(registry);
  add_vector_compare(registry);
  add_division(registry);
  add_packed(registry);
  add_packed_half(registry);
  add_cross_lane(registry);
  add_matrix(registry);
  add_sparse_matrix(registry);
  add_wave_matrix(registry);
  add_local_memory(registry, generation);
  add_global_memory(registry);
  add_private_memory(registry);
  add_atomics(registry, generation);
  return registry;
}

}  // namespace hippuzzle::amd
