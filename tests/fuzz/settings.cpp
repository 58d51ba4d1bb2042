// Files beside a program or a class that people write by hand.
#include <vector>

#include "engine/results/finding.hpp"
#include "hip_cc/findings/suppressions.hpp"
#include "support/outcome.hpp"
#include "support/text/plain_text.hpp"
#include "support/text/toml.hpp"
#include "tests/fuzz/targets.hpp"

namespace hippuzzle::fuzz {
namespace {

void read_table(const TomlTable& table) {
  for (const std::string& key : table.keys()) {
    require(table.has(key), "a table has its keys");
    const auto tried = [&](auto read) {
      try {
        read();
      } catch (const Error& error) {
        require(std::string_view(error.what()).find(without_control_bytes(key)) !=
                    std::string_view::npos,
                "a refusal names the key");
      }
    };
    tried([&] { table.string(key); });
    tried([&] { table.number(key); });
    tried([&] { table.strings(key); });
    tried([&] { table.numbers(key); });
    tried([&] { table.whole_numbers(key); });
  }
}

}  // namespace

void read_suppressions(std::string_view bytes) {
  const FileOf file(bytes);
  try {
    cc::Suppressions suppressions{std::filesystem::path(file.path())};
    std::vector<Finding> findings(1);
    findings[0].kind = FindingKind::race;
    findings[0].array = "output";
    suppressions.apply(findings);
    suppressions.unused();
  } catch (const Error& error) {
    require(error.outcome() == Outcome::usage, "a line that is none is the user's mistake");
  }
}

void read_toml(std::string_view bytes) {
  const FileOf file(bytes);
  try {
    read_table(TomlTable(file.path(), Outcome::usage));
  } catch (const Error& error) {
    require(error.outcome() == Outcome::usage, "an error has the outcome that was asked for");
  }
}

}  // namespace hippuzzle::fuzz
