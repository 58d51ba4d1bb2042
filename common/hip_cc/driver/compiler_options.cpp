#include "hip_cc/driver/compiler_options.hpp"

#include <algorithm>

namespace hippuzzle::cc {

Words options_for_cpp(const Toolchain& toolchain, const CommandLine& line,
                      const ProgramSettings& settings) {
  Words options;
  for (const std::string& folder : toolchain.include) options.push_back("-I" + folder);
  append(options, toolchain.program);
  if (!line.optimises) options.push_back("-O2");
  if (!line.chooses_language) options.push_back("-std=gnu++17");
  append(options, line.options);
  if (settings.checked) {
    append(options, toolchain.check);
    append(options, {"-include", "hip_cpu/printing.hpp"});
  }
  if (settings.colours) append(options, toolchain.colour);
  return options;
}

Words options_for_c(const Toolchain& toolchain, const CommandLine& line) {
  Words options;
  for (const std::string& folder : toolchain.include) options.push_back("-I" + folder);
  if (!line.optimises) options.push_back("-O2");
  append(options, line.options);
  std::erase_if(options, [](const std::string& word) {
    return word.starts_with("-std=c++") || word.starts_with("-std=gnu++");
  });
  return options;
}

Words unasked_header(const std::filesystem::path& source) {
  if (source.extension() != ".cu") return {};
  return {"-include", "cuda_runtime.h"};
}

Words behind_preprocessor(const Words& options, bool keeps_macros) {
  std::vector<std::string> obeyed = {"-include", "-imacros"};
  if (!keeps_macros) obeyed.insert(obeyed.end(), {"-D", "-U"});
  Words rest;
  for (size_t i = 0; i < options.size(); ++i) {
    const auto found = std::ranges::find_if(
        obeyed, [&](const std::string& option) { return options[i].starts_with(option); });
    if (found == obeyed.end()) {
      rest.push_back(options[i]);
    } else if (options[i] == *found) {
      ++i;  // its value is the next word
    }
  }
  return rest;
}

bool names_files(const std::string& option) {
  const auto begins = [&](const char* with) { return option.starts_with(with); };
  return option == "--coverage" || begins("-fprofile-") || begins("-ftest-coverage") ||
         begins("-gsplit-dwarf") || begins("-save-temps") || begins("-fdump-") ||
         begins("-fstack-usage") || begins("-fcallgraph-info") || begins("-ftime-trace");
}

}  // namespace hippuzzle::cc
