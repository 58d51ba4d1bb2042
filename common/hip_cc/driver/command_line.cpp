#include "hip_cc/driver/command_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "support/outcome.hpp"

namespace hippuzzle::cc {
namespace {

using std::string_view;

template <size_t n>
bool is_one_of(string_view word, const std::array<string_view, n>& words) {
  return std::ranges::find(words, word) != words.end();
}

template <size_t n>
bool begins_with_one_of(string_view word, const std::array<string_view, n>& beginnings) {
  return std::ranges::any_of(beginnings, [word](string_view b) { return word.starts_with(b); });
}

// Their value is the next word, or follows at once.
constexpr std::array<string_view, 12> with_value = {
    "-I",      "-D",         "-U", "-include", "-imacros",  "-isystem",
    "-iquote", "-idirafter", "-A", "--param",  "-aux-info", "-Xpreprocessor"};
constexpr std::array<string_view, 1> of_linker_with_value = {"-L"};
// The same, and the value is always the next word.
constexpr std::array<string_view, 5> of_linker_with_next = {"-Xlinker", "-T", "-u", "-z", "-B"};
constexpr std::array<string_view, 3> of_linker_beginnings = {"-Wl,", "-fuse-ld=", "-static-"};
constexpr std::array<string_view, 10> of_linker = {
    "-static",   "-shared",        "-rdynamic", "-pie", "-no-pie",
    "-nostdlib", "-nodefaultlibs", "-s",        "-r",   "-nostartfiles"};

// Options without meaning where the kernels run on the CPU, with a value in the same word or the
// next.
constexpr std::array<string_view, 25> of_gpus = {"--offload-arch=",
                                                 "--emit-static-lib",
                                                 "--amdgpu-target=",
                                                 "--cuda-gpu-arch=",
                                                 "--offload=",
                                                 "-fgpu-",
                                                 "-fno-gpu-",
                                                 "--hip-",
                                                 "--rocm-",
                                                 "-munsafe-fp-",
                                                 "-mno-unsafe-fp-",
                                                 "-mcumode",
                                                 "-mno-cumode",
                                                 "-mwavefrontsize64",
                                                 "-mno-wavefrontsize64",
                                                 "-parallel-jobs=",
                                                 "-nogpu",
                                                 "--cuda-",
                                                 "-amdgpu-",
                                                 "--gpu-",
                                                 "-fcuda-",
                                                 "-stdlib=",
                                                 "--gcc-toolchain=",
                                                 "-Weverything",
                                                 "-famd-opt"};
constexpr std::array<string_view, 8> of_gpus_with_value = {
    "-mllvm", "-Xclang",  "-Xarch_device", "--offload-arch",
    "-arch",  "-gencode", "-target",       "-Xcuda-ptxas"};

// Libraries whose functions are in headers here, or in HIP for the CPU itself; and who stands in
// for the others.
constexpr std::array<string_view, 14> in_headers = {
    "amd_comgr", "hsa-runtime64", "hiprand", "rocrand", "amdhip64",  "hiprtc", "hiprtc-builtins",
    "hip_hcc",   "curand",        "cudart",  "cuda",    "cudadevrt", "nvrtc",  "roctx64"};
constexpr std::array<std::pair<string_view, string_view>, 6> stands_in = {
    {{"hipblas", "openblas"},
     {"cublas", "openblas"},
     {"hipblaslt", "openblas"},
     {"cublasLt", "openblas"},
     {"hipsolver", "openblas"},
     {"cusolver", "openblas"}}};

// Options that a compiler answers without a source.
constexpr std::array<string_view, 8> of_compiler_itself = {
    "--version",  "-dumpversion", "-dumpfullversion", "-dumpmachine",
    "-dumpspecs", "-v",           "-print-",          "--print-"};

// HIP's headers here are C++17: who asks for an older C++ gets that, as GNU's where it was GNU's.
std::string at_least_cpp17(const std::string& word) {
  constexpr std::array<string_view, 7> older = {"98", "03", "0x", "11", "1y", "14", "1z"};
  const size_t plus = word.find("++");
  if (plus == std::string::npos || !is_one_of(word.substr(plus + 2), older)) return word;
  return word.substr(0, plus + 2) + "17";
}

class Reader {
 public:
  explicit Reader(const std::vector<std::string>& arguments) : arguments_(arguments) {}

  CommandLine read() {
    for (at_ = 0; at_ < arguments_.size(); ++at_) {
      const std::string& word = arguments_[at_];
      if (word.size() > 1 && word[0] == '-') {
        read_option(word);
      } else {
        read_file(word);
      }
    }
    const bool one_file_each = line_.last_step != LastStep::link;
    if (one_file_each && !line_.output.empty() && line_.sources.size() + line_.in_c.size() > 1) {
      throw Error(Outcome::usage,
                  fmt::format("{} sources cannot all become {}; compile them one by one, or leave "
                              "the output's name out",
                              line_.sources.size() + line_.in_c.size(), line_.output));
    }
    const bool preprocesses =
        line_.last_step == LastStep::preprocess || line_.last_step == LastStep::dependencies;
    if (preprocesses && line_.has_input() && line_.sources.empty() && line_.in_c.empty()) {
      throw Error(Outcome::usage,
                  "-E and -M look at sources, and no file is one by its name; name one, or say its "
                  "language by -x before it");
    }
    return std::move(line_);
  }

 private:
  const std::string& value_of(const std::string& option) {
    if (at_ + 1 == arguments_.size()) {
      throw Error(Outcome::usage, fmt::format("{} needs a value", option));
    }
    return arguments_[++at_];
  }

  // The word, and its value where that is the next one.
  void take(const std::string& word, string_view option, std::vector<std::string>& to) {
    to.push_back(word);
    if (word == option) to.push_back(value_of(word));
  }

  void read_option(const std::string& word) {
    if (word == "-o") {
      line_.output = value_of(word);
    } else if (word.starts_with("-o") && word.size() > 2 && !word.starts_with("-of")) {
      line_.output = word.substr(2);
    } else if (word == "--genco") {  // a module to load: here, a shared library
      line_.options.push_back("-fPIC");
      line_.link.push_back("-shared");
    } else if (word == "-x") {
      language_ = value_of(word);
    } else if (word == "-Xarch_host") {
      line_.options.push_back(value_of(word));
    } else if (is_one_of(word, of_gpus_with_value)) {
      value_of(word);
    } else if (begins_with_one_of(word, of_gpus)) {
      return;
    } else if (!read_step(word) && !read_dependency(word) && !read_link(word)) {
      read_compile(word);
    }
  }

  bool read_step(string_view word) {
    if (word == "-c")
      line_.last_step = LastStep::object;
    else if (word == "-S")
      line_.last_step = LastStep::assembly;
    else if (word == "-E")
      line_.last_step = LastStep::preprocess;
    else if (word == "-fsyntax-only")
      line_.last_step = LastStep::check_syntax;
    else if (word == "-M" || word == "-MM") {
      line_.last_step = LastStep::dependencies;
      line_.dependencies.emplace_back(word);
    } else
      return false;
    return true;
  }

  bool read_dependency(const std::string& word) {
    if (word == "-MF") {
      line_.dependencies_file = value_of(word);
    } else if (word == "-MT" || word == "-MQ") {
      line_.names_target = true;
      take(word, word, line_.dependencies);
    } else if (word == "-MD" || word == "-MMD" || word == "-MP" || word == "-MG") {
      line_.dependencies.push_back(word);
    } else {
      return false;
    }
    return true;
  }

  void read_library(const std::string& name) {
    if (is_one_of(name, in_headers)) return;
    const auto* const found = std::ranges::find(stands_in, string_view(name),
                                                &std::pair<string_view, string_view>::first);
    line_.link.push_back(
        fmt::format("-l{}", found == stands_in.end() ? string_view(name) : found->second));
  }

  bool read_link(const std::string& word) {
    if (word.starts_with("-l")) {
      read_library(word == "-l" ? value_of(word) : word.substr(2));
      return true;
    }
    for (const string_view option : of_linker_with_value) {
      if (!word.starts_with(option)) continue;
      take(word, option, line_.link);
      return true;
    }
    if (is_one_of(word, of_linker_with_next)) {
      take(word, word, line_.link);
    } else if (is_one_of(word, of_linker) || begins_with_one_of(word, of_linker_beginnings)) {
      line_.link.push_back(word);
    } else {
      return false;
    }
    return true;
  }

  void read_compile(const std::string& word) {
    if (word == "-###") {
      throw Error(
          Outcome::usage,
          "-### shows the commands of one compilation, and this one takes several; -v shows "
          "them while they run");
    }
    line_.asks_compiler |= begins_with_one_of(word, of_compiler_itself);
    line_.optimises |= word.starts_with("-O");
    if (word.starts_with("-std=") || word.starts_with("--std=")) {
      line_.chooses_language = true;
      line_.options.push_back(at_least_cpp17(word));
      return;
    }
    for (const string_view option : with_value) {
      if (!word.starts_with(option)) continue;
      return take(word, option, line_.options);
    }
    line_.options.push_back(word);
  }

  void read_file(const std::string& word) {
    const std::string extension = std::filesystem::path(word).extension();
    // Headers among them, which -E, -M and -fsyntax-only look at.
    constexpr std::array<string_view, 13> cpp = {".hip", ".cu", ".cpp", ".cc", ".cxx",
                                                 ".c++", ".C",  ".cp",  ".h",  ".hpp",
                                                 ".hxx", ".hh", ".cuh"};
    const bool named = !language_.empty() && language_ != "none";
    if (named ? language_ == "c" : extension == ".c") {
      line_.in_c.emplace_back(word);
    } else if (named || is_one_of(extension, cpp) || word == "-") {
      line_.sources.emplace_back(word);
    } else {
      line_.link.push_back(word);
    }
  }

  const std::vector<std::string>& arguments_;
  size_t at_ = 0;
  std::string language_;
  CommandLine line_;
};

}  // namespace

CommandLine read_command_line(const std::vector<std::string>& arguments) {
  return Reader(arguments).read();
}

}  // namespace hippuzzle::cc
