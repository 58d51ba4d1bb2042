// `hippuzzle init`, where it cannot make a workspace.
#include "tests/support/hippuzzle_command.hpp"

namespace hippuzzle::testing {
namespace init_test {

TEST(Init, AFolderThatCannotBeMadeIsNamed) {
  const CommandResult r = hippuzzle({"init", "/proc/hippuzzle"});
  EXPECT_EQ(r.code, 2);
  EXPECT_NE(r.err.find("error: /proc/hippuzzle: No such file or directory; it must be"),
            std::string::npos)
      << r.err;
}

}  // namespace init_test
}  // namespace hippuzzle::testing
