#include "cli/app/grading/forbidden_source.hpp"

#include <fmt/format.h>

#include "support/files/text_file.hpp"

namespace hippuzzle {

const char* const head_of_checked_source =
    "#include <hippuzzle/bindings.hpp>\n"
    "#include <hippuzzle/portable.hpp>\n"
    "#undef __SANITIZE_THREAD__\n"
    "#pragma GCC poison HIP_CPU_CHECKED\n"
    "#undef HIP_CPU_UNCHECKED\n"
    "#define HIP_CPU_UNCHECKED\n"
    "#undef HIPPUZZLE_HD\n"
    "#define HIPPUZZLE_HD\n"
    "enum { hidden_shared_alignment = HIP_CPU_SHARED_ALIGNMENT };\n"
    "#undef HIP_CPU_SHARED_ALIGNMENT\n"
    "#define HIP_CPU_SHARED_ALIGNMENT sizeof(char[hidden_shared_alignment])\n";

const std::vector<std::string> options_of_checked_source = {"-D__OPTIMIZE__=1", "-U__NO_INLINE__"};

// A function that the checker leaves out could do there what it likes.
std::string source_fault(const std::filesystem::path& kernels) {
  const std::string text = read_file(kernels).value_or("");
  for (const char* word : {"no_sanitize", "no_instrument_function", "HIPPUZZLE_HD",
                           "HIP_CPU_UNCHECKED", "__SANITIZE_"}) {
    if (text.find(word) == text.npos) continue;
    return fmt::format("it is refused: its text names `{}`, which is not for kernels to use", word);
  }
  return "";
}

}  // namespace hippuzzle
