// Every file of seeds/ is read as a fuzzer reads it: examples to begin with, and each file that
// once broke a promise.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/fuzz/targets.hpp"
#include "tests/support/whole_file.hpp"

namespace hippuzzle::testing {

namespace fs = std::filesystem;

class Seeds : public ::testing::TestWithParam<fuzz::Target> {};

void PrintTo(const fuzz::Target& target, std::ostream* out) { *out << target.name; }

TEST_P(Seeds, BreakNoPromise) {
  const fs::path folder = fs::path(HIPPUZZLE_SEEDS) / GetParam().name;
  size_t read = 0;
  for (const auto& seed : fs::directory_iterator(folder)) {
    SCOPED_TRACE(seed.path());
    GetParam().read(contents(seed.path()));
    ++read;
  }
  EXPECT_GE(read, 2u) << "seeds in " << folder;
}

TEST_P(Seeds, BreakNoPromiseWhenTheyAreCutOff) {
  for (const auto& seed : fs::directory_iterator(fs::path(HIPPUZZLE_SEEDS) / GetParam().name)) {
    const std::string bytes = contents(seed.path());
    for (size_t eighth = 0; eighth < 8; ++eighth)
      GetParam().read(std::string_view(bytes).substr(0, bytes.size() * eighth / 8));
  }
}

INSTANTIATE_TEST_SUITE_P(Of, Seeds, ::testing::ValuesIn(fuzz::targets()),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace hippuzzle::testing
