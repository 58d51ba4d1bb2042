#include "support/text/toml.hpp"

#include <gtest/gtest.h>

#include "tests/support/temporary_directory.hpp"
#include "tests/unit/expect_error.hpp"

namespace hippuzzle {
namespace toml_test {

class Toml : public ::testing::Test {
 protected:
  TomlTable read(const std::string& text) const {
    return {here_.write("some.toml", text), Outcome::load_failed, "write it again"};
  }

  // The call is refused with that sentence after the file's path.
  template <class Call>
  void expect_refused(Call call, const std::string& sentence) const {
    const std::string path = (here_.path() / "some.toml").string();
    try {
      call();
      ADD_FAILURE() << "was not refused";
    } catch (const Error& error) {
      EXPECT_EQ(error.what(), path + ":" + sentence + "; write it again");
      EXPECT_EQ(error.outcome(), Outcome::load_failed);
    }
  }

  testing::TemporaryDirectory here_;
};

TEST_F(Toml, GivesWhatItsKeysHold) {
  const TomlTable table = read(R"(
text = "a text"
whole = 3
real = 0.5
words = ["one", "two"]
mixed = [1, 2.5]
extents = [4, 0]
none = []
inner = {text = "inside"}
[[each]]
n = 1
[[each]]
n = 2
)");
  EXPECT_EQ(table.string("text"), "a text");
  EXPECT_EQ(table.number("whole"), 3);
  EXPECT_EQ(table.number("real"), 0.5);
  EXPECT_EQ(table.strings("words"), (std::vector<std::string>{"one", "two"}));
  EXPECT_EQ(table.numbers("mixed"), (std::vector<double>{1, 2.5}));
  EXPECT_EQ(table.whole_numbers("extents"), (std::vector<uint64_t>{4, 0}));
  EXPECT_EQ(table.numbers("none"), std::vector<double>());
  EXPECT_EQ(table.table("inner").string("text"), "inside");
  ASSERT_EQ(table.tables("each").size(), 2u);
  EXPECT_EQ(table.tables("each")[1].number("n"), 2);
}

TEST_F(Toml, KnowsItsKeys) {
  const TomlTable table = read("b = 1\na = 2\n");
  EXPECT_EQ(table.keys(), (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(table.has("a"));
  EXPECT_FALSE(table.has("c"));
}

TEST_F(Toml, KeepsTheFileOfAnInnerTable) {
  const TomlTable inner = read("[a.b]\nc = 5\n").table("a").table("b");
  EXPECT_EQ(inner.number("c"), 5);
  expect_refused([&] { inner.string("c"); }, "2:5: found 5 at 'c', expected a string");
}

TEST_F(Toml, NamesWhatItFoundAndWhere) {
  const TomlTable table = read(
      "text = \"x\"\nwhole = -3\nyes = true\nday = 2026-11-22\nlist = [1,\n  \"two\", 3]\n"
      "[inner]\n");
  expect_refused([&] { table.number("text"); },
                 "1:8: found the string \"x\" at 'text', expected a number");
  expect_refused([&] { table.string("whole"); }, "2:9: found -3 at 'whole', expected a string");
  expect_refused([&] { table.string("yes"); }, "3:7: found true at 'yes', expected a string");
  expect_refused([&] { table.string("day"); },
                 "4:7: found a date or time at 'day', expected a string");
  expect_refused([&] { table.string("list"); },
                 "5:8: found an array of 3 at 'list', expected a string");
  expect_refused([&] { table.numbers("list"); },
                 "6:3: found the string \"two\" at 'list', expected a number");
  expect_refused([&] { table.strings("whole"); },
                 "2:9: found -3 at 'whole', expected an array of strings");
  expect_refused([&] { table.string("inner"); },
                 "7:1: found a table at 'inner', expected a string");
  expect_refused([&] { table.tables("inner"); },
                 "7:1: found a table at 'inner', expected an array of tables");
  expect_refused([&] { table.table("list"); },
                 "5:8: found an array of 3 at 'list', expected a table");
}

TEST_F(Toml, NamesWhatIsMissingWithItsTablesPlace) {
  const TomlTable table = read("a = 1\n\n[inner]\n");
  expect_refused([&] { table.string("b"); }, "1:1: found no 'b', expected a string");
  expect_refused([&] { table.table("inner").strings("c"); },
                 "3:1: found no 'c', expected an array of strings");
}

TEST_F(Toml, KeepsWholeNumbersInTheirRange) {
  const TomlTable table = read("large = [1, 300]\nnegative = [-1]\nreal = [0.5]\n");
  EXPECT_EQ(table.whole_numbers("large"), (std::vector<uint64_t>{1, 300}));
  expect_refused([&] { table.whole_numbers("large", 255); },
                 "1:13: found 300 at 'large', expected a whole number from 0 to 255");
  expect_refused([&] { table.whole_numbers("negative", 255); },
                 "2:13: found -1 at 'negative', expected a whole number from 0 to 255");
  expect_refused([&] { table.whole_numbers("real", 255); },
                 "3:9: found 0.5 at 'real', expected a whole number from 0 to 255");
}

TEST_F(Toml, IsRefusedByWhatItsReaderExpects) {
  const TomlTable table = read("speed = 0\n");
  expect_refused([&] { table.refuse("speed", "a positive number"); },
                 "1:9: found 0 at 'speed', expected a positive number");
  expect_refused([&] { table.refuse("mass", "a positive number"); },
                 "1:1: found no 'mass', expected a positive number");
}

TEST_F(Toml, ThatIsNoneIsRefusedWhereItEnds) {
  testing::expect_error([&] { read("a = 1\nb = \n"); }, Outcome::load_failed,
                        {"some.toml:2:5: ", "; write it again"});
}

TEST_F(Toml, OfNoFileIsRefused) {
  const auto path = here_.path() / "none.toml";
  testing::expect_error([&] { TomlTable(path, Outcome::usage); }, Outcome::usage,
                        {"there is no file " + path.string()});
}

}  // namespace toml_test
}  // namespace hippuzzle
