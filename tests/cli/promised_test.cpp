// What version 1 promises to stay (docs/project/stability.md), compared with
// tests/cli/promised.txt, a line a promise. HIPPUZZLE_RECORD_GOLDEN=1 writes the file anew, as it
// does the golden files.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>

#include "support/outcome.hpp"
#include "tests/support/hippuzzle_command.hpp"

namespace hippuzzle::testing {
namespace promised_test {

namespace fs = std::filesystem;
using Promises = std::set<std::string>;

std::string text_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  EXPECT_TRUE(in.is_open()) << file;
  return {std::istreambuf_iterator<char>(in), {}};
}

// A manual's page in the words of a terminal: "--jobs N" of "\fB\-\-jobs\fR \fIN\fR".
std::string without_roff(const std::string& line) {
  static const std::regex font(R"(\\f[BIR])"), escape(R"(\\(.))");
  return std::regex_replace(std::regex_replace(line, font, ""), escape, "$1");
}

// "option run --jobs N": every option and argument that the manual has, by its command.
void add_options(Promises& promises) {
  const fs::path folder = fs::path(::testing::TempDir()) / "promised-man-pages";
  fs::remove_all(folder);
  ASSERT_EQ(hippuzzle({"man-pages", folder.string()}).code, 0);
  for (const auto& page : fs::directory_iterator(folder)) {
    std::string command = page.path().stem().string();
    command =
        command == "hippuzzle" ? "hippuzzle" : command.substr(std::string("hippuzzle-").size());
    std::string section;
    bool is_item = false;
    for (const std::string& line : lines(text_of(page.path()))) {
      if (line.starts_with(".SH ")) section = line.substr(4);
      if (is_item && section.find("OPTIONS") != std::string::npos)
        promises.insert("option " + command + " " + without_roff(line));
      is_item = line == ".TP";
    }
    promises.insert("command " + command);
  }
}

void add_exit_codes(Promises& promises) {
  for (int code = 0; code < 100; ++code) {
    if (const auto outcome = outcome_of_exit_code(code))
      promises.insert("exit " + std::to_string(code) + " " + to_key(*outcome));
  }
}

// A line a rule of the schema. Items of a list of words have no order.
void add_rules(Promises& promises, const std::string& path, const nlohmann::json& value) {
  if (value.is_object()) {
    for (const auto& [key, item] : value.items()) {
      const bool is_prose = item.is_string() && (key == "title" || key == "description");
      if (!is_prose) add_rules(promises, path + "/" + key, item);
    }
  } else if (value.is_array()) {
    for (size_t i = 0; i < value.size(); ++i) {
      const bool is_word = value[i].is_primitive();
      add_rules(promises, path + (is_word ? "" : "/" + std::to_string(i)), value[i]);
    }
  } else {
    promises.insert(path + " " + value.dump());
  }
}

void add_schemas(Promises& promises) {
  for (const auto& file : fs::directory_iterator(fs::path(HIPPUZZLE_SOURCE_DIR) / "docs")) {
    const std::string name = file.path().filename().string();
    if (!name.ends_with(".schema.json")) continue;
    add_rules(promises, "schema " + name, parse_json(text_of(file.path())));
  }
}

// "cmake hippuzzle_add_puzzle": what a project calls after find_package(hippuzzle).
void add_cmake_functions(Promises& promises) {
  const fs::path root = HIPPUZZLE_SOURCE_DIR;
  static const std::regex function(R"(\nfunction\((hippuzzle_add_(?:puzzle|hip_executable))\b)");
  for (const char* file :
       {"common/cmake/HippuzzleAddPuzzle.cmake", "common/hip_cc/cmake/HippuzzleHipProgram.cmake"}) {
    const std::string text = "\n" + text_of(root / file);
    for (std::sregex_iterator found(text.begin(), text.end(), function), end; found != end; ++found)
      promises.insert("cmake " + (*found)[1].str());
  }
}

Promises promises_now() {
  Promises promises;
  add_options(promises);
  add_exit_codes(promises);
  add_schemas(promises);
  add_cmake_functions(promises);
  return promises;
}

TEST(Promised, IsWhatVersionOneKeeps) {
  const fs::path file = fs::path(HIPPUZZLE_SOURCE_DIR) / "tests/cli/promised.txt";
  const Promises now = promises_now();
  if (std::getenv("HIPPUZZLE_RECORD_GOLDEN") != nullptr) {
    std::ofstream out(file, std::ios::binary);
    for (const std::string& promise : now) out << promise << "\n";
    return;
  }
  Promises recorded;
  for (const std::string& line : lines(text_of(file))) recorded.insert(line);
  for (const std::string& promise : recorded) {
    EXPECT_TRUE(now.contains(promise))
        << "'" << promise << "' is promised by version 1 and is no longer so: bring it back, or "
        << "raise the major version as docs/project/stability.md says";
  }
  for (const std::string& promise : now) {
    EXPECT_TRUE(recorded.contains(promise))
        << "'" << promise << "' is new and not recorded: run `HIPPUZZLE_RECORD_GOLDEN=1 ./dev test "
        << "-R Promised`, and commit tests/cli/promised.txt with it";
  }
}

TEST(Promised, SchemasHaveAnIdWithTheVersionOfTheirDocuments) {
  for (const char* name : {"results", "grades"}) {
    const auto schema = parse_json(
        text_of(fs::path(HIPPUZZLE_SOURCE_DIR) / "docs" / (std::string(name) + ".schema.json")));
    const std::string version = schema["properties"]["version"]["const"].dump();
    EXPECT_EQ(schema.value("$id", ""), "urn:hippuzzle:schema:" + std::string(name) + ":" + version);
  }
}

}  // namespace promised_test
}  // namespace hippuzzle::testing
