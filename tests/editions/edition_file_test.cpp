// Holds for every variant of an edition's file: its puzzle exists, and takes the inputs, is
// launched and gives the results that the file states.
#include <gtest/gtest.h>
#include <toml++/toml.h>

#include <cmath>
#include <set>

#include "engine/judge/cases/comparison.hpp"
#include "engine/judge/cases/judge_module.hpp"
#include "tests/support/build_tree.hpp"

namespace hippuzzle {
namespace edition_file_test {

std::vector<double> numbers(const toml::node_view<const toml::node>& array) {
  std::vector<double> values;
  for (const toml::node& node : *array.as_array()) values.push_back(node.value<double>().value());
  return values;
}

std::vector<float> floats(const std::vector<double>& values) {
  return {values.begin(), values.end()};
}

class ClassicEdition : public ::testing::Test {
 protected:
  // Calls check(entry, our variant, extents) for every [[variant]].
  template <class Check>
  void for_every_variant(Check check) const {
    const toml::array* entries = file_["variant"].as_array();
    ASSERT_NE(entries, nullptr);
    ASSERT_FALSE(entries->empty());
    for (const toml::node& node : *entries) {
      const toml::table& entry = *node.as_table();
      SCOPED_TRACE(entry["id"].value<std::string>().value() + " --" +
                   entry["flag"].value<std::string>().value());
      const auto id = entry["runs"]["id"].value<std::string>().value();
      const JudgeModule puzzle(testing::shipped() / "judge" / (id + ".so"), id);
      const auto* variant = puzzle.find(entry["runs"]["flag"].value<std::string>().value());
      ASSERT_NE(variant, nullptr);
      hippuzzle_extents extents = {};
      size_t i = 0;
      for (const double n : numbers(entry["extents"])) extents.n[i++] = static_cast<uint64_t>(n);
      check(entry, *variant, extents);
    }
  }

  toml::table file_ = toml::parse_file(HIPPUZZLE_EDITIONS_DIR "/classic.toml");
};

TEST_F(ClassicEdition, NamesEachVariantOnce) {
  std::set<std::pair<std::string, std::string>> seen;
  for_every_variant([&](const toml::table& entry, const auto&, const auto&) {
    EXPECT_TRUE(seen.emplace(*entry["id"].value<std::string>(), *entry["flag"].value<std::string>())
                    .second);
  });
}

TEST_F(ClassicEdition, LaunchesAsTheJudgeDoes) {
  for_every_variant([](const toml::table& entry, const hippuzzle_variant& variant,
                       const hippuzzle_extents& extents) {
    const hippuzzle_launch_configuration c = variant.configure(&extents);
    EXPECT_EQ(numbers(entry["grid"]), (std::vector<double>{double(c.grid.x), double(c.grid.y)}));
    EXPECT_EQ(numbers(entry["block"]), (std::vector<double>{double(c.block.x), double(c.block.y)}));
    EXPECT_EQ(c.grid.z, 1u);
    EXPECT_EQ(c.block.z, 1u);
  });
}

TEST_F(ClassicEdition, ExpectsWhatTheReferenceMakesOfItsInputs) {
  for_every_variant([](const toml::table& entry, const hippuzzle_variant& variant,
                       const hippuzzle_extents& extents) {
    std::vector<std::vector<float>> inputs(variant.buffer_count);
    std::vector<const void*> buffers(variant.buffer_count, nullptr);
    for (uint32_t i = 0; i < variant.buffer_count; ++i) {
      const hippuzzle_buffer& buffer = variant.buffers[i];
      ASSERT_EQ(buffer.type, HIPPUZZLE_F32);
      if (buffer.access == HIPPUZZLE_OUT) continue;
      ASSERT_TRUE(entry["inputs"][buffer.name]) << "no input for the buffer " << buffer.name;
      inputs[i] = floats(numbers(entry["inputs"][buffer.name]));
      ASSERT_EQ(inputs[i].size(), element_count(buffer.shape(&extents))) << buffer.name;
      buffers[i] = inputs[i].data();
    }
    EXPECT_EQ(entry["inputs"].as_table()->size() + 1, variant.buffer_count);

    const Expectation right = expect(variant, extents, buffers);
    EXPECT_EQ(numbers(entry["expected"]), right.values);
  });
}

}  // namespace edition_file_test
}  // namespace hippuzzle
