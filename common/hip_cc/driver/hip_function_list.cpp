#include "hip_cc/driver/hip_function_list.hpp"

#include <fmt/format.h>

#include <set>
#include <sstream>
#include <string_view>

#include "hip_cc/driver/program_build.hpp"
#include "hip_cc/rewrite/tokens.hpp"
#include "support/files/temporary_folder.hpp"
#include "support/files/text_file.hpp"
#include "support/outcome.hpp"

namespace hippuzzle::cc {
namespace {

std::string headers_text(const Toolchain& toolchain) {
  const TemporaryFolder folder("hippuzzle-cc-");
  const std::filesystem::path source = folder.path() / "headers.hip";
  replace_file(source,
               "#include <hip/hip_runtime.h>\n#include <hip/hip_ext.h>\n#include <hip/hiprtc.h>\n");
  CommandLine line;
  line.last_step = LastStep::preprocess;
  line.sources.push_back(source);
  BuildMessages read = ProgramBuild(toolchain, line, {}).run();
  if (!read.succeeded) {
    throw Error(Outcome::load_failed, fmt::format("HIP's headers cannot be read: {}", read.text));
  }
  return std::move(read.output);
}

}  // namespace

std::vector<CoveredFunction> hip_function_list(const Toolchain& toolchain,
                                               const std::filesystem::path& list) {
  const std::string text = headers_text(toolchain);
  const Tokens tokens(text);
  std::set<std::string_view> declared;
  for (size_t i = 0; i + 1 < tokens.code().size(); ++i) {
    if (tokens.code()[i + 1].is("(")) declared.insert(tokens.code()[i].text);
  }
  std::vector<CoveredFunction> result;
  std::istringstream lines(read_file(list).value_or(""));
  for (std::string name; std::getline(lines, name);) {
    if (name.empty() || name[0] == '#') continue;
    const bool is_there = declared.contains(name);
    result.push_back({std::move(name), is_there});
  }
  return result;
}

}  // namespace hippuzzle::cc
