// A module that cannot be opened or used is refused, in words that say which and why.
#include "engine/modules/shared_library.hpp"

#include <gtest/gtest.h>
#include <hippuzzle/kernels.h>

#include "engine/runner/kernel_module.hpp"
#include "tests/support/build_tree.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/support/whole_file.hpp"
#include "tests/unit/expect_error.hpp"

namespace hippuzzle {
namespace shared_library_test {

using testing::expect_error;

std::filesystem::path module(const std::string& name) {
  return testing::fixture(name) / "cpu" / "p16.so";
}

// Opening the fixture as p16's kernels for the CPU is refused.
void expect_refused(const std::string& name, std::vector<std::string> words) {
  words.push_back(module(name).string());
  expect_error([&] { KernelModule(module(name), "cpu", "p16"); }, Outcome::load_failed, words);
}

TEST(KernelModule, GivesTheKernelOfAVariant) {
  const KernelModule right(module("right"), "cpu", "p16");
  const hippuzzle_kernel& kernel = right.kernel("naive");
  EXPECT_STREQ(kernel.variant, "naive");
  EXPECT_NE(kernel.launch, nullptr);
}

TEST(KernelModule, RefusesAVariantThatItDoesNotHave) {
  const KernelModule missing(module("missing_variant"), "cpu", "p16");
  expect_error([&] { missing.kernel("naive"); }, Outcome::load_failed,
               {module("missing_variant").string(), "no kernel for the variant 'naive'"});
  EXPECT_NO_THROW(missing.kernel("tiled"));
}

TEST(KernelModule, RefusesBadForm) {
  expect_refused("wrong_abi_in_note", {"ABI version 1000", "expected 3"});
  expect_refused("built_for_abi_1", {"built for ABI version 1, expected 3; build it again"});
  expect_refused("built_for_abi_2", {"built for ABI version 2, expected 3; build it again"});
  expect_refused("wrong_abi_in_struct",
                 {"hippuzzle_kernels_entry", "ABI version 1000", "expected 3"});
  expect_refused("truncated_struct", {"truncated", "8 bytes", "expected 40"});
  expect_refused("wrong_kernel_size", {"kernels are 8 bytes", "expected 48"});
  expect_refused("only_prepares", {"kernel 'naive'", "only one of prepare() and release()"});
  expect_refused("missing_symbol", {"does not export", "hippuzzle_kernels_entry"});
  expect_refused("missing_note", {"no hippuzzle note"});
  expect_refused("unresolved_symbol", {"a_function_that_nobody_defines"});
  expect_refused("wrong_platform", {"'nvidia'", "expected 'cpu'"});
  expect_refused("wrong_kind", {"judge module", "expected a kernel module"});
  expect_refused("duplicate_id", {"'p17'", "duplicate id", "expected 'p16'"});
  expect_refused("not_elf", {"not an ELF file"});
  expect_refused("empty_file", {"not an ELF file"});
  expect_refused("no_such_fixture", {"no such file"});
}

TEST(KernelModule, RefusesAFileCutOffBehindItsNote) {
  // Its note is whole and right, but dlopen would map the missing bytes and the process would die.
  const std::string whole = testing::contents(module("right"));
  const testing::TemporaryDirectory directory;
  const auto path = directory.write("p16.so", whole.substr(0, 4096));
  expect_error([&] { KernelModule(path, "cpu", "p16"); }, Outcome::load_failed,
               {path.string(), "cut off"});
}

TEST(SharedLibrary, EntryOfADifferentKindOfModuleIsMissing) {
  const SharedLibrary library(module("right"));
  expect_error([&] { library.entry<hippuzzle_kernels>("hippuzzle_puzzle_entry"); },
               Outcome::load_failed, {"does not export the symbol 'hippuzzle_puzzle_entry'"});
}

}  // namespace shared_library_test
}  // namespace hippuzzle
