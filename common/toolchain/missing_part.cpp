#include "toolchain/missing_part.hpp"

#include <fmt/format.h>

#include <array>
#include <regex>
#include <sstream>
#include <vector>

#include "support/text/colour.hpp"

namespace hippuzzle {
namespace {

// A missing part, and the line that names it.
struct Missing {
  std::string name;
  std::string line;
};

// How compilers and linkers say that something is missing; the parentheses have its name.
constexpr std::array phrases = {
    R"(fatal error: ([^\s:]+): No such file or directory)",   // g++
    R"(fatal error: '([^']+)' file not found)",               // clang
    R"(fatal error: cannot open source file "([^"]+)\")",     // nvcc
    R"(could not open source file "([^"]+)\")",               // nvcc's front end
    R"(cannot execute (?:'|‘)?([\w+-]+))",                    // g++, of its own programs
    R"(^(?:sh|/bin/sh): (?:\d+: )?([^\s:]+): not found)",     // nvcc, through a shell
    R"(cannot find (?:-l)?([^\s:]+)(?:: No such file.*)?$)",  // ld
    R"(cannot find (ROCm device library))",                   // clang
};

std::optional<Missing> first_missing(const std::string& output) {
  static const std::vector<std::regex> patterns(phrases.begin(), phrases.end());
  std::istringstream lines(without_colour(output));
  for (std::string line; std::getline(lines, line);) {
    if (line.size() > 4096) continue;
    std::smatch match;
    for (const std::regex& pattern : patterns)
      if (std::regex_search(line, match, pattern)) return Missing{match[1], line};
  }
  return std::nullopt;
}

// The package that brings it.
std::string bringer_of(const std::string& name) {
  static const std::regex of_hip(R"(hip/.*)"),
      of_cuda(R"((.*/)?(cuda.*|crt/.*|libcudart.*|cicc|ptxas|fatbinary|nvlink|cudafe\+\+))"),
      of_cxx(R"(cc1plus|stdc\+\+|[a-z_]+|bits/.*)"), of_binutils("as|ld|collect2"),
      of_rocm(R"(ROCm device library|.*amdgcn.*)"),
      of_c(R"(std[a-z]+\.h|gnu/.*|sys/.*|features\.h)");
  if (std::regex_match(name, of_hip)) return "HIP's headers (Debian and Ubuntu: libamdhip64-dev)";
  if (std::regex_match(name, of_cuda)) return "the CUDA toolkit again";
  if (std::regex_match(name, of_rocm)) return "hipcc's device libraries (Debian: rocm-device-libs)";
  if (std::regex_match(name, of_binutils)) return "the package binutils";
  if (std::regex_match(name, of_c)) return "the C library's headers (Debian and Ubuntu: libc6-dev)";
  if (std::regex_match(name, of_cxx)) return "the package g++";
  return "the package that has it";
}

}  // namespace

std::optional<std::string> missing_part(const std::string& output, const IsUsers& is_users) {
  const auto missing = first_missing(output);
  if (!missing || is_users(missing->name, missing->line)) return std::nullopt;
  return fmt::format("{} is missing; install {}", missing->name, bringer_of(missing->name));
}

std::optional<std::string> missing_part(const std::string& output,
                                        const std::filesystem::path& kernels) {
  const std::string folder = kernels.parent_path().string() + "/";
  return missing_part(output, [&](const std::string& name, const std::string& line) {
    return line.starts_with(folder) && name != "hip/hip_runtime.h";
  });
}

}  // namespace hippuzzle
