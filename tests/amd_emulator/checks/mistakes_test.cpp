// Mistakes in kernels that hipcc compiled for AMD's GPUs (mistakes.hip) are found, and nothing is
// in the kernels that do not make them.
#include <algorithm>
#include <numeric>

#include "amd_emulator/code_object/offload_bundle.hpp"
#include "support/files/elf_object.hpp"
#include "tests/amd_emulator/checks/wrong_sequence.hpp"

namespace hippuzzle::amd {
namespace mistakes_test {

struct Mistake {
  const char* name;
  Kind kind;
  const char* instruction;  // begins so
  uint32_t blocks = 1;
  bool on_gfx9_alone = false;
};

std::ostream& operator<<(std::ostream& out, const Mistake& m) { return out << m.name; }

const std::vector<Mistake>& all_mistakes() {
  static const std::vector<Mistake> all = {
      {"load_not_waited_for", Kind::too_early, "v_mov_b32"},
      {"wait_for_the_first_of_two", Kind::too_early, "v_mov_b32"},
      {"scalar_load_not_waited_for", Kind::too_early, "v_mov_b32"},
      {"lds_read_not_waited_for", Kind::too_early, "v_mov_b32"},
      {"barrier_before_the_write_ends", Kind::too_early, "s_barrier"},
      {"product_read_too_soon", Kind::wait_states, "v_mov_b32", 1, true},
      {"lane_moved_too_soon", Kind::wait_states, "v_mov_b32", 1, true},
      {"word_of_another_wave", Kind::race, "ds_"},
      {"one_buffer_and_one_barrier", Kind::race, "ds_"},
      {"counter_cleared_without_a_barrier", Kind::race, "ds_"},
      {"sum_read_without_a_barrier", Kind::race, "ds_"},
      {"bytes_of_two_waves", Kind::race, "ds_write_b8"},
      {"tree_without_barriers", Kind::race, "ds_"},
      {"word_of_another_wave_by_a_flat_address", Kind::race, ""},
      {"waves_leave_before_a_barrier", Kind::barrier, "s_barrier"},
      {"waves_meet_different_numbers_of_barriers", Kind::barrier, "s_barrier"},
      {"lds_beyond_its_end", Kind::out_of_bounds, "ds_write_b32"},
      {"one_past_the_end", Kind::out_of_bounds, "global_store_dword"},
      {"one_before_the_begin", Kind::out_of_bounds, "global_load_dword"},
      {"a_byte_past_the_end", Kind::out_of_bounds, "global_store_byte"},
      {"the_last_of_four_past_the_end", Kind::out_of_bounds, "global_store_dwordx4"},
      {"half_of_the_lds_written", Kind::uninitialised, "ds_read_b32"},
      {"register_never_written", Kind::uninitialised, "global_store_dword"},
      {"half_an_atomic_word", Kind::misaligned, "global_atomic_add_x2"},
      {"word_between_words", Kind::misaligned, "global_store_dword"},
      {"blocks_add_to_one_word", Kind::race, "", 4},
      {"neighbours_element_while_it_changes", Kind::race, "global_", 4},
      {"counter_cleared_while_others_count", Kind::race, "global_atomic_add", 4},
      {"counter_read_while_others_count", Kind::race, "", 4},
      {"value_taken_without_waiting", Kind::race, "", 4},
      {"flag_set_while_the_value_is_under_way", Kind::race, "", 4},
      {"parts_summed_without_a_fence", Kind::race, "", 4},
  };
  return all;
}

// The code objects of mistakes.hip, one a target.
class Mistakes : public ::testing::TestWithParam<Mistake> {
 protected:
  Mistakes()
      : bytes_(hippuzzle::testing::contents(MISTAKES)),
        object_(bytes_),
        entries_(entries_of(object_.find(".hip_fatbin")->bytes)) {}

  // The findings of the checks, one a line.
  std::vector<Finding> findings(const BundleEntry& entry, const std::string& name,
                                uint64_t seed) const {
    constexpr size_t size = 256;
    const CodeObject object(entry.elf, entry.target);
    Program program(object);
    std::vector<uint32_t> memory(5 * size, 0);  // arrays between guard zones
    uint32_t* in = memory.data() + size;
    uint32_t* out = memory.data() + 3 * size;
    std::iota(in, in + size, 0u);
    Memory device;
    device.add(reinterpret_cast<uint64_t>(memory.data()), 4 * memory.size());
    device.add(object.base(), object.bytes());
    Checker checker;
    const auto array = [&](uint32_t* begin, const char* of) {
      const auto address = reinterpret_cast<uint64_t>(begin);
      checker.arrays().add({address, address + 4 * size, of, true});
    };
    array(in, "in");
    array(out, "out");
    void* arguments[] = {&out, &in};
    const Launch launch{.kernel = *object.kernel(name),
                        .program = program,
                        .grid = {GetParam().blocks, 1, 1},
                        .block = {size, 1, 1},
                        .arguments = arguments,
                        .seed = seed};
    run(launch, device, &checker);
    return checker.findings();
  }

  std::string bytes_;
  ElfObject object_;
  std::vector<BundleEntry> entries_;
};

// Atomic accesses may order the accesses that a mistake left without order, so the checks find some
// mistakes in other orders of waves alone.
TEST_P(Mistakes, AreFound) {
  const Mistake& m = GetParam();
  const auto is_it = [&](const Finding& f) {
    return f.kind == m.kind && f.sides[0].text.starts_with(m.instruction);
  };
  for (const BundleEntry& entry : entries_) {
    if (m.on_gfx9_alone && !entry.target.starts_with("gfx9")) continue;
    std::string seen;
    bool is_found = false;
    for (uint64_t seed = 1; seed <= 8 && !is_found; ++seed) {
      const std::vector<Finding> all = findings(entry, std::string("wrong_") + m.name, seed);
      is_found = std::ranges::any_of(all, is_it);
      seen += listed(all);
    }
    EXPECT_TRUE(is_found) << entry.target << "\n" << seen;
  }
}

TEST_P(Mistakes, AreNotFoundWhereTheyAreNotMade) {
  for (const BundleEntry& entry : entries_) {
    for (const uint64_t seed : {1, 2, 3}) {
      SCOPED_TRACE(entry.target);
      EXPECT_EQ(listed(findings(entry, std::string("right_") + GetParam().name, seed)), "");
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, Mistakes, ::testing::ValuesIn(all_mistakes()),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace mistakes_test
}  // namespace hippuzzle::amd
