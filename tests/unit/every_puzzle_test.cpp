// Properties of every puzzle in the build tree: its stated figures agree with the reference, and
// its functions keep the promises of <hippuzzle/puzzle.h>.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

#include "engine/judge/cases/comparison.hpp"
#include "engine/judge/cases/gradients.hpp"
#include "engine/judge/cases/judge_module.hpp"
#include "engine/judge/cases/size.hpp"
#include "tests/support/build_tree.hpp"
#include "tests/unit/variant_inputs.hpp"

namespace hippuzzle {
namespace every_puzzle_test {

using testing::VariantInputs;

std::vector<std::filesystem::path> judge_modules() {
  std::vector<std::filesystem::path> all;
  for (const auto& file : std::filesystem::directory_iterator(testing::shipped() / "judge")) {
    if (file.path().extension() == ".so") all.push_back(file.path());
  }
  std::ranges::sort(all);
  return all;
}

// Calls check(variant) for every variant of every puzzle.
template <class Check>
void for_every_variant(Check check) {
  const auto modules = judge_modules();
  ASSERT_FALSE(modules.empty());
  for (const auto& module : modules) {
    const JudgeModule puzzle(module, module.stem().string());
    for (const hippuzzle_variant& variant : puzzle.variants()) {
      SCOPED_TRACE(puzzle.id() + " --" + variant.name);
      check(variant);
    }
  }
}

struct Written {
  hippuzzle_extents extents;
  const double* expected;
};

std::vector<Written> examples(const hippuzzle_variant& v) {
  std::vector<Written> all = {{v.example, v.expected}};
  if (v.warp_extent != 0) all.push_back({v.example_64, v.expected_64});
  return all;
}

std::vector<hippuzzle_extents> all_extents(const hippuzzle_variant& v) {
  std::vector<hippuzzle_extents> all(v.sizes, v.sizes + v.size_count);
  for (const Written& example : examples(v)) all.push_back(example.extents);
  return all;
}

TEST(EveryPuzzle, ReferenceOfTheExampleIsWhatIsWrittenDown) {
  for_every_variant([](const hippuzzle_variant& v) {
    for (const auto& [extents, expected] : examples(v)) {
      VariantInputs inputs(v, extents);
      v.fill_example(&extents, inputs.writable());
      const Expectation found = expect(v, extents, inputs.readable());
      ASSERT_FALSE(found.values.empty());
      for (size_t i = 0; i < found.values.size(); ++i) {
        EXPECT_LE(std::abs(found.values[i] - expected[i]), found.allowed[i])
            << "element " << i << ": reference " << found.values[i] << ", written down "
            << expected[i];
      }
    }
  });
}

TEST(EveryPuzzle, HasUnforeseenSizesThatItTakesAndThatAreNotItsOwn) {
  constexpr uint32_t wanted = 3;
  const auto is_among = [](const auto& sizes, const hippuzzle_extents& size) {
    return std::ranges::any_of(
        sizes, [&](const auto& other) { return std::ranges::equal(other.n, size.n); });
  };
  size_t drawn = 0;
  for_every_variant([&](const hippuzzle_variant& v) {
    for (const uint64_t seed : {1, 2, 3}) {
      const auto sizes = unforeseen_sizes(v, seed, wanted);
      EXPECT_LE(sizes.size(), wanted);
      drawn += sizes.size();
      for (const hippuzzle_extents& size : sizes) {
        SCOPED_TRACE(size_text(size));
        EXPECT_EQ(refusal(v, size), std::nullopt);
        EXPECT_FALSE(is_among(all_extents(v), size));
        EXPECT_TRUE(is_among(unforeseen_sizes(v, seed, wanted), size)) << "not the same again";
      }
    }
  });
  EXPECT_GT(drawn, 0u);
}

TEST(EveryPuzzle, ReferenceWritesEveryElement) {
  for_every_variant([](const hippuzzle_variant& v) {
    for (const hippuzzle_extents& extents : all_extents(v)) {
      VariantInputs inputs(v, extents);
      v.fill_random(&extents, 5, inputs.writable());
      const double nan = std::numeric_limits<double>::quiet_NaN();
      std::vector<double> y64(output_count(v, extents), nan), magnitude = y64;
      v.reference(&extents, inputs.readable().data(), y64.data(), magnitude.data());
      const auto finite = [](double x) { return std::isfinite(x); };
      EXPECT_TRUE(std::ranges::all_of(y64, finite));
      if (v.tolerance == HIPPUZZLE_COMPONENTWISE) {
        EXPECT_TRUE(std::ranges::all_of(magnitude, finite));
        // The sum of absolute values is no less than the sum of the values, up to its own rounding.
        for (size_t i = 0; i < y64.size(); ++i) {
          EXPECT_GE(magnitude[i] * (1 + 1e-12), std::abs(y64[i])) << "element " << i;
        }
      }
    }
  });
}

TEST(EveryPuzzle, GradientsAgreeWithDifferencesOfTheForwardPass) {
  for (const auto& module : judge_modules()) {
    const JudgeModule puzzle(module, module.stem().string());
    for (const GradientFault& g : gradient_faults(puzzle.variants()))
      ADD_FAILURE() << puzzle.id() << ": " << gradient_sentence(g);
  }
}

// p22's own reference with one element of the second output a hundred-thousandth too great.
decltype(hippuzzle_variant::reference) right_reference = nullptr;
void one_element_off(const hippuzzle_extents* e, const void* const* in, double* y64, double* size) {
  right_reference(e, in, y64, size);
  y64[e->n[0] * e->n[1] + 3] *= 1.00001;
}

TEST(Gradients, NameTheElementThatIsNotTheDerivative) {
  const JudgeModule puzzle(testing::shipped() / "judge" / "p22.so", "p22");
  std::vector<hippuzzle_variant> variants(puzzle.variants().begin(), puzzle.variants().end());
  hippuzzle_variant& backward = variants.back();
  right_reference = backward.reference;
  backward.reference = one_element_off;
  std::vector<GradientFault> faults = gradient_faults(variants);
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults.front().variant, "backward");
  EXPECT_EQ(faults.front().buffer, "grad_ln_weight");
  EXPECT_EQ(faults.front().index, 3u);
  EXPECT_NEAR(faults.front().differences, faults.front().stated / 1.00001, 1e-6);

  backward.reference = right_reference;
  EXPECT_TRUE(gradient_faults(variants).empty());

  // A name that no input has.
  std::vector<hippuzzle_buffer> renamed(backward.buffers, backward.buffers + backward.buffer_count);
  renamed.front().name = "grad_of_nothing";
  backward.buffers = renamed.data();
  faults = gradient_faults(variants);
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_NE(gradient_sentence(faults.front()).find("the gradient of no input"), std::string::npos);
}

TEST(EveryPuzzle, FillsWriteEveryByteAndDependOnTheSeedAlone) {
  for_every_variant([](const hippuzzle_variant& v) {
    for (const hippuzzle_extents& extents : all_extents(v)) {
      VariantInputs ones(v, extents, std::byte{0x11}), twos(v, extents, std::byte{0x22});
      v.fill_random(&extents, 7, ones.writable());
      v.fill_random(&extents, 7, twos.writable());
      EXPECT_EQ(ones.contents(), twos.contents());
    }
    VariantInputs ones(v, v.example, std::byte{0x11}), twos(v, v.example, std::byte{0x22});
    v.fill_example(&v.example, ones.writable());
    v.fill_example(&v.example, twos.writable());
    EXPECT_EQ(ones.contents(), twos.contents());
  });
}

TEST(EveryPuzzle, AnotherSeedGivesOtherInputs) {
  for_every_variant([](const hippuzzle_variant& v) {
    const bool has_inputs = v.buffer_count > 1;
    if (v.size_count == 0 || !has_inputs) return;
    const hippuzzle_extents& largest = v.sizes[v.size_count - 1];
    VariantInputs first(v, largest), second(v, largest);
    v.fill_random(&largest, 1, first.writable());
    v.fill_random(&largest, 2, second.writable());
    EXPECT_NE(first.contents(), second.contents());
  });
}

TEST(EveryPuzzle, LaunchesWithinTheLimitsOfAGpu) {
  for_every_variant([](const hippuzzle_variant& v) {
    for (const hippuzzle_extents& extents : all_extents(v)) {
      const hippuzzle_launch_configuration c = v.configure(&extents);
      const uint64_t threads = uint64_t{c.block.x} * c.block.y * c.block.z;
      EXPECT_GE(threads, 1u);
      EXPECT_LE(threads, 1024u);
      EXPECT_LE(c.block.z, 64u);
      EXPECT_GE(std::min({c.grid.x, c.grid.y, c.grid.z}), 1u);
      EXPECT_LE(std::max(c.grid.y, c.grid.z), 65535u);
      EXPECT_LE(c.shared_bytes, 65536u);
    }
  });
}

TEST(EveryPuzzle, CountsItsWork) {
  for_every_variant([](const hippuzzle_variant& v) {
    EXPECT_GE(v.flops(&v.example), 0);
    EXPECT_TRUE(std::isfinite(v.flops(&v.example)));
    EXPECT_GT(v.bytes(&v.example), 0);
    EXPECT_TRUE(std::isfinite(v.bytes(&v.example)));
  });
}

TEST(EveryPuzzle, IsTriedBeyondItsExample) {
  for_every_variant([](const hippuzzle_variant& v) { EXPECT_GT(v.size_count, 0u); });
}

TEST(EveryPuzzle, NamesAreFlags) {
  for (const auto& module : judge_modules()) {
    const JudgeModule puzzle(module, module.stem().string());
    SCOPED_TRACE(puzzle.id());
    EXPECT_FALSE(puzzle.title().empty());
    for (const hippuzzle_variant& variant : puzzle.variants()) {
      const std::string_view name = variant.name, summary = variant.summary;
      EXPECT_EQ(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-"), name.npos) << name;
      EXPECT_TRUE(!name.empty() || puzzle.variants().size() == 1)
          << "only one of its own needs none";
      ASSERT_FALSE(summary.empty());
      EXPECT_NE(summary.back(), '.') << summary;
    }
  }
}

}  // namespace every_puzzle_test
}  // namespace hippuzzle
