// hippuzzle in a folder that only its owner can enter, such as a clone in root's home.
#include "tests/support/tree_copy.hpp"

#include <gtest/gtest.h>

#include <filesystem>

namespace hippuzzle::testing {
namespace closed_folder_test {

void expect_to_run(const TreeCopy& tree) {
  if (!tree.why_unusable().empty()) GTEST_SKIP() << tree.why_unusable();
  EXPECT_EQ(std::filesystem::status(tree.folder()).permissions(),
            std::filesystem::perms::owner_all);
  const CommandResult right = tree.hippuzzle({"p16", "--naive", "--backend", "cpu"});
  EXPECT_EQ(right.code, 0) << right.out << right.err;
  const CommandResult wrong = tree.hippuzzle({"p16", "--naive", "--backend", "cpu", "--plugin-path",
                                              tree.fixture("writes_nothing").string()});
  EXPECT_EQ(wrong.code, 1) << wrong.out << wrong.err;
}

TEST(AClosedFolder, IsEnoughForItsOwner) {
  expect_to_run(TreeCopy(User::oneself, {"writes_nothing"}));
}

TEST(AClosedFolder, IsEnoughForItsOwnerWhoIsNobody) {
  expect_to_run(TreeCopy(User::nobody, {"writes_nothing"}));
}

// The copies above depend on whether the user nobody is kept out.
TEST(AClosedFolder, OfAnotherIsNotEnteredByNobody) {
  const std::string why_not = why_not_nobody();
  if (!why_not.empty()) GTEST_SKIP() << why_not;
  const TreeCopy tree(User::oneself);
  const CommandResult r = run({(tree.folder() / "bin/hippuzzle").string(), "--version"}, {},
                              std::chrono::seconds(60), User::nobody);
  EXPECT_EQ(r.code, 127) << r.out;
}

}  // namespace closed_folder_test
}  // namespace hippuzzle::testing
